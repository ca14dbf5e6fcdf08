// Draws a document from its tree: elements as they are, but links that the app follows itself, headings that can be
// linked to, code with a copy button, tables that scroll in themselves, and what the server says of itself.
import './prose.css';
import { createElement, Fragment, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { CodeBlock } from '../ui/code-block.tsx';
import type { DocumentNode } from './document.ts';
import { cutAtValues, InstallationValue, type ValueName } from './installation-value.tsx';
import { documentHref } from './links.ts';

/** What documents say where a site's own values belong. */
type Values = { YOUR_SITE_ID?: string; 'https://proofbell.example.com'?: string };

type DocumentBodyProps = {
  body: readonly DocumentNode[];
  /** Of the site in whose documentation it stands. */
  slug?: string | undefined;
  /** Put into code in place of what the documents say. */
  values?: Values | undefined;
};

export const DocumentBody = ({ body, slug, values }: DocumentBodyProps) => (
  <div className="prose">{draw(body, { slug, values: Object.entries(values ?? {}) })}</div>
);

type Context = { slug: string | undefined; values: [string, string][] };

const draw = (nodes: readonly DocumentNode[], context: Context): ReactNode[] =>
  nodes.map((node, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a document doesn't change while it is shown.
    <Fragment key={at}>
      {typeof node === 'string' ? withValues(node) : <Element node={node} context={context} />}
    </Fragment>
  ));

const withValues = (text: string): ReactNode =>
  cutAtValues(text).map((piece, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a document doesn't change while it is shown.
    at % 2 ? <InstallationValue key={at} name={piece as ValueName} /> : piece,
  );

const textOf = (node: DocumentNode): string =>
  typeof node === 'string' ? node : (node.slice(2) as DocumentNode[]).map(textOf).join('');

const filled = (text: string, { values }: Context) =>
  values.reduce((all, [name, value]) => all.replaceAll(name, value), text);

function Element({ node, context }: { node: Exclude<DocumentNode, string>; context: Context }) {
  const [tag, given, ...children] = node;
  const attributes = given || {};
  const inside = () => draw(children, context);
  switch (tag) {
    case 'pre':
      return <CodeBlock label={attributes['data-label'] ?? 'Text'} code={filled(textOf(node), context)} />;
    case 'code':
      return <code>{filled(textOf(node), context)}</code>;
    case 'h2':
    case 'h3':
      return (
        <Heading tag={tag} id={attributes.id ?? ''}>
          {inside()}
        </Heading>
      );
    case 'a':
      return (
        <DocumentLink href={attributes.href ?? ''} slug={context.slug}>
          {inside()}
        </DocumentLink>
      );
    case 'table':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no pointer scrolls it by the arrow keys.
        <section className="prose-table" aria-label="Table" tabIndex={0}>
          <table>{inside()}</table>
        </section>
      );
    case 'img':
      return <img {...attributes} alt={attributes.alt ?? ''} loading="lazy" />;
    case 'br':
    case 'hr':
      return createElement(tag);
    default:
      return createElement(tag, attributes, ...inside());
  }
}

function Heading({ tag: Tag, id, children }: { tag: 'h2' | 'h3'; id: string; children: ReactNode }) {
  const { search } = useLocation();
  return (
    <Tag id={id}>
      <Link to={{ search, hash: id }}>{children}</Link>
    </Tag>
  );
}

function DocumentLink({ href, slug, children }: { href: string; slug: string | undefined; children: ReactNode }) {
  const { search } = useLocation();
  if (href.startsWith('#')) return <Link to={{ search, hash: href }}>{children}</Link>;
  const target = documentHref(href, slug);
  if (target === null) return <strong>{children}</strong>;
  // What the server itself shows is no screen of the app.
  if (target.startsWith('/') && !target.startsWith('/api/')) return <Link to={target}>{children}</Link>;
  return (
    <a href={target} rel="noreferrer">
      {children}
    </a>
  );
}
