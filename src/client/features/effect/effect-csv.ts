// The curve as a table for spreadsheets. Pure.
import type { Effect } from '#shared/contract/effect.ts';

const HEAD = 'day,visitors without,visitors with,reached without,reached with,lift,lift from,lift to';

/** @returns what had come by the end of each day, as CSV; a lift is a share, empty where there is none. */
export const daysCsv = (days: Effect['days']): string =>
  [
    HEAD,
    ...days.map(({ day, enrolled, converted, lift }) =>
      [
        day,
        enrolled.heldOut,
        enrolled.shown,
        converted.heldOut,
        converted.shown,
        ...[lift?.value, lift?.low, lift?.high].map((value) => value?.toFixed(4) ?? ''),
      ].join(','),
    ),
    '',
  ].join('\r\n');
