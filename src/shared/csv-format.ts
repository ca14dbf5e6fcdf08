// How CSV files are written, and how they are parsed: by the server and in the browser alike. Pure.

const RECORD_MAX = 256 * 1024;
const DELIMITERS = [',', ';', '\t', '|'];

export type CsvFormat = {
  /** What separates the columns. */
  delimiter: string;
  /** The line of the header. */
  headerLine: number;
};

/** @param start of the file, at least its first line. */
export function formatOf(start: string): CsvFormat {
  // What spreadsheets write for each other.
  const told = /^sep=([,;\t|])\r?\n/i.exec(start)?.[1];
  if (told !== undefined) return { delimiter: told, headerLine: 2 };
  const counts = new Map(DELIMITERS.map((one) => [one, 0]));
  let isQuoted = false;
  for (const char of start) {
    if (char === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (char === '\n' || char === '\r') break;
    else if (counts.has(char)) counts.set(char, (counts.get(char) ?? 0) + 1);
  }
  const [delimiter] = [...counts].reduce((best, next) => (next[1] > best[1] ? next : best));
  return { delimiter, headerLine: 1 };
}

/** How files are parsed, by the server and in the browser alike (csv-parse). */
export const parseOptions = ({ delimiter, headerLine }: CsvFormat) => ({
  delimiter,
  from_line: headerLine,
  // One file may have several, after somebody put parts together.
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  // An inch sign in a product's name.
  relax_quotes: true,
  // A quote that is never closed would take the rest of the file for one cell.
  max_record_size: RECORD_MAX,
});
/** Characters before the end of the header: a file that begins with more than this of nothing has none. */
export const START_MAX = 64 * 1024;
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
