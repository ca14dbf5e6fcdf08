// The documents of content/: what there is, and each on demand. Every body is a chunk of its own, and so is all their
// text for the search; only titles and summaries come with the screens that list them. Those of posts are in posts.ts.
import { useEffect, useState } from 'react';
import { expectConnection } from '../ui/loadable.ts';
import { type DocumentEntry, type DocumentNode, type DocumentSection, TOPICS } from './document.ts';

const ENTRIES = import.meta.glob<DocumentEntry>('/content/{guides,pages}/*.md', {
  eager: true,
  query: '?entry',
  import: 'default',
});
const BODIES = import.meta.glob<DocumentNode[]>('/content/**/*.md', { import: 'default' });

export const documents = Object.values(ENTRIES).toSorted(
  (a, b) => TOPICS.indexOf(a.topic) - TOPICS.indexOf(b.topic) || a.order - b.order,
);

/** A guide: its entry, and the name that addresses use. */
export type Guide = DocumentEntry & { guide: string };

const GUIDES = 'guides/';

/** All guides, in the order in which one would read them. */
export const guides: readonly Guide[] = documents
  .filter(({ name }) => name.startsWith(GUIDES))
  .map((entry) => ({ ...entry, guide: entry.name.slice(GUIDES.length) }));

/** @param name such as 'rules' or 'install-shopify'. */
export const findGuide = (name: string): Guide | undefined => guides.find(({ guide }) => guide === name);

/** @param name its path in content/, without `.md`: 'pages/faq'. */
export const findDocument = (name: string): DocumentEntry | undefined => documents.find((entry) => entry.name === name);

const loaded = new Map<string, DocumentNode[]>();

/** The documents of the page that is being prerendered, which its hydration has to have, too. */
export const prerenderedDocuments = new Set<string>();

/** Loads what a page is to show in its first render. */
export const preloadDocuments = (names: Iterable<string>): Promise<unknown> => Promise.all(Array.from(names, loadBody));

/**
 * @param name its path in content/, without `.md`.
 * @throws if there is no such document, or it can't be loaded.
 */
async function loadBody(name: string): Promise<DocumentNode[]> {
  const load = BODIES[`/content/${name}.md`];
  if (!load) throw new Error(`No document ${name}`);
  if (!import.meta.env.SSR) await expectConnection();
  const body = await load();
  loaded.set(name, body);
  return body;
}

/**
 * @param name stays the same: another document is another page.
 * @returns a document's body, undefined until it is there; `retry` after `hasFailed` tries again.
 */
export function useDocumentBody(name: string) {
  if (import.meta.env.SSR) prerenderedDocuments.add(name);
  const [body, setBody] = useState(() => loaded.get(name));
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (body || hasFailed) return;
    let isGone = false;
    loadBody(name).then(
      (found) => isGone || setBody(found),
      () => isGone || setHasFailed(true),
    );
    return () => {
      isGone = true;
    };
  }, [name, body, hasFailed]);
  return { body, hasFailed, retry: () => setHasFailed(false) };
}

/** @returns the plain text of all documents, by name, for the search. */
export async function loadSections(): Promise<Map<string, DocumentSection[]>> {
  await expectConnection();
  const { sections } = await import('./sections.ts');
  return sections;
}
