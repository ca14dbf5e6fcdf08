// Tables as text for spreadsheets and scripts: CSV after RFC 4180.

export type Cell = string | number | null;

/** Spreadsheets take text that starts so for a formula (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * @param rows the header first. Text that could be a formula gets a `'` before it, as spreadsheets write text; numbers
 * stay as they are, and null is an empty cell.
 * @returns lines that end in CRLF, the last one too.
 */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(toField).join(',')}\r\n`).join('');

function toField(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell;
  // A semicolon, too: spreadsheets of many countries part fields there, and what follows it could be a formula again.
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
