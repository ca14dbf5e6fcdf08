// What comes of a file's first rows, by the code that the server takes rows by. Pure.
import type { EventInput } from '#shared/contract/event.ts';
import type { EventField } from '#shared/contract/event-fields.ts';
import type { FieldError } from '#shared/contract/field-errors.ts';
import type { FieldMapping, Mapping } from '#shared/contract/mapping.ts';
import { eventOf, type Layout, layoutOf, readRow, withProvenOrder } from '#shared/csv-columns.ts';
import { exact } from '#shared/csv-exports.ts';
import { columnOf } from '#shared/json-pointer.ts';
import type { CsvStart } from './csv-start.ts';
import { type Found, type Issues, targetOf } from './mapping-draft.ts';

export type JudgedRow = { line: number } & (
  | { is: 'event'; event: EventInput; without: FieldError[] }
  | { is: 'skipped'; because: string }
  | { is: 'refused'; issues: FieldError[] }
);

export type FileJudgment = {
  layout: Layout | null;
  /** Why it isn't clear what the columns mean. */
  issues: Issues;
  rows: JudgedRow[];
};

/** @returns by field, the first value of its columns as the file has it. */
export function examplesIn({ header, rows }: CsvStart, { fields }: Mapping): Found {
  const places = new Map(header.map((name, place) => [exact(name), place]));
  const found: Found = {};
  for (const [field, { pointers = [] }] of Object.entries(fields) as [EventField, FieldMapping][]) {
    const columns = pointers.flatMap((pointer) => places.get(exact(columnOf(pointer))) ?? []);
    found[field] = rows.flatMap(({ cells }) => columns.map((place) => cells[place]?.trim())).find(Boolean);
  }
  return found;
}

/** @returns what becomes of the first rows. @param mapping of the source, or as it is being chosen. */
export function judgeFile({ header, rows }: CsvStart, mapping: Mapping | null, timeZone: string): FileJudgment {
  const found = layoutOf(header, mapping);
  if (Array.isArray(found)) {
    const issues = found.flatMap(({ field, message }) => {
      const target = targetOf(field);
      return target ? [[target, message]] : [];
    });
    return { layout: null, issues: Object.fromEntries(issues), rows: [] };
  }
  const layout = withProvenOrder(found, rows);
  const judged = rows.map(({ line, cells }, at): JudgedRow => {
    const row = readRow(layout, cells, rows[at - 1]?.cells ?? null, timeZone);
    if (row.is !== 'event') return { line, ...row };
    // The server makes an id for a row without one.
    const read = eventOf({ ...row, draft: { ...row.draft, id: row.draft.id ?? `row-${line}` } });
    return 'event' in read ? { line, is: 'event', ...read } : { line, is: 'refused', issues: read.issues };
  });
  return { layout, issues: {}, rows: judged };
}
