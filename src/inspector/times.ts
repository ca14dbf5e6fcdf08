// Durations and dates in plain English. Pure.

const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;

const counted = (count: number, unit: string) => `${count} ${unit}${unit === 'day' && count > 1 ? 's' : ''}`;

/**
 * @param ms may be negative. @returns its length in whole units, two of them from an hour up: '45 s', '12 min', '2 h 59
 * min'.
 */
export function spanOf(ms: number): string {
  const length = Math.abs(ms);
  const at = UNITS.findIndex(([size]) => length >= size);
  const [size, unit] = UNITS[at] ?? UNITS[3];
  const [below, part] = UNITS[at + 1] ?? UNITS[3];
  const rest = Math.floor((length % size) / below);
  const first = counted(Math.floor(length / size), unit);
  return size >= 3_600_000 && rest > 0 ? `${first} ${counted(rest, part)}` : first;
}

/** @param ms since 1970. @param timeZone the browser's own by default. @returns for example '15:00'. */
export function timeOf(ms: number, timeZone?: string): string {
  const form = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en-US', { ...form, ...(timeZone && { timeZone }) }).format(ms);
}

/** @param ms since 1970. @param timeZone the browser's own by default. @returns for example 'Mar 10, 2026, 15:00'. */
export function momentOf(ms: number, timeZone?: string): string {
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const form = { ...date, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en-US', { ...form, ...(timeZone && { timeZone }) }).format(ms);
}
