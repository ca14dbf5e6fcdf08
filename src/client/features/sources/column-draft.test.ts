import { expect, test } from 'vitest';
import { exampleOf, guessMapping, judgeColumns, withColumn, withConstant } from './column-draft.ts';
import { readStart } from './csv-start.ts';

const blob = (text: string | Uint8Array<ArrayBuffer>) => new Blob([text]);
async function start(text: string) {
  const read = await readStart(blob(text));
  if (typeof read === 'string') throw new Error(read);
  return read;
}

test('what columns mean is guessed from what they are called', () => {
  expect(
    guessMapping(['Order No.', 'Order date', 'Customer name', 'E-Mail', 'Town', 'Item', 'Total', 'Notes']),
  ).toEqual({
    columns: {
      id: ['Order No.'],
      occurredAt: ['Order date'],
      fullName: ['Customer name'],
      email: ['E-Mail'],
      city: ['Town'],
      product: ['Item'],
      amount: ['Total'],
      reference: ['Order No.'],
    },
    constants: { kind: 'purchase' },
  });
  expect(guessMapping(['First name', 'Name', 'Stars', 'Review', 'Date'])).toEqual({
    columns: { firstName: ['First name'], rating: ['Stars'], text: ['Review'], occurredAt: ['Date'] },
    constants: { kind: 'review' },
  });
  // Which of two is meant can't be guessed.
  expect(guessMapping(['Date', 'Date', 'kind'])).toEqual({ columns: { kind: ['kind'] } });
  expect(guessMapping([])).toEqual({ columns: {}, constants: { kind: 'purchase' } });
});

test('a mapping changes by one column or value at a time', () => {
  const mapping = withColumn(guessMapping(['Date']), 'city', 'Town');
  expect(mapping.columns).toEqual({ occurredAt: ['Date'], city: ['Town'] });
  expect(withColumn(mapping, 'city', null).columns).toEqual({ occurredAt: ['Date'] });
  expect(withConstant(mapping, 'currency', 'EUR').constants).toEqual({ kind: 'purchase', currency: 'EUR' });
  expect(withConstant(mapping, 'kind', undefined)).not.toHaveProperty('constants');
});

test('the first rows are judged as the server judges them', async () => {
  const file = await start('When;Who;Sum;Town\n2026-03-10;Ana Silva;1.299,00;\n10/03/2026;Ben;5;Porto\n');
  const mapping = {
    columns: { occurredAt: ['When'], fullName: ['Who'], amount: ['Sum'] },
    constants: { kind: 'signup' as const },
  };
  const { layout, rows } = judgeColumns(file, mapping, 'Europe/Lisbon');
  expect(layout?.from).toBe('mapping');
  expect(rows).toMatchObject([
    { line: 2, is: 'event', event: { kind: 'signup', occurredAt: '2026-03-10T00:00:00.000Z', amount: 1299 } },
    { line: 3, is: 'refused', issues: [{ field: 'occurredAt' }] },
  ]);
  expect(judgeColumns(file, null, 'UTC')).toMatchObject({
    layout: null,
    issues: [{ field: 'occurredAt' }, { field: 'kind' }],
  });
  expect(exampleOf(file, ' town')).toBe('Porto');
  expect(exampleOf(file, 'Country')).toBeNull();
});

test('only the start of a large file is read, without the row that is cut off', async () => {
  const row = `2026-03-10,purchase,"Zoë\nQuist",${'x'.repeat(2_000)}\n`;
  const large = await start(`occurredAt,kind,firstName,text\n${row.repeat(500)}`);
  expect(large.isWhole).toBe(false);
  expect(large.rows.length).toBeGreaterThan(50);
  expect(new Set(large.rows.map(({ cells }) => cells.length))).toEqual(new Set([4]));
  expect(large.rows.slice(0, 2).map(({ line }) => line)).toEqual([2, 4]);
  const small = await start('a,b\n\n1,2\n');
  expect(small).toEqual({ header: ['a', 'b'], rows: [{ line: 3, cells: ['1', '2'] }], isWhole: true });
});

test.each<[string, string | Uint8Array<ArrayBuffer>, RegExp]>([
  ['is empty', '', /empty/],
  ['has only empty lines', '\n\n ,\n', /empty/],
  ['is in Latin-1', Uint8Array.from([0x61, 0x0a, 0xeb]), /UTF-8/],
  ['has a quote that never ends', 'a,b\n1,"2\n', /quotation mark/],
  ['has too many columns', `${'a,'.repeat(1_000)}b`, /columns/],
])('says so of a file that %s', async (_what, content, message) => {
  expect(await readStart(blob(content))).toMatch(message);
});
