// The documents of content/, built, and how tests look into them.
import { globSync, readFileSync } from 'node:fs';
import { buildDocument } from '#build/content.ts';
import type { DocumentNode } from '#client/content/document.ts';

export const documents = globSync('content/**/*.md').map((file) => {
  const name = file.replaceAll('\\', '/').slice('content/'.length, -'.md'.length);
  return { name, ...buildDocument(name, readFileSync(file, 'utf8')) };
});

/** By their path in content/, without `.md`. */
export const byName = new Map(documents.map((document) => [document.name, document]));

/** @param name of a document. @returns its text, without any tag. */
export const plainText = (name: string) => (byName.get(name)?.sections ?? []).map(({ text }) => text).join(' ');

export type Element = Exclude<DocumentNode, string>;

/** @returns all elements of that name, at any depth. */
export function elementsOf(tag: string, nodes: readonly DocumentNode[]): Element[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    const [own, , ...children] = node;
    return [...(own === tag ? [node] : []), ...elementsOf(tag, children)];
  });
}

export const textOf = (node: DocumentNode): string =>
  typeof node === 'string' ? node : (node.slice(2) as DocumentNode[]).map(textOf).join('');
