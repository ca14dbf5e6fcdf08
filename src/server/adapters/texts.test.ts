// Plain text and harmless style sheets.
import { createContext, Script } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStyleSheet } from './style-sheets.ts';
import { toPlain } from './texts.ts';

describe('toPlain', () => {
  it.each([
    ['Oak & Iron', 'Oak & Iron'],
    ['5 < 6 > 4', '5 < 6 > 4'],
    ['I <3 it', 'I <3 it'],
    ['<b>x</b>', 'x'],
    ['a<br>b', 'ab'],
    ['<p title="<b>">x</p>', 'x'],
    ['<<b>script>', '<script>'],
    ['&lt;b&gt;', '<b>'],
    ['&amp;amp;', '&amp;'],
    ['&#x26;&#38;&quot;&#39;', '&&"\''],
    ['<script>alert("x")</script>', ''],
    ['<svg/onload=alert(1)>', ''],
    ['<a href=x', ''],
    [' \n x \t ', 'x'],
  ])('makes %j into %j', (typed, plain) => {
    expect(toPlain(typed)).toBe(plain);
  });

  it('leaves any text without < and & unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!/[<&\r]/.test(text));
        expect(toPlain(text)).toBe(text.trim());
      }),
    );
  });

  it('leaves no tag of any kind, whatever it contains', () => {
    const name = fc.constantFrom('b', 'script', 'IMG', 'a', 'svg', 'style', 'iframe', 'x-y');
    const attribute = fc.constantFrom('', ' onclick=alert(1)', ' href="javascript:x"', '/onload=x', ' a="b" ');
    const tag = fc.tuple(name, attribute).map(([n, a]) => `<${n}${a}>`);
    fc.assert(
      fc.property(fc.array(fc.oneof(tag, fc.constantFrom('x', ' ', '</b>', '&amp;'))), (parts) => {
        expect(toPlain(parts.join(''))).not.toMatch(/<[a-z/]/i);
      }),
    );
  });
});

const cssIssue = (css: string) => readStyleSheet(css).issue;

describe('readStyleSheet', () => {
  it.each([
    '',
    '.title { color: #fff; }',
    '.card:hover::before { content: "a"; transform: translate(1px, 2px) }',
    '@media (max-width: 600px) { .title { font-size: 12px } }',
    '@keyframes x { from { opacity: 0 } to { opacity: 1 } }',
    '.a { background: linear-gradient(red, blue); --tone: #123 }',
    '.a { content: "url(x) @import :host" }',
    '/* url(x) @import */ .a { color: red }',
  ])('finds nothing in %s', (css) => {
    expect(cssIssue(css)).toBeNull();
  });

  it.each([
    ['.a{}\n  @import "x";', '@import is not allowed (line 2, column 3)'],
    ['.a{b:url(x)}', 'url() is not allowed (line 1, column 6)'],
    ['.a{b:\\75rl(x)}', 'line 1, column'],
    ['.a{b:\\55 \\52 \\4c (x)}', 'line 1, column'],
    ['.a{b:Image-Set("x" 1x)}', 'image-set() is not allowed (line 1, column 6)'],
    ['.a{b:src("x")}', 'src() is not allowed'],
    ['.a{b:cross-fade("x","y")}', 'cross-fade() is not allowed'],
    ['.a{b:min(max(url("x")))}', 'url() is not allowed'],
    ['.a{b:attr(x)}', 'attr() is not allowed (line 1, column 6)'],
    ['@property --x{}', '@property is not allowed'],
    ['.a{--b:url(x)}', 'url'],
    ['.a{--b:{url(x)}}', 'line 1, column 8'],
    [':HOST{}', ':host is not allowed (line 1, column 1)'],
    ['.a:not(:host){}', ':host is not allowed'],
    [':is(:h\\6fst){}', ':host is not allowed'],
    [':root{}', ':root is not allowed'],
    ['@font-face{}', '@font-face is not allowed'],
    ['@f\\6fnt-face{}', '@font-face is not allowed'],
    ['@supports (background:url(x)){}', 'url'],
    ['.a{;;b:url(x', 'url'],
    ['.a{@import "x";}', '@import'],
    ['<!-- @import "x"; -->', 'line 1, column 1'],
    ['.a{b:c}}@import url(x);', 'line 1'],
  ])('finds what is wrong with %s', (css, issue) => {
    expect(cssIssue(css)).toContain(issue);
  });

  it('terminates, whatever the previous sheet was: css-tree reuses its token buffer between calls', () => {
    const check = { cssIssue, sheet: '' };
    const script = new Script('cssIssue(sheet)');
    const context = createContext(check);
    for (const sheet of ['('.repeat(16), '{*/!,\\}a;}:)(']) {
      check.sheet = sheet;
      // An endless loop would also block the test's own timeout; this breaks out of it.
      expect(script.runInContext(context, { timeout: 2_000 })).toContain('line 1');
    }
  });

  it('counts bytes, not characters', () => {
    expect(cssIssue(`/*${'x'.repeat(4_092)}*/`)).toBeNull();
    expect(cssIssue(`/*${'ä'.repeat(2_047)}*/`)).toBe('At most 4096 bytes');
  });

  const PIECES = ['a', '{', '}', '(', ')', ';', ':', '@media ', '*/', ',', '--x', ' '];
  /** Inside a string or a comment, a URL is just text. */
  const QUOTING = ['"', "'", '\\', '/*'];

  it('never throws, whatever the sheet', () => {
    const sheet = fc.array(fc.constantFrom(...PIECES, ...QUOTING), { maxLength: 24 });
    fc.assert(
      fc.property(sheet, (pieces) => {
        expect(() => cssIssue(pieces.join(''))).not.toThrow();
      }),
    );
  });

  it('finds a URL wherever it is hidden', () => {
    const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 });
    fc.assert(
      fc.property(pieces, pieces, (before, after) => {
        const css = `.a{${before.join('')} b: url(http://evil.example) ${after.join('')}`;
        // Two comment ends next to each other start a comment.
        fc.pre(!css.includes('/*'));
        expect(cssIssue(css)).toBeTypeOf('string');
      }),
    );
  });
});
