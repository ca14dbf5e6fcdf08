// How imports are told of. Pure.
import { count } from '#client/format/numbers.ts';
import type { ImportSummary, Refusal } from '#shared/contract/import.ts';
import type { Source } from '#shared/contract/source.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/time.ts';
import { COLUMN_LABELS } from './column-draft.ts';

const KIB = 1024;

/** @returns a size of a file, '1.2 MiB'. */
export function sizeText(bytes: number): string {
  if (bytes < KIB) return `${count(bytes)} bytes`;
  if (bytes < KIB * KIB) return `${count(Math.round(bytes / KIB))} KiB`;
  return `${(bytes / KIB / KIB).toFixed(1)} MiB`;
}

/** @returns what is wrong with a row, 'Amount: Enter an amount'. */
export const issueText = (issues: Refusal['errors']): string =>
  issues.map(({ field, message }) => `${labelOf(field)}: ${message}`).join(', ');

const labelOf = (field: string): string =>
  field === 'row' ? 'Row' : (COLUMN_LABELS[field as keyof typeof COLUMN_LABELS] ?? field);

const plural = (value: number, one: string, many = `${one}s`) => `${count(value)} ${value === 1 ? one : many}`;

/** @returns what became of the rows, '95 new events · 3 there already'. */
export function countsText({ accepted, duplicates, skipped, refused }: ImportSummary): string {
  const parts = [plural(accepted, 'new event')];
  if (duplicates > 0) parts.push(`${count(duplicates)} there already`);
  if (skipped > 0) parts.push(`${count(skipped)} skipped`);
  if (refused > 0) parts.push(`${count(refused)} refused`);
  return parts.join(' · ');
}

/** @returns how far back what a source shows may lie, '7 days'. */
export function reachText({ rules }: Pick<Source, 'rules'>): string {
  const ms = rules.maxAge * SECOND;
  if (ms % DAY === 0) return plural(ms / DAY, 'day');
  return ms % HOUR === 0 ? plural(ms / HOUR, 'hour') : plural(Math.round(ms / MINUTE), 'minute');
}

/** @returns the report as a file: the refused rows by line, for whoever mends them. */
export function reportOf(refusals: readonly Refusal[]): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = refusals.flatMap(({ line, errors }) =>
    errors.map(({ field, message }) => [String(line), quoted(field), quoted(message)].join(',')),
  );
  return ['line,field,message', ...rows, ''].join('\r\n');
}
