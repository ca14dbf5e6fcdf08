import { expect, test } from 'vitest';
import { readStart } from './csv-start.ts';
import { examplesIn, judgeFile } from './file-judgment.ts';

const blob = (text: string | Uint8Array<ArrayBuffer>) => new Blob([text]);
async function start(text: string) {
  const read = await readStart(blob(text));
  if (typeof read === 'string') throw new Error(read);
  return read;
}

test('the first rows are judged as the server judges them', async () => {
  const file = await start('When;Who;Sum;Town\n2026-03-10;Ana Silva;1.299,00;\n10/03/2026;Ben;5;Porto\n');
  const mapping = {
    fields: {
      occurredAt: { pointers: ['/When'] },
      fullName: { pointers: ['/Who'] },
      amount: { pointers: ['/Sum'] },
      city: { pointers: ['/Place', '/ town'] },
      kind: { value: 'signup' },
      country: { pointers: ['/Country'] },
    },
  };
  const { country: _, ...fields } = mapping.fields;
  const { layout, rows } = judgeFile(file, { fields }, 'Europe/Lisbon');
  expect(layout?.from).toBe('mapping');
  expect(rows).toMatchObject([
    { line: 2, is: 'event', event: { kind: 'signup', occurredAt: '2026-03-10T00:00:00.000Z', amount: 1299 } },
    { line: 3, is: 'refused', issues: [{ field: 'occurredAt' }] },
  ]);
  expect(judgeFile(file, null, 'UTC')).toEqual({
    layout: null,
    rows: [],
    issues: {
      occurredAt: 'No column says when it happened',
      kind: 'No column says what happened: purchase, signup, review or custom',
    },
  });
  expect(judgeFile(file, mapping, 'UTC').issues).toEqual({ country: 'The file has no column “Country”' });
  // Also while it isn't clear yet what the columns mean.
  expect(examplesIn(file, mapping)).toMatchObject({ occurredAt: '2026-03-10', fullName: 'Ana Silva', city: 'Porto' });
  expect(examplesIn(file, mapping).country).toBeUndefined();
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
