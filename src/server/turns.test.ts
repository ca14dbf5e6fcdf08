import { expect, it } from 'vitest';
import { makePieces } from './turns.ts';

it('a piece takes as many rows as fill a turn, by the one before, in steps between its bounds', () => {
  const pieces = makePieces(100, 20);
  // Of the first nothing is known.
  expect(pieces.size()).toBe(20);
  pieces.took(1, 20);
  expect(pieces.size()).toBe(100);
  pieces.took(10, 100);
  expect(pieces.size()).toBe(40);
  // The last rows say little.
  pieces.took(0.1, 7);
  expect(pieces.size()).toBe(40);
  pieces.took(3, 40);
  expect(pieces.size()).toBe(60);
  pieces.took(1_000, 60);
  expect(pieces.size()).toBe(20);
  pieces.took(0.01, 20);
  expect(pieces.size()).toBe(100);
});
