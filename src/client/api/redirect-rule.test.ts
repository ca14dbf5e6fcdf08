import { expect, test } from 'vitest';
import {
  isBounce,
  isLoop,
  NO_REDIRECTS,
  noteRedirect,
  type Redirects,
  readLastRedirect,
  writeLastRedirect,
} from './redirect-rule.ts';

const NOW = 1_700_000_000_000;
const after = (...times: number[]) => times.reduce<Redirects>((all, ms) => noteRedirect(all, NOW + ms), NO_REDIRECTS);

test('three redirects within two seconds are none too many, four are a loop', () => {
  expect(isLoop(after(0, 1, 2))).toBe(false);
  expect(isLoop(after(0, 1, 2, 3))).toBe(true);
});

test('four redirects are a loop in less than two seconds, not in two', () => {
  expect(isLoop(after(0, 500, 1_000, 1_999))).toBe(true);
  expect(isLoop(after(0, 500, 1_000, 2_000))).toBe(false);
  expect(isLoop(after(0, 500, 1_000, 2_000, 2_100))).toBe(true);
});

const mine = { at: NOW, page: 'a1' };

test('coming back by a redirect in less than a second is a bounce, in a second it is not', () => {
  expect(isBounce(mine, 'a1', true, NOW)).toBe(true);
  expect(isBounce(mine, 'a1', true, NOW + 999)).toBe(true);
  expect(isBounce(mine, 'a1', true, NOW + 1_000)).toBe(false);
});

test('a person who goes from one guarded address to another is not bounced', () => {
  expect(isBounce(mine, 'a1', false, NOW + 1)).toBe(false);
});

test('the redirect of another tab, or of before the page was loaded, is not this one’s', () => {
  expect(isBounce(mine, 'b2', true, NOW + 1)).toBe(false);
});

test('a bare time is anybody’s', () => {
  const bare = readLastRedirect(String(NOW));
  expect(isBounce(bare, 'a1', false, NOW + 999)).toBe(true);
  expect(isBounce(bare, 'a1', false, NOW + 1_000)).toBe(false);
});

test('no redirect, one that cannot be read, or one ahead of the clock counts for nothing', () => {
  expect(isBounce(null, 'a1', true, NOW)).toBe(false);
  expect(['', 'soon', '-5', '1 2 3', null].map(readLastRedirect)).toEqual(Array(5).fill(null));
  expect(isBounce(mine, 'a1', true, NOW - 1)).toBe(false);
});

test('what is kept is read as it was written', () => {
  expect(readLastRedirect(writeLastRedirect(mine))).toEqual(mine);
});
