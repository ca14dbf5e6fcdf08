// Which key presses are shortcuts, and which are none of ours.
import { expect, test } from 'vitest';
import { createKeyReader } from './shortcuts.ts';

const LETTERS = new Set(['d', 'n']);
const none = {
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  isComposing: false,
  isTyping: false,
};

/** @returns what the last of the presses is read as. */
function read(...presses: (string | ({ key: string } & Partial<typeof none> & { timeStamp?: number }))[]) {
  const reader = createKeyReader(LETTERS);
  const all = presses.map((press, at) => {
    const { isTyping, ...rest } = {
      ...none,
      timeStamp: at * 100,
      ...(typeof press === 'string' ? { key: press } : press),
    };
    return reader(rest, isTyping);
  });
  return all.at(-1);
}

test('Ctrl or ⌘ and K is the palette, also while typing; with more keys it is not', () => {
  const palette = { kind: 'palette' };
  expect(read({ key: 'k', ctrlKey: true })).toEqual(palette);
  expect(read({ key: 'K', metaKey: true })).toEqual(palette);
  expect(read({ key: 'k', ctrlKey: true, isTyping: true })).toEqual(palette);
  expect(read({ key: 'k', ctrlKey: true, altKey: true })).toBeNull();
  expect(read({ key: 'k', ctrlKey: true, metaKey: true })).toBeNull();
  expect(read({ key: 'K', ctrlKey: true, shiftKey: true })).toBeNull();
  expect(read('k')).toBeNull();
});

test('? is the list of keys, and g with a letter a screen, in small letters and in capitals', () => {
  expect(read({ key: '?', shiftKey: true })).toEqual({ kind: 'keys' });
  expect(read('g')).toBe('begun');
  expect(read('g', 'n')).toEqual({ kind: 'go', letter: 'n' });
  expect(read({ key: 'G', shiftKey: true }, { key: 'N', shiftKey: true })).toEqual({ kind: 'go', letter: 'n' });
  expect(read('n')).toBeNull();
});

test('after g, another key or a second and a half end it', () => {
  expect(read('g', 'x')).toBeNull();
  expect(read('g', 'x', 'n')).toBeNull();
  expect(read('g', { key: 'n', timeStamp: 1_500 })).toBeNull();
  expect(read('g', { key: 'n', timeStamp: 1_499 })).toEqual({ kind: 'go', letter: 'n' });
  expect(read('g', 'g', 'd')).toEqual({ kind: 'go', letter: 'd' });
});

test.each([
  ['while typing', { isTyping: true }],
  ['with Ctrl', { ctrlKey: true }],
  ['with ⌘', { metaKey: true }],
  ['with Alt', { altKey: true }],
  ['while an input method composes', { isComposing: true }],
  ['when held down', { repeat: true }],
])('a single key means nothing %s', (_when, how) => {
  for (const key of ['?', 'g']) expect(read({ key, ...how })).toBeNull();
  expect(read('g', { key: 'n', ...how })).toBeNull();
});

test('what Safari reports of an input method means nothing', () => {
  expect(read('Process')).toBeNull();
});
