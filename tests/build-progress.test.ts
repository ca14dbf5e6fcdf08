// The first `npm start` says what it does within a second, and that it still does it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withProgress } from '#build/progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('what takes long is named at once, then a dot a second, and in the end how long it took', async () => {
  const said: string[] = [];
  const build = () => new Promise((done) => setTimeout(done, 3_500));
  const work = withProgress('Building the app', 30, build, (text) => said.push(text));
  expect(said).toEqual(['Building the app, about 30 s ']);
  await vi.advanceTimersByTimeAsync(3_500);
  await work;
  expect(said.join('')).toBe('Building the app, about 30 s ... done in 4 s\n');
});

it('a failure ends the line, and reaches the caller', async () => {
  const said: string[] = [];
  const fail = () => Promise.reject(new Error('no room'));
  await expect(withProgress('Building the app', 30, fail, (text) => said.push(text))).rejects.toThrow('no room');
  expect(said.at(-1)).toBe(' failed\n');
  expect(vi.getTimerCount()).toBe(0);
});
