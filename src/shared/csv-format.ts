// How CSV files are written, and how they are parsed: by the server and in the browser alike. Pure.

const RECORD_MAX = 256 * 1024;
const DELIMITERS = [',', ';', '\t', '|'];

export type CsvFormat = {
  /** What separates the columns. */
  delimiter: string;
  /** What stands before a quote that is part of a value in quotes: another quote, or a backslash. */
  escaper: '"' | '\\';
  /** The line at which rows begin. */
  headerLine: number;
};

/** Characters by which the format is told; a file that begins with more than this of nothing has no header. */
export const START_MAX = 64 * 1024;

/** @returns whether the value goes on after a quote: what ends one is followed by the next, or by the end of its line. */
function goesOn(text: string, after: number): boolean {
  let at = after;
  while (text.charAt(at) === ' ') at++;
  const next = text.charAt(at);
  return next !== '' && !DELIMITERS.includes(next) && !'"\r\n'.includes(next);
}

/** @param start of the file: START_MAX characters, or all of it. */
export function formatOf(start: string): CsvFormat {
  // What spreadsheets write for each other.
  const told = /^sep=([,;\t|])\r?\n/i.exec(start)?.[1];
  const counts = new Map(DELIMITERS.map((one) => [one, 0]));
  let escaper: CsvFormat['escaper'] = '"';
  let [isQuoted, isValueStart, isInHeader, isEmptyLine] = [false, true, true, true];
  const end = Math.min(start.length, START_MAX);
  for (let at = 0; at < end; at++) {
    const char = start.charAt(at);
    if (isQuoted) {
      if (char !== '"') continue;
      if (start.charAt(at + 1) === '"') at++;
      else if (start.charAt(at - 1) === '\\' && goesOn(start, at + 1)) escaper = '\\';
      else isQuoted = false;
    } else if (char === '"' && isValueStart) {
      [isQuoted, isValueStart, isEmptyLine] = [true, false, false];
    } else if (char === '\n' || char === '\r') {
      // Above the header there may be empty lines.
      isInHeader &&= isEmptyLine;
      isValueStart = true;
    } else if (counts.has(char)) {
      if (isInHeader) counts.set(char, (counts.get(char) ?? 0) + 1);
      isValueStart = true;
    } else if (char !== ' ') [isValueStart, isEmptyLine] = [false, false];
  }
  const [delimiter] = [...counts].reduce((best, next) => (next[1] > best[1] ? next : best));
  return told === undefined ? { delimiter, escaper, headerLine: 1 } : { delimiter: told, escaper, headerLine: 2 };
}

/** How files are parsed, by the server and in the browser alike (csv-parse). */
export const parseOptions = ({ delimiter, escaper, headerLine }: CsvFormat) => ({
  delimiter,
  escape: escaper,
  from_line: headerLine,
  // One file may have several, after somebody put parts together.
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  // An inch sign in a product's name.
  relax_quotes: true,
  // Before a quote. After one, the parser would refuse whatever else is there; valuesOf takes blanks away.
  ltrim: true,
  // A quote that is never closed would take the rest of the file for one cell.
  max_record_size: RECORD_MAX,
});

/** @returns the values of a row: a quote before blanks ended its value. */
export const valuesOf = (cells: string[]): string[] =>
  cells.some((cell) => cell.startsWith('"') && cell.endsWith(' '))
    ? cells.map((cell) => /^"(.*)" +$/s.exec(cell)?.[1] ?? cell)
    : cells;

/** Columns of a file, of which shops' exports have about 80. */
export const COLUMNS_MAX = 1_000;

/** @returns how many lines of the file a row takes up. */
export function linesOf(cells: readonly string[]): number {
  let lines = 1;
  for (const cell of cells) if (/[\r\n]/.test(cell)) lines += cell.split(/\r\n|\n|\r/).length - 1;
  return lines;
}

/** @returns how many characters of the file a row takes up, about. */
export const lengthOf = (cells: readonly string[]): number => cells.reduce((sum, cell) => sum + cell.length + 1, 0);

/** @returns whether the row is an empty line. */
export const isEmptyRow = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');
