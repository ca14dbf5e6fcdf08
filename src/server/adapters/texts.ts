// Strips tags from texts that end up on a visitor's page (sanitize-html).
import sanitizeHtml from 'sanitize-html';

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
};

/**
 * @returns `value` without tags and attributes. sanitize-html drops text after a `<` that opens no tag (`5 < 6`,
 * `I <3 it`), so those are escaped first, and it escapes what it keeps, so entities are decoded once afterwards.
 */
export function toPlain(value: string): string {
  // Most texts have no markup, and a file has a million of them.
  if (!/[<&]/.test(value)) return value.trim();
  const opensNoTag = value.replace(/<(?![a-zA-Z/!?])/g, '&lt;');
  const clean = sanitizeHtml(opensNoTag, { allowedTags: [], allowedAttributes: {}, disallowedTagsMode: 'discard' });
  return clean.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity).trim();
}
