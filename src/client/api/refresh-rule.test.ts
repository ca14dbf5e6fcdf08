import { expect, test } from 'vitest';
import { TOKEN_MAX_AGE, TOKEN_REFRESH_WINDOW } from '#shared/limits.ts';
import { isTokenOld, mayRefresh, NO_ATTEMPTS, noteRefresh } from './refresh-rule.ts';

const START = 1_700_000_000_000;
const three = [0, 1, 2].reduce((attempts, n) => noteRefresh(attempts, START + n), NO_ATTEMPTS);

test('three refreshes are allowed, a fourth within 60 seconds is refused', () => {
  expect(mayRefresh(NO_ATTEMPTS, START)).toBe(true);
  expect(mayRefresh(three.slice(0, 2), START + 2)).toBe(true);
  expect(mayRefresh(three, START + 3)).toBe(false);
  expect(mayRefresh(three, START + TOKEN_REFRESH_WINDOW - 1)).toBe(false);
});

test('the cool-down passes 60 seconds after the first of the three', () => {
  expect(mayRefresh(three, START + TOKEN_REFRESH_WINDOW)).toBe(true);
});

test('attempts older than the window are forgotten', () => {
  expect(noteRefresh(three, START + TOKEN_REFRESH_WINDOW + 1)).toEqual([START + 2, START + TOKEN_REFRESH_WINDOW + 1]);
});

test('a token is old when it is older than 30 minutes, not when it is exactly that', () => {
  expect(isTokenOld(START, START + TOKEN_MAX_AGE)).toBe(false);
  expect(isTokenOld(START, START + TOKEN_MAX_AGE + 1)).toBe(true);
});
