import { expect, it } from 'vitest';
import { makeAtWork } from './every-minute.ts';

it('names what was worked at since the last look, and goes on naming what still is', async () => {
  const atWork = makeAtWork();
  const slow = Promise.withResolvers<void>();
  const running = atWork.as('slow', () => slow.promise);
  const [first, second] = [atWork.as('quick', async () => 1), atWork.as('quick', async () => 2)];
  await expect(atWork.as('failing', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await Promise.all([first, second])).toEqual([1, 2]);
  expect([atWork.look(), atWork.look()]).toEqual([['slow', 'quick', 'failing'], ['slow']]);
  slow.resolve();
  await running;
  expect([atWork.look(), atWork.look()]).toEqual([['slow'], []]);
});
