// The Vite plugin that turns the documents of content/ into modules: Markdown becomes sanitized HTML, and that a tree of
// plain values, so that browsers get neither a Markdown parser nor HTML to parse. A document makes three modules: its
// body, `?entry` with what lists show of it, and `?sections` with its plain text for the search.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, posix, relative, resolve } from 'node:path';
import GithubSlugger from 'github-slugger';
import { Parser } from 'htmlparser2';
import { imageSize } from 'image-size';
import { Marked } from 'marked';
import sanitizeHtml from 'sanitize-html';
import type { Plugin } from 'vite';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import {
  type DocumentEntry,
  type DocumentNode,
  type DocumentSection,
  type PostEntry,
  TOPICS,
} from '#client/content/document.ts';
import { toPlain } from '#server/adapters/texts.ts';

const ROOT = resolve('content');

/** One line that lists, feeds and metadata show as it is: without tags and attributes (spec 9), entities decoded once. */
const line = z
  .string()
  .transform((text) => toPlain(text).replace(/\s+/g, ' '))
  .pipe(z.string().min(1));

const common = {
  title: line,
  summary: line,
  /** Words that people search for and the text doesn't use. */
  keywords: z.array(z.string()).default([]),
};

const documentSchema = z.strictObject({
  ...common,
  /** Under which lists show it; `install-…` are in a topic of their own. */
  topic: z.enum(TOPICS).optional(),
  /** Lists and 'next' follow it, within the topic. */
  order: z.number(),
  /** When what it promises changed last. */
  updated: z.iso.date().optional(),
});

const postSchema = z.strictObject({ ...common, date: z.iso.date() });

/** Words a minute of a reader who takes in what they read. */
const READING_SPEED = 230;

/** @returns whole minutes, rounded up. */
export const readingTime = (text: string): number => Math.ceil((text.match(/\S+/g)?.length ?? 0) / READING_SPEED);

