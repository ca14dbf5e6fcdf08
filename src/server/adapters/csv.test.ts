// How files are read, however they are written and cut into parts.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CsvRow } from '../domain/ports.ts';
import { csv } from './csv.ts';

async function* parts(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function rowsOf(from: AsyncIterable<Uint8Array>): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const row of csv.read(from)) rows.push(row);
  return rows;
}
const read = (file: string | Uint8Array, size = 7) =>
  rowsOf(parts(typeof file === 'string' ? bytesOf(file) : file, size));
const cellsOf = async (file: string, size?: number) =>
  (await read(file, size)).map((row) => 'cells' in row && row.cells);

test.each([
  ['a comma', 'id,name\n1,"Desk, oak"\n'],
  ['a semicolon', 'id;name\r\n1;Desk, oak\r\n'],
  ['a tab', 'id\tname\n1\tDesk, oak'],
  ['a bar, with quotes in the header', '"i""d, x"|name\n1|Desk, oak'.replace('"i""d, x"', '"id"')],
  ['what a spreadsheet says', 'sep=;\r\nid;name\r\n1;Desk, oak'],
  ['a byte order mark', '\ufeffid,name\n1,"Desk, oak"'],
  ['line ends of old Macs', 'id,name\r1,"Desk, oak"\r'],
])('columns separated by %s', async (_what, file) => {
  expect(await cellsOf(file)).toEqual([
    ['id', 'name'],
    ['1', 'Desk, oak'],
  ]);
});

test.each([
  ['before quotes', 'id, "Desk, oak"\n1, "Elm, old"\n'],
  ['after quotes', 'id,"Desk, oak" \r\n1,"Elm, old"  \r\n'],
  ['on both sides, with a semicolon', 'id; "Desk, oak" \n1; "Elm, old" \n'],
])('blanks %s are no part of a value', async (_what, file) => {
  expect(await cellsOf(file)).toEqual([
    ['id', 'Desk, oak'],
    ['1', 'Elm, old'],
  ]);
});

test('empty lines above the header tell nothing of what separates the columns', async () => {
  expect(await read('\n \r\na;b;c\n1,5;2;3\n')).toEqual([
    { line: 3, cells: ['a', 'b', 'c'] },
    { line: 4, cells: ['1,5', '2', '3'] },
  ]);
});

test('a backslash before a quote is one, where the file writes them so, and the end of a value where it does not', async () => {
  expect(
    await cellsOf(String.raw`a,b
"Say \"hi\", mug",2
"C:\\",3
`),
  ).toEqual([
    ['a', 'b'],
    ['Say "hi", mug', '2'],
    ['C:\\', '3'],
  ]);
  expect(
    await cellsOf(String.raw`a,b
"C:\","x ""y"""
5" pipe\",2
`),
  ).toEqual([
    ['a', 'b'],
    ['C:\\', 'x "y"'],
    ['5" pipe\\"', '2'],
  ]);
});

test('says on which line a row starts, after empty lines and lines in quotes, with any ends of lines', async () => {
  const rows = await read('a,b\r\n\r\n1,"x\r\ny\nz"\n2,5" pipe\r\n,\r\n3,w');
  expect(rows).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['1', 'x\r\ny\nz'] },
    { line: 6, cells: ['2', '5" pipe'] },
    { line: 8, cells: ['3', 'w'] },
  ]);
});

test('an empty file has no rows', async () => {
  expect(await read('')).toEqual([]);
  expect(await read('\ufeff')).toEqual([]);
  expect(await read('\n\n')).toEqual([]);
});

test('ends at the line that is not UTF-8', async () => {
  const latin1 = Uint8Array.from([...bytesOf('name\nAna\nZo'), 0xeb, ...bytesOf('\n')]);
  expect((await read(latin1, 5)).at(-1)).toEqual({ line: 3, problem: 'encoding' });
  expect(await read(Uint8Array.from([0xff, 0xfe, 0x61, 0x00]))).toEqual([{ line: 1, problem: 'encoding' }]);
  // Cut in the middle of a character.
  expect((await read(bytesOf('name\nZoë').subarray(0, 8))).at(-1)).toMatchObject({ problem: 'encoding' });
});

test('ends where a quote never does, without reading the rest of a large file into one cell', async () => {
  const rows = await read('a,b\n1,2\n3,"x\n4,y\n');
  expect(rows).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['1', '2'] },
    { line: 3, problem: 'quotes' },
  ]);
  let taken = 0;
  async function* endless() {
    yield bytesOf('a\n"');
    for (; taken < 10_000; taken++) yield bytesOf('x'.repeat(10_000));
  }
  expect((await rowsOf(endless())).at(-1)).toEqual({ line: 2, problem: 'quotes' });
  expect(taken).toBeLessThan(100);
});

test('refuses more columns than anybody has', async () => {
  expect(await read(`${'a,'.repeat(2_000)}b\n1`, 10_000)).toEqual([{ line: 1, problem: 'columns' }]);
});

test('throws what its parts throw, after the rows before', async () => {
  async function* broken() {
    yield bytesOf('a\n1\n2\n');
    throw new Error('gone');
  }
  const rows: CsvRow[] = [];
  await expect(
    (async () => {
      for await (const row of csv.read(broken())) rows.push(row);
    })(),
  ).rejects.toThrow('gone');
});

test('stops reading once nobody wants more', async () => {
  let isEnded = false;
  async function* endless() {
    try {
      for (let n = 0; ; n++) yield bytesOf(`${n}\n`);
    } finally {
      isEnded = true;
    }
  }
  const rows = csv.read(endless());
  await rows.next();
  await rows.return();
  expect(isEnded).toBe(true);
});

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
test('reads back what was written, however it is cut', async () => {
  // A quote before blanks ends a value, however it got there.
  const cell = fc.string({ unit: 'grapheme' }).filter((text) => text.isWellFormed() && !/^".*" +$/s.test(text));
  const rows = fc.array(
    fc.tuple(
      cell,
      cell.map((text) => `x${text}`),
    ),
    { minLength: 1, maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 40 }), async (table, size) => {
      const file = [['a', 'b'], ...table].map((cells) => cells.map(quoted).join(',')).join('\n');
      expect(await cellsOf(file, size)).toEqual([['a', 'b'], ...table]);
    }),
  );
});
