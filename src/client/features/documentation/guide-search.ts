// The search over guides and questions: sections of all documents, ranked, with the place where the words stand.
import MiniSearch, { type SearchOptions, type SearchResult } from 'minisearch';
import type { DocumentEntry, DocumentSection } from '#client/content/document.ts';

export type Found = {
  entry: DocumentEntry;
  /** The best section; its id is empty when that is the document's start. */
  section: { id: string; title: string };
  /** A part of the text, in pieces; those that match are marked. */
  excerpt: { text: string; isMatch: boolean }[];
};

type Row = { id: number; title: string; keywords: string; text: string };

/** Titles say what a section is about; a word in the text may be there by the way. */
const BOOST = { title: 6, keywords: 4, text: 1 };

/** How many letters of a word may be wrong, as a share of it. */
const FUZZY = 0.2;

/** About how many characters of the text a result shows. */
const EXCERPT = 170;

/** @returns a function that finds; at most one section for each document, best first. */
export function makeSearch(
  entries: readonly DocumentEntry[],
  sections: ReadonlyMap<string, readonly DocumentSection[]>,
): (query: string) => Found[] {
  const all = entries.flatMap((entry) =>
    (sections.get(entry.name) ?? []).map((section) => ({ entry, section, isStart: section.id === '' })),
  );
  const index = new MiniSearch<Row>({
    fields: ['title', 'keywords', 'text'],
    searchOptions: { boost: BOOST, prefix: true },
  });
  index.addAll(
    all.map(({ entry, section, isStart }, id) => ({
      id,
      title: section.title,
      keywords: isStart ? entry.keywords.join(' ') : '',
      text: isStart ? `${entry.summary} ${section.text}` : section.text,
    })),
  );
  return (query) => {
    // What is meant to the letter comes alone: 'consent' is not a typo of 'content'.
    const attempts: SearchOptions[] = [
      { combineWith: 'AND' },
      { combineWith: 'AND', fuzzy: FUZZY },
      {},
      { fuzzy: FUZZY },
    ];
    let hits: SearchResult[] = [];
    for (const options of attempts) if (hits.length === 0) hits = index.search(query, options);
    const best = new Map<string, Found>();
    for (const { id, terms } of hits) {
      const hit = all[id];
      if (!hit || best.has(hit.entry.name)) continue;
      const { entry, section, isStart } = hit;
      const text = isStart ? entry.summary : section.text;
      best.set(entry.name, { entry, section, excerpt: mark(cut(text, terms), terms) });
    }
    return [...best.values()];
  };
}

const wordsOf = (terms: readonly string[]) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(${terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})(?![\\p{L}\\p{N}])`,
    'giu',
  );

/** @returns a part of `text` around the first of `terms`, cut between words. */
function cut(text: string, terms: readonly string[]): string {
  const at = Math.max(0, text.search(wordsOf(terms)));
  const from = at < EXCERPT / 2 ? 0 : text.lastIndexOf(' ', at - EXCERPT / 3) + 1;
  if (from + EXCERPT >= text.length) return `${from > 0 ? '… ' : ''}${text.slice(from)}`;
  const part = text.slice(from, text.lastIndexOf(' ', from + EXCERPT));
  return `${from > 0 ? '… ' : ''}${part} …`;
}

/** @returns `text` in pieces. */
const mark = (text: string, terms: readonly string[]) =>
  text
    .split(wordsOf(terms))
    // split() puts what the group caught at the odd places.
    .map((piece, at) => ({ text: piece, isMatch: at % 2 === 1 }))
    .filter((piece) => piece.text !== '');