/** What is left of a document's HTML. Headings get their ids from us; `guide:`, `page:`, `post:` and `screen:` are our own links. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: `p h2 h3 h4 ul ol li strong em del code pre blockquote table thead tbody tr th td a img br hr`.split(
    ' ',
  ),
  allowedAttributes: {
    a: ['href'],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['start'],
    pre: ['data-label'],
    h2: ['id'],
    h3: ['id'],
    th: ['align'],
    td: ['align'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'guide', 'page', 'post', 'screen'],
  allowedSchemesByTag: { img: ['image'] },
  allowProtocolRelative: false,
  // Pictures that Markdown named are in content/ by now; others could load from anywhere.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !/^image:(?!.*\.\.)/.test(attribs.src ?? ''),
  disallowedTagsMode: 'discard',
};

const LANGUAGES: Record<string, string> = {
  html: 'HTML',
  css: 'CSS',
  js: 'JavaScript',
  jsx: 'JSX',
  json: 'JSON',
  bash: 'Terminal',
  nginx: 'nginx',
  php: 'PHP',
};

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

const LINK_KINDS: Record<string, string> = { guides: 'guide', blog: 'post' };

/** @returns a link as the client reads it: `rules.md#trial` becomes `guide:rules#trial`, `../pages/faq.md` `page:faq`. */
function ownLink(name: string, href: string): string {
  const [, path = '', hash = ''] = /^((?!\w+:)[^#]*\.md)(#.*)?$/.exec(href) ?? [];
  if (!path) return href;
  const [folder, ...rest] = posix.join(posix.dirname(name), path.slice(0, -'.md'.length)).split('/');
  return `${LINK_KINDS[folder ?? ''] ?? 'page'}:${rest.join('/')}${hash}`;
}

/** @param name the document's path in content/, without `.md`. @returns its Markdown as HTML, not sanitized yet. */
function toHtml(name: string, markdown: string): string {
  const slugger = new GithubSlugger();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = slugger.slug(text.replace(/[`*_]/g, ''));
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>`;
      },
      // ```html The page's head
      code({ text, lang = '' }) {
        const [language = '', ...label] = lang.split(' ');
        const title = label.join(' ') || LANGUAGES[language] || 'Text';
        return `<pre data-label="${escaped(title)}"><code>${escaped(text)}</code></pre>`;
      },
      link({ href, tokens }) {
        return `<a href="${escaped(ownLink(name, href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }) {
        const file = resolve(ROOT, dirname(name), href);
        if (/^[a-z]+:|^\//i.test(href) || !existsSync(file)) throw new Error(`No such picture in content/: ${href}`);
        const { width, height } = imageSize(readFileSync(file));
        const path = relative(ROOT, file);
        return `<img src="image:${escaped(path)}" alt="${escaped(text)}" width="${width}" height="${height}">`;
      },
    },
  });
  return marked.parse(markdown, { async: false });
}

/** Elements that hold only other elements ('' is the document): the line breaks between these mean nothing. */
const HOLD_NO_TEXT = new Set(['', 'ul', 'ol', 'li', 'blockquote', 'table', 'thead', 'tbody', 'tr']);

/** @returns sanitized HTML as a tree. */
function toTree(html: string): DocumentNode[] {
  const root: DocumentNode[] = [];
  const open = [root];
  const parser = new Parser({
    onopentag(tag, attributes) {
      const element: DocumentNode = [tag, Object.keys(attributes).length > 0 ? attributes : 0];
      open.at(-1)?.push(element);
      open.push(element as DocumentNode[]);
    },
    ontext(text) {
      const into = open.at(-1) ?? root;
      const last = into.at(-1);
      // The first two of an element are its name and attributes.
      if (typeof last === 'string' && (into === root || into.length > 2)) into[into.length - 1] = last + text;
      else if (/[^\n]/.test(text) || !HOLD_NO_TEXT.has(into === root ? '' : String(into[0]))) into.push(text);
    },
    onclosetag: () => void open.pop(),
  });
  parser.end(html);
  return root;
}

const childrenOf = (node: DocumentNode) => (typeof node === 'string' ? [] : (node.slice(2) as DocumentNode[]));

const BLOCKS = new Set(['p', 'li', 'pre', 'tr', 'th', 'td', 'h4', 'blockquote', 'br']);

/** @returns the text without any tag or attribute; blocks are apart by a space. */
function textOf(node: DocumentNode): string {
  if (typeof node === 'string') return node;
  const inside = childrenOf(node).map(textOf).join('');
  return BLOCKS.has(node[0]) ? `${inside} ` : inside;
}

const plain = (nodes: DocumentNode[]) => nodes.map(textOf).join(' ').replace(/\s+/g, ' ').trim();

const isHeading = (node: DocumentNode) => typeof node !== 'string' && /^h[23]$/.test(node[0]);

/** @returns the document cut at its headings; what stands before the first belongs to the title. */
function toSections(title: string, body: DocumentNode[]): DocumentSection[] {
  const sections: { id: string; title: string; nodes: DocumentNode[] }[] = [{ id: '', title, nodes: [] }];
  for (const node of body) {
    const attributes = typeof node === 'string' ? 0 : node[1];
    if (isHeading(node))
      sections.push({ id: attributes ? (attributes.id ?? '') : '', title: plain([node]), nodes: [] });
    else sections.at(-1)?.nodes.push(node);
  }
  return sections.map(({ nodes, ...section }) => ({ ...section, text: plain(nodes) }));
}

/** @throws naming the document and what is wrong. */
function readFront<Schema extends z.ZodType>(name: string, schema: Schema, front: string): z.output<Schema> {
  const read = schema.safeParse(parseYaml(front) ?? {});
  if (read.success) return read.data;
  const issues = read.error.issues.map(({ path, message }) => `${path.join('.') || 'front matter'}: ${message}`);
  throw new Error(`content/${name}.md: ${issues.join('; ')}`);
}

export type BuiltDocument = { entry: DocumentEntry | PostEntry; body: DocumentNode[]; sections: DocumentSection[] };

/**
 * @param name the document's path in content/, without `.md`.
 * @param source front matter and Markdown.
 * @throws with what is wrong with its front matter or a picture.
 */
export function buildDocument(name: string, source: string): BuiltDocument {
  const [, front = '', markdown = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  const post = name.startsWith('blog/') ? readFront(name, postSchema, front) : undefined;
  const given = post ?? readFront(name, documentSchema, front);
  const body = toTree(sanitizeHtml(toHtml(name, markdown), ALLOWED));
  const sections = toSections(given.title, body);
  const headings = body.filter(isHeading).map((node) => {
    const [tag, attributes] = node as Exclude<DocumentNode, string>;
    return { id: attributes ? (attributes.id ?? '') : '', text: plain([node]), isSub: tag === 'h3' };
  });
  const entry = post
    ? { name, id: name.slice('blog/'.length), ...post, minutes: readingTime(plain(body)), headings }
    : { name, topic: /\/install-/.test(name) ? ('Install' as const) : ('First steps' as const), ...given, headings };
  return { entry: entry as DocumentEntry | PostEntry, body, sections };
}

/** @returns the module of a document's body; its pictures are imported, so that they are built like any other file. */
function bodyModule(body: DocumentNode[]): string {
  const pictures: string[] = [];
  const json = JSON.stringify(body).replace(/"src":"image:([^"]+)"/g, (_all, path: string) => {
    pictures.push(`import picture${pictures.length} from ${JSON.stringify(`/content/${path}?no-inline`)};`);
    return `"src":picture${pictures.length - 1}`;
  });
  return `${pictures.join('\n')}\nexport default ${json};`;
}

export function contentFiles(): Plugin {
  return {
    name: 'proofbell-content',
    enforce: 'pre',
    transform: {
      filter: { id: /\/content\/.+\.md(?:\?(?:entry|sections))?$/ },
      handler(source, id) {
        const [file = '', kind] = id.split('?');
        const { entry, sections, body } = buildDocument(relative(ROOT, file).replace(/\.md$/, ''), source);
        const code =
          kind === 'entry'
            ? `export default ${JSON.stringify(entry)};`
            : kind === 'sections'
              ? `export default ${JSON.stringify(sections)};`
              : bodyModule(body);
        return { code, moduleType: 'js', map: null };
      },
    },
  };
}
