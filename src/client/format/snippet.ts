// The script tags that owners paste into their pages.

const attribute = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** @returns the standard tag, which always loads the current widget. */
export const snippetOf = (publicUrl: string, siteId: string): string =>
  `<script async src="${attribute(publicUrl)}/widget.js" data-site-id="${attribute(siteId)}"></script>`;

/** @returns the selector of a site's own tag in a page: other vendors' have a `data-site-id`, too. */
export const tagSelectorOf = (siteId: string): string => `script[data-site-id="${siteId}"], script[src*="${siteId}"]`;

/** @returns the pinned tag: this exact build of the widget; the browser rejects it if a single byte differs. */
export const pinnedSnippetOf = (
  publicUrl: string,
  siteId: string,
  widget: { file: string; integrity: string },
): string =>
  `<script async src="${attribute(publicUrl)}/${attribute(widget.file)}" integrity="${attribute(widget.integrity)}" crossorigin="anonymous" data-site-id="${attribute(siteId)}"></script>`;
