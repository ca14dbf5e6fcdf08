import { expect, test, vi } from 'vitest';
import { createSendings, type Sent } from './sendings.ts';

const file = new File(['a'], 'orders.csv');
const failure = { code: 'unknown', message: '', status: 500, fields: [] };
const failed: Sent = { is: 'failed', failure, at: 0, before: null };

/** A file on its way, and what the one who sends it can do. */
function start(sendings: ReturnType<typeof createSendings>, sourceId = 's1') {
  const { promise, resolve } = Promise.withResolvers<Sent>();
  let progress = (_share: number) => {};
  let signal = new AbortController().signal;
  const sent = sendings.send(sourceId, file, (upload) => {
    progress = upload.onProgress;
    signal = upload.signal;
    return promise;
  });
  return { sent, finish: resolve, progress: (share: number) => progress(share), isCanceled: () => signal.aborted };
}

test('a file is found again by its source, wherever it was sent from', async () => {
  const sendings = createSendings(() => {});
  const upload = start(sendings);
  upload.progress(0.5);
  expect(sendings.of('s1')).toEqual({ is: 'sending', share: 0.5, file });
  expect(sendings.of('s2')).toBeNull();
  upload.finish(failed);
  expect(await upload.sent).toBe(failed);
  expect(sendings.of('s1')).toEqual({ ...failed, file });
  sendings.forget('s1');
  expect(sendings.of('s1')).toBeNull();
});

test('only whoever watches a source is told of its file', () => {
  const sendings = createSendings(() => {});
  const tell = vi.fn();
  const stop = sendings.watch('s1', tell);
  start(sendings, 's2');
  expect(tell).not.toHaveBeenCalled();
  start(sendings).progress(0.1);
  expect(tell).toHaveBeenCalledTimes(2);
  expect([sendings.isWatched('s1'), sendings.isWatched('s2')]).toEqual([true, false]);
  stop();
  expect(sendings.isWatched('s1')).toBe(false);
});

test('the tab is guarded as long as any file is on its way', async () => {
  const guard = vi.fn();
  const sendings = createSendings(guard);
  const [first, second] = [start(sendings, 's1'), start(sendings, 's2')];
  first.finish(failed);
  await first.sent;
  expect(guard).toHaveBeenLastCalledWith(true);
  second.finish(failed);
  await second.sent;
  expect(guard).toHaveBeenLastCalledWith(false);
});

test('nothing is sent any more, nor known, once the session has ended', async () => {
  const guard = vi.fn();
  const sendings = createSendings(guard);
  const upload = start(sendings);
  sendings.end();
  expect(upload.isCanceled()).toBe(true);
  expect(guard).toHaveBeenLastCalledWith(false);
  upload.progress(0.9);
  upload.finish(failed);
  expect(await upload.sent).toBeNull();
  expect(sendings.of('s1')).toBeNull();
});
