// The plain text of guides and questions, in one chunk, which is loaded when somebody searches.
import type { DocumentSection } from './document.ts';

const SECTIONS = import.meta.glob<DocumentSection[]>(['/content/guides/*.md', '/content/pages/faq.md'], {
  eager: true,
  query: '?sections',
  import: 'default',
});

export const sections = new Map(
  Object.entries(SECTIONS).map(([path, each]) => [path.slice('/content/'.length, -'.md'.length), each]),
);
