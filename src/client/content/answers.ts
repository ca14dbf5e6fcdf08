// Answers of the frequently asked questions, as plain text, for pages that show a few of them. In no other chunk.
import type { DocumentSection } from './document.ts';

const [FAQ = []] = Object.values(
  import.meta.glob<DocumentSection[]>('/content/pages/faq.md', { eager: true, query: '?sections', import: 'default' }),
);

/** @param ids of the questions' headings. @returns them in this order; one that is no longer asked is left out. */
export const answersTo = (ids: readonly string[]): readonly DocumentSection[] =>
  ids.flatMap((id) => FAQ.find((section) => section.id === id) ?? []);
