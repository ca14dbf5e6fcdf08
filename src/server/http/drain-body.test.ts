import { expect, it, vi } from 'vitest';
import { drainBody } from './body.ts';

/** @returns a body of four chunks of 10 bytes, and whether it was canceled. */
function fortyBytes() {
  let left = 4;
  const cancel = vi.fn();
  const pull = (stream: ReadableStreamDefaultController<Uint8Array>) =>
    left-- > 0 ? stream.enqueue(new Uint8Array(10)) : stream.close();
  return { body: new ReadableStream<Uint8Array>({ pull, cancel }, { highWaterMark: 0 }), cancel, left: () => left };
}

it('reads a body up to the maximum to its end', async () => {
  const { body, cancel } = fortyBytes();
  await drainBody(body, 40);
  expect((await body.getReader().read()).done).toBe(true);
  expect(cancel).not.toHaveBeenCalled();
});

it('cancels a longer body at the first byte beyond, and reads no further', async () => {
  const { body, cancel, left } = fortyBytes();
  await drainBody(body, 19);
  expect([left(), cancel.mock.calls.length]).toEqual([2, 1]);
});

it('throws what the body throws', async () => {
  const body = new ReadableStream<Uint8Array>({ start: (stream) => stream.error(new Error('gone')) });
  await expect(drainBody(body, 40)).rejects.toThrow('gone');
});
