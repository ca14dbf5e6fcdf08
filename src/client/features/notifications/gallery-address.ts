// The gallery of templates in the address: `templates` is its category, `find` its search, `from` a notification to make a
// template from. The rest is the list's view, which stays there while the gallery stands in the list's place. Pure.
import type { TemplateFilter } from './template-text.ts';

const NAMES = ['templates', 'find', 'from'] as const;

/** @returns the address of the list, relative to the page, with its view as it was. */
export function listHref(query: URLSearchParams): string {
  const next = new URLSearchParams(query);
  for (const name of NAMES) next.delete(name);
  return `?${next}`;
}

type GalleryView = { filter?: TemplateFilter; search?: string; from?: string };

/** @param query the address now. @returns the address of the gallery, relative to the page. */
export function galleryHref(query: URLSearchParams, { filter = 'all', search = '', from }: GalleryView = {}): string {
  const next = new URLSearchParams(listHref(query));
  next.set('templates', filter === 'all' ? '' : filter);
  if (search.trim() !== '') next.set('find', search);
  if (from !== undefined) next.set('from', from);
  return `?${next}`;
}
