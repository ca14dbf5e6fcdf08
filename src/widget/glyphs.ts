// The small drawings of the notice: one for each type, and the closing cross. Paths on a 24 by 24 grid, drawn as lines.

const GLYPHS: Partial<Record<string, string>> = {
  purchase: 'M6 8h12l1 12H5zM9 8a3 3 0 0 1 6 0',
  signup: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 20c1-7 13-7 14 0',
  review: 'M12 4l2.5 5 5.5.8-4 3.9.9 5.5-4.9-2.6-4.9 2.6.9-5.5-4-3.9 5.5-.8z',
  visitors: 'M3 12c4-8 14-8 18 0-4 8-14 8-18 0zM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0z',
  'low-stock': 'M12 3l8 4v10l-8 4-8-4V7zM4 7l8 4 8-4M12 11v10',
  announcement: 'M4 10v4h3l9 5V5l-9 5zM19 9q2 3 0 6',
  discount: 'M4 12V4h8l8 8-8 8zM8 8h0',
  milestone: 'M6 21V4h12l-3 4 3 4H6',
};
const BELL = 'M6 17v-6a6 6 0 0 1 12 0v6l2 1H4zM10 21h4';
const CROSS = 'M7 7l10 10M17 7L7 17';

/** @returns an svg element that assistive technology passes over. */
export function draw(document: Document, path: string): SVGElement {
  const make = (name: string, attributes: Record<string, string>) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element as SVGElement;
  };
  const svg = make('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' });
  svg.append(make('path', { d: path }));
  return svg;
}

/** @returns the drawing of a notice's type; a bell for one that is not known. */
export const drawType = (document: Document, type: string): SVGElement => draw(document, GLYPHS[type] ?? BELL);

export const drawCross = (document: Document): SVGElement => draw(document, CROSS);
