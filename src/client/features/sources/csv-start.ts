// Reads the start of a CSV file in the browser, as the server reads all of it: nothing is sent before its owner has seen
// what would be taken.
import { parse } from 'csv-parse/browser/esm/sync';
import {
  COLUMNS_MAX,
  formatOf,
  isEmptyRow,
  lengthOf,
  linesOf,
  parseOptions,
  START_MAX,
  valuesOf,
} from '#shared/csv-format.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { IMPORT_MAX_BYTES } from '#shared/limits.ts';

/** Bytes that are read: some hundred rows. */
const START = 256 * 1024;
const ROWS_MAX = 200;
/** Rows that are read, empty ones too: one that is longer or shorter than the first takes long. */
const READ_MAX = 5_000;

export type CsvStart = {
  header: string[];
  rows: { line: number; cells: string[] }[];
  /** Whether these are all rows of the file. */
  isWhole: boolean;
};

const TOO_LARGE = `The file is larger than ${IMPORT_MAX_BYTES / 1024 / 1024} MiB. Split it into several`;
const UNREADABLE = "The file can't be read";

/** @returns the start of the file, or what is wrong with it. */
export async function readStart(file: Blob): Promise<CsvStart | string> {
  if (file.size > IMPORT_MAX_BYTES) return TOO_LARGE;
  const isWhole = file.size <= START;
  const bytes = await file
    .slice(0, START)
    .arrayBuffer()
    .catch(() => null);
  if (bytes === null) return UNREADABLE;
  let text: string;
  try {
    // What is cut off may be in the middle of a character.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
  } catch {
    return EVENT_MESSAGES.csvEncoding;
  }
  return readRows(text, isWhole);
}

function readRows(text: string, isAllOfIt: boolean): CsvStart | string {
  const format = formatOf(text);
  const all: string[][] = [];
  const collect = (cells: string[]) => {
    all.push(valuesOf(cells));
    return null;
  };
  try {
    parse(text, { ...parseOptions(format), on_record: collect, to: READ_MAX });
  } catch {
    // The last value of a cut text may be in quotes that end behind the cut.
    if (isAllOfIt) return EVENT_MESSAGES.csvQuotes;
  }
  const isWhole = isAllOfIt && all.length < READ_MAX;
  // The last row is cut off somewhere.
  if (!isWhole && all.length > 1) all.pop();
  const empty = all.slice(
    0,
    all.findIndex((cells) => !isEmptyRow(cells)),
  );
  if (empty.reduce((sum, cells) => sum + lengthOf(cells), 0) > START_MAX) return EVENT_MESSAGES.csvEmpty;
  let line = format.headerLine;
  const rows = all.flatMap((cells) => {
    const row = { line, cells };
    line += linesOf(cells);
    return isEmptyRow(cells) ? [] : [row];
  });
  const [header, ...others] = rows;
  if (!header) return EVENT_MESSAGES.csvEmpty;
  if (header.cells.length > COLUMNS_MAX) return EVENT_MESSAGES.csvTooManyColumns;
  return { header: header.cells, rows: others.slice(0, ROWS_MAX), isWhole: isWhole && others.length <= ROWS_MAX };
}
