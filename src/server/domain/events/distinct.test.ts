import { expect, it } from 'vitest';
import { makeDistinct } from './distinct.ts';

const countOf = (texts: string[]) => {
  const distinct = makeDistinct();
  for (const text of texts) distinct.add(text);
  return distinct.count();
};

it('counts each text once', async () => {
  expect(await countOf([])).toBe(0);
  expect(await countOf(['a', 'b', 'a', '', ''])).toBe(3);
});

it.each([
  ['numbers', (n: number) => `buyer-${n}`],
  ['ids that begin alike', (n: number) => `01a22ab8-2832-74b3-809f-${n.toString(16).padStart(12, '0')}`],
  ['ids that end alike', (n: number) => `${n.toString(36)}-809f-69e8d91ccaa5`],
])('tells apart thousands: %s', async (_what, textOf) => {
  const texts = Array.from({ length: 40_000 }, (_, n) => textOf(n % 30_000));
  expect(await countOf(texts)).toBe(30_000);
});
