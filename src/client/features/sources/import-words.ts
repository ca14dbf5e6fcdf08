// Texts about imports. Pure.
import type { Failure } from '#client/auth/failures.ts';
import type { Sent } from '#client/data/sendings.ts';
import { count } from '#client/format/numbers.ts';
import type { ImportSummary, Refusal } from '#shared/contract/import.ts';
import type { Source } from '#shared/contract/source.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/time.ts';
import type { CsvStart } from './csv-start.ts';
import { LABELS } from './mapping-draft.ts';

const KIB = 1024;

/** @returns a size of a file, '1.2 MiB'. */
export function sizeText(bytes: number): string {
  if (bytes < KIB) return `${count(bytes)} bytes`;
  if (bytes < KIB * KIB) return `${count(Math.round(bytes / KIB))} KiB`;
  return `${(bytes / KIB / KIB).toFixed(1)} MiB`;
}

/** @returns how many rows there are to check, '95 rows'. */
export const rowsText = ({ rows, isWhole }: Pick<CsvStart, 'rows' | 'isWhole'>): string =>
  isWhole ? plural(rows.length, 'row') : `only the first ${plural(rows.length, 'row')} are checked here`;

/** @returns what is wrong with a row, 'Amount: Enter an amount'. */
export const issueText = (issues: Refusal['errors']): string =>
  issues.map(({ field, message }) => `${labelOf(field)}: ${message}`).join(', ');

const labelOf = (field: string): string => (field === 'row' ? 'Row' : (LABELS[field as keyof typeof LABELS] ?? field));

const plural = (value: number, one: string, many = `${one}s`) => `${count(value)} ${value === 1 ? one : many}`;

/** @returns what became of the rows, '95 new events · 3 already here'. */
export function countsText({ accepted, duplicates, skipped, refused }: ImportSummary): string {
  const parts = [plural(accepted, 'new event')];
  if (duplicates > 0) parts.push(`${count(duplicates)} already here`);
  if (skipped > 0) parts.push(`${count(skipped)} skipped`);
  if (refused > 0) parts.push(`${count(refused)} refused`);
  return parts.join(' · ');
}

/** @returns what became of the rows of a file that stopped, and why it did. */
export const stoppedText = (result: ImportSummary): string => `${countsText(result)}. ${result.reason}.`;

/** Conflicts that are told before a row is read. */
const REFUSED_UNREAD: readonly string[] = [EVENT_MESSAGES.csvUndoing, EVENT_MESSAGES.noFilesHere];

/** @returns whether rows may have been saved before it failed; other refusals say that nothing was taken. */
export function mayHaveSaved({ code, message, status }: Pick<Failure, 'code' | 'message' | 'status'>): boolean {
  if (code === 'conflict') return !REFUSED_UNREAD.includes(message);
  return status === undefined || status >= 500 || message === EVENT_MESSAGES.csvTooLarge;
}

/** @returns why a file failed, in whole sentences. */
export const failureText = ({ fields, message }: Pick<Failure, 'fields' | 'message'>): string =>
  (fields.length > 0 ? fields.map((one) => one.message) : [message])
    .map((text) => (text.endsWith('.') ? text : `${text}.`))
    .join(' ');

/** What became of a file that wasn't imported as a whole. */
export const ENDINGS = {
  partly: 'Only part of the file was imported',
  interrupted: 'The import was interrupted',
  refused: "The file wasn't imported",
};

/** @param own the import that broke off; null when nothing of it was kept, undefined until that is known. */
export function keptText(own: ImportSummary | null | undefined): string {
  if (own === undefined) return 'If any rows were saved, the import is listed below.';
  if (own?.state === 'running') return 'Saving the rows that were already sent …';
  if (!own) return 'Nothing was imported.';
  if (own.accepted === 0) return 'Nothing new was imported.';
  return `${countsText(own)}. To remove ${own.accepted === 1 ? 'it' : 'them'}, undo the import below.`;
}

/** @returns what a toast says of a file that was sent while its owner was on another page. */
export function endedToast(name: string, sent: Sent) {
  const isWhole = sent.is === 'done' && sent.result.state !== 'stopped';
  const [title, text] = endingOf(sent);
  return { title, description: `${name}: ${text}`, tone: isWhole ? ('success' as const) : ('danger' as const) };
}

function endingOf(sent: Sent): [title: string, text: string] {
  const listed = "If any rows were saved, the import is listed on its source's page.";
  switch (sent.is) {
    case 'done': {
      const { result } = sent;
      return result.state === 'stopped'
        ? [ENDINGS.partly, stoppedText(result)]
        : ['Import finished', countsText(result)];
    }
    case 'canceled':
      return ['Import canceled', listed];
    case 'failed': {
      const why = failureText(sent.failure);
      return mayHaveSaved(sent.failure) ? [ENDINGS.interrupted, `${why} ${listed}`] : [ENDINGS.refused, why];
    }
  }
}

/** @returns how far back what a source shows may lie, '7 days'. */
export function reachText({ rules }: Pick<Source, 'rules'>): string {
  const ms = rules.maxAge * SECOND;
  if (ms % DAY === 0) return plural(ms / DAY, 'day');
  return ms % HOUR === 0 ? plural(ms / HOUR, 'hour') : plural(Math.round(ms / MINUTE), 'minute');
}

/** @returns the report as a file: the refused rows by line, for whoever fixes them. */
export function reportOf(refusals: readonly Refusal[]): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = refusals.flatMap(({ line, errors }) =>
    errors.map(({ field, message }) => [String(line), quoted(field), quoted(message)].join(',')),
  );
  return ['line,field,message', ...rows, ''].join('\r\n');
}
