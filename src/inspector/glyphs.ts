// The overlay's drawings, on a 24 by 24 grid.
import { type Branch, h } from './tree.ts';

const PATHS = {
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  close: 'M6 6l12 12M18 6L6 18',
  fold: 'M6 15l6-6 6 6',
  unfold: 'M6 9l6 6 6-6',
  swap: 'M8 7H20M20 7l-4-4M20 7l-4 4M16 17H4M4 17l4-4M4 17l4 4',
  yes: 'M5 13l4 4L19 7',
  no: 'M7 7l10 10M17 7L7 17',
} as const;

/** @returns a line drawing that screen readers pass over. */
export const glyph = (name: keyof typeof PATHS): Branch =>
  h('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true', class: name }, h('path', { d: PATHS[name] }));
