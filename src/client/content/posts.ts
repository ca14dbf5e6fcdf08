// The posts of the blog: what there is, as plain data. A list, a feed and a sitemap can be made of it; bodies are loaded
// like those of any document (documents.ts).
import type { PostEntry } from './document.ts';

const ENTRIES = import.meta.glob<PostEntry>('/content/blog/*.md', { eager: true, query: '?entry', import: 'default' });

/** The newest first. */
export const posts: readonly PostEntry[] = Object.values(ENTRIES).toSorted((a, b) => b.date.localeCompare(a.date));

/** @param id the end of its address. */
export const findPost = (id: string): PostEntry | undefined => posts.find((post) => post.id === id);
