// What is wrong with a span of days that somebody typed. Pure.

const DAY = 86_400_000;

/**
 * @param days as the browser's date fields give them: `YYYY-MM-DD`, or '' where the field is empty or half filled.
 * @param max the last day that can be chosen
 * @returns a text for each field that has a fault.
 */
export function dateRangeFaults(
  days: { from: string; to: string },
  max: string,
  daysMax: number,
): { from?: string; to?: string } {
  const faults: { from?: string; to?: string } = {};
  if (days.from === '') faults.from = 'Choose the first day';
  else if (days.from > max) faults.from = 'This day is still to come';
  if (days.to === '') faults.to = 'Choose the last day';
  else if (days.to > max) faults.to = 'This day is still to come';
  if (faults.from || faults.to) return faults;
  if (days.from > days.to) return { to: 'Ends before it starts' };
  if ((Date.parse(days.to) - Date.parse(days.from)) / DAY >= daysMax) return { to: `At most ${daysMax} days` };
  return {};
}
