// The notice's small drawings: paths on a 24 by 24 grid, drawn as lines.

export const CROSS = 'M7 7l10 10M17 7L7 17';
export const BELL = 'M6 17v-6a6 6 0 0 1 12 0v6l2 1H4zM10 21h4';

const BAG = 'M5 8h14l1 12H4zM9 8a3 3 0 0 1 6 0';
const PERSON = 'M8 8a4 4 0 0 0 8 0 4 4 0 0 0-8 0M5 20c0-8 14-8 14 0';
const STAR = 'M12 3l3 6 6 1-5 4 2 7-6-4-6 4 2-7-5-4 6-1z';
const TAG = 'M4 12V4h8l8 8-8 8zM8 8h0';

/** By notification type; one that is not here gets the bell. */
export const GLYPHS: Partial<Record<string, string>> = {
  purchase: BAG,
  'low-stock': BAG,
  signup: PERSON,
  visitors: PERSON,
  review: STAR,
  milestone: STAR,
  discount: TAG,
};
