// The notice's small drawings: paths on a 24 by 24 grid, drawn as lines.

export const CROSS = 'M7 7l10 10M17 7L7 17';
export const BELL = 'M6 17v-6a6 6 0 0 1 12 0v6l2 1H4zM10 21h4';

/** By notification type; one that is not here gets the bell. */
export const GLYPHS: Partial<Record<string, string>> = {
  purchase: 'M5 8h14l1 12H4zM9 8a3 3 0 0 1 6 0',
  signup: 'M8 8a4 4 0 0 0 8 0 4 4 0 0 0-8 0M5 20c0-8 14-8 14 0',
  review: 'M12 3l3 6 6 1-5 4 2 7-6-4-6 4 2-7-5-4 6-1z',
  visitors: 'M3 12c4-8 14-8 18 0-4 8-14 8-18 0M9 12a3 3 0 0 0 6 0 3 3 0 0 0-6 0',
  'low-stock': 'M12 3l8 4v10l-8 4-8-4V7zM4 7l8 4 8-4M12 11v10',
  announcement: 'M4 10v4h4l8 5V5l-8 5zM19 9q2 3 0 6',
  discount: 'M4 12V4h8l8 8-8 8zM8 8h0',
  milestone: 'M6 21V4h12l-3 4 3 4H6',
};
