// Validates a typed range of days. Pure.
import { DAY } from '#shared/time.ts';

/**
 * @param days the values of the browser's date fields: `YYYY-MM-DD`, or '' if empty or incomplete.
 * @param max the last day that can be chosen
 * @returns a message for each invalid field.
 */
export function dateRangeIssues(
  days: { from: string; to: string },
  max: string,
  daysMax: number,
): { from?: string; to?: string } {
  const failures: { from?: string; to?: string } = {};
  if (days.from === '') failures.from = 'Choose the first day';
  else if (days.from > max) failures.from = 'This day is in the future';
  if (days.to === '') failures.to = 'Choose the last day';
  else if (days.to > max) failures.to = 'This day is in the future';
  if (failures.from || failures.to) return failures;
  if (days.from > days.to) return { to: 'Ends before it starts' };
  if ((Date.parse(days.to) - Date.parse(days.from)) / DAY >= daysMax) return { to: `At most ${daysMax} days` };
  return {};
}
