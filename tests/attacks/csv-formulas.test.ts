// Attack: name a notification, or visit a page, so that the owner's spreadsheet runs the name as a formula.
import { expect, it } from 'vitest';
import { toCsv } from '#server/domain/stats/csv.ts';

/** What programs skip, or may skip, before they look whether a cell is a formula. */
const LEADS = ['', ' ', '\t', '\r', '\n', '\r\n', '\u00a0', '\u3000', '\u200b', '\u200f', '\ufeff', '\u0000', ' \t\r'];
/** What begins a formula, and what Unicode and input methods make of it: full width, small, superscript, minus. */
const STARTS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '⁼', '⁺', '⁻', '₌', '₊', '₋', '−'];

/** @returns the first field as a spreadsheet reads it. */
function firstField(csv: string): string {
  if (!csv.startsWith('"')) return csv.split(/[,\r\n]/)[0] ?? '';
  return /^"((?:[^"]|"")*)"/.exec(csv)?.[1]?.replaceAll('""', '"') ?? '';
}

it.each(STARTS)('%j begins no formula, whatever stands before it', (start) => {
  for (const lead of LEADS) {
    for (const rest of ["cmd|' /C calc'!A0", 'HYPERLINK("http://x","y")', '1+1', '']) {
      const cell = `${lead}${start}${rest}`;
      expect(firstField(toCsv([[cell, 1]]))).toBe(`'${cell}`);
    }
  }
});

it.each(['\t', '\r'])('%j in front is disarmed, too', (start) => {
  expect(firstField(toCsv([[`${start}1+1`, 1]]))).toBe(`'${start}1+1`);
});

it('a field that is split at semicolons, tabs or line ends begins no second one', () => {
  for (const separator of [';', '\t', '\n', '\r', ',']) {
    const csv = toCsv([[`Oak Desk${separator}=1+1`, 1]]);
    expect(csv).toBe(`"Oak Desk${separator}=1+1",1\r\n`);
  }
});

it('ordinary names and numbers stay as they are', () => {
  for (const cell of ['Oak Desk', '/desks?a=b', '50% + more', 'Größe', '日本語', 'a@b.example', '']) {
    expect(firstField(toCsv([[cell, 1]]))).toBe(cell);
  }
  expect(toCsv([[-5, 0.5, null]])).toBe('-5,0.5,\r\n');
});
