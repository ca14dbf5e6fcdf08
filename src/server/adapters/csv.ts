// Reads CSV files as they come in, a part at a time (csv-parse).
import { CsvError, parse } from 'csv-parse';
import {
  COLUMNS_MAX,
  type CsvFormat,
  formatOf,
  isEmptyRow,
  lengthOf,
  linesOf,
  parseOptions,
  START_MAX,
  valuesOf,
} from '#shared/csv-format.ts';
import type { Csv, CsvRow } from '../domain/ports.ts';

class NotUtf8 extends Error {}

/** @throws NotUtf8, after what can be read before that; what `parts` throws. */
async function* textsOf(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  // Both leave out the mark that some programs begin with.
  const strict = new TextDecoder('utf-8', { fatal: true });
  const lenient = new TextDecoder('utf-8');
  const isGood = (part?: Uint8Array) => {
    try {
      strict.decode(part, { stream: part !== undefined });
      return true;
    } catch {
      return false;
    }
  };
  for await (const part of parts) {
    const text = lenient.decode(part, { stream: true });
    if (isGood(part)) yield text;
    else {
      // Whatever stands for it: the row that it is in is dropped.
      yield `${text.slice(0, text.indexOf('\ufffd'))}?`;
      throw new NotUtf8();
    }
  }
  if (isGood()) return;
  yield '?';
  throw new NotUtf8();
}

/** @returns the texts, the first of them long enough to tell the format. */
async function* withStart(texts: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let start: string | null = '';
  let failure: { error: unknown } | null = null;
  try {
    for await (const text of texts) {
      if (start === null) yield text;
      else {
        start += text;
        if (start.length < START_MAX) continue;
        yield start;
        start = null;
      }
    }
  } catch (error) {
    failure = { error };
  }
  if (start) yield start;
  if (failure) throw failure.error;
}

/**
 * A parser that is asked for its rows: as a stream it would lose, when a row can't be read, those before.
 * @returns what takes a text, or null for the end, and resolves to the rows that end in it.
 */
function makeParser(format: CsvFormat) {
  let rows: string[][] = [];
  const collect = (cells: string[]) => {
    rows.push(valuesOf(cells));
    // Each row is the first, whose length is the one to be: of any other an error is made, which takes fifty times as long.
    Object.assign(parser.info, { records: 0 });
    return null;
  };
  const parser = parse({ ...parseOptions(format), on_record: collect });
  let failure: Error | null = null;
  parser.on('error', (error) => {
    failure = error;
  });
  return async (text: string | null): Promise<{ rows: string[][]; failure: Error | null }> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = (error?: Error | null) => {
      failure ??= error ?? null;
      resolve();
    };
    if (text === null) parser.end(done);
    else parser.write(text, done);
    await promise;
    // Anything else is a fault of ours, and not the file's.
    if (failure && !(failure instanceof CsvError)) throw failure;
    const found = rows;
    rows = [];
    return { rows: found, failure };
  };
}

async function* read(parts: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow, void, undefined> {
  const texts = withStart(textsOf(parts));
  let parser: ReturnType<typeof makeParser> | null = null;
  let problem: 'encoding' | 'quotes' | null = null;
  let line = 1;
  // Characters before the header; none once it was found.
  let empty = 0;
  try {
    for (let isEnd = false; !isEnd; ) {
      const next = await texts.next().catch((error: unknown) => {
        if (!(error instanceof NotUtf8)) throw error;
        problem = 'encoding';
        return { value: undefined, done: true };
      });
      if (!parser) {
        if (next.value === undefined) break;
        const format = formatOf(next.value);
        line = format.headerLine;
        parser = makeParser(format);
      }
      const { rows, failure } = await parser(next.value ?? null);
      // The last row has what isn't UTF-8, unless that is in quotes, which then end nowhere.
      for (const cells of problem && !failure ? rows.slice(0, -1) : rows) {
        if (cells.length > COLUMNS_MAX) {
          yield { line, problem: 'columns' };
          return;
        }
        if (isEmptyRow(cells)) empty += lengthOf(cells);
        else {
          yield { line, cells };
          empty = Number.NEGATIVE_INFINITY;
        }
        if (empty > START_MAX) return;
        line += linesOf(cells);
      }
      if (failure) problem ??= 'quotes';
      isEnd = next.done === true || problem !== null;
    }
    if (problem) yield { line, problem };
  } finally {
    await texts.return();
  }
}

export const csv: Csv = { read };
