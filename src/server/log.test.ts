// What repeats in the log is counted, not written. How it bears a failing output: tests/attacks/full-log-disk.test.ts.
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openLog } from './log.ts';

let folder: string;
let file: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proofbell-log-'));
  file = openSync(join(folder, 'log'), 'w');
  vi.useFakeTimers({ toFake: ['setInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  closeSync(file);
  rmSync(folder, { recursive: true });
});

const lines = () =>
  readFileSync(join(folder, 'log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

it('writes a hundred of the same warning a minute, then how many there were; fatal lines and links always', async () => {
  const { log, flush } = openLog('info', file);
  for (let i = 0; i < 1_000; i++) {
    log.error({ requestId: String(i) }, 'request failed');
    log.fatal('over');
    log.info({ to: 'ana@shop.example' }, 'mail written to the outbox');
  }
  log.warn('another one');
  vi.advanceTimersByTime(60_000);
  log.error({ requestId: 'next minute' }, 'request failed');
  await flush();
  const count = (msg: string) => lines().filter((line) => line.msg === msg).length;
  expect(['request failed', 'over', 'mail written to the outbox', 'another one'].map(count)).toEqual([
    101, 1_000, 1_000, 1,
  ]);
  expect(lines().filter(({ omitted }) => omitted)).toMatchObject([{ omitted: 900, message: 'request failed' }]);
});

it('resolves a flush when everything is written, and when nothing can be', async () => {
  const { log, flush } = openLog('info', file);
  await flush();
  log.info('last words');
  await flush();
  expect(lines()).toMatchObject([{ msg: 'last words' }]);

  // Never closed: the log goes on trying, and would write into whatever is opened next under the same number.
  const full = openSync('/dev/full', 'w');
  const lost = openLog('info', full);
  lost.log.fatal('unheard');
  await lost.flush();
  await lost.flush();
});
