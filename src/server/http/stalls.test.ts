// What is told when the thread was held.
import type { IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Stall, watchStalls } from './stalls.ts';

function hold(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it('names the requests of the time, without what may be secret, and nothing at first or when nobody waited', async () => {
  const told: Stall[] = [];
  const stalls = watchStalls((stall) => void told.push(stall));
  const requests = ['/api/sites?token=secret', '/api/sites', '/api/registration/0123456789', '/%'].map(
    (url) => ({ method: 'POST', url }) as IncomingMessage,
  );
  const look = () => stalls.look(() => requests, ['sweep']);
  await setTimeout(30);
  for (let n = 0; n < 4; n++) look();
  hold(100);
  await setTimeout(30);
  look();
  expect(told).toEqual([]);
  hold(120);
  look();
  stalls.stop();
  const names = ['POST /api/sites', 'POST /api/registration/…', 'POST …'];
  expect(told).toEqual([{ ms: expect.any(Number), cpuMs: expect.any(Number), requests: names, work: ['sweep'] }]);
  expect(told[0]?.ms).toBeGreaterThanOrEqual(120);
});

it('tells what was computed from what was waited for', async () => {
  const told: Stall[] = [];
  const stalls = watchStalls((stall) => void told.push(stall));
  for (let n = 0; n < 5; n++) stalls.look(() => [], []);
  // As a disk holds the thread.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 120);
  stalls.look(() => [], []);
  stalls.stop();
  expect(told[0]?.ms).toBeGreaterThanOrEqual(119);
  expect(told[0]?.cpuMs).toBeLessThan(50);
});

it('tells of whatever held the thread for 50 ms, whenever it began', async () => {
  const told: number[] = [];
  const stalls = watchStalls(({ ms }) => void told.push(ms));
  const look = () => stalls.look(() => [], []);
  for (let n = 0; n < 5; n++) look();
  for (let n = 0; n < 12; n++) {
    look();
    told.length = 0;
    await setTimeout(25 + n * 2);
    hold(51);
    await setTimeout(25);
    look();
    expect([n, told.length]).toEqual([n, 1]);
    expect(told[0]).toBeGreaterThanOrEqual(50);
  }
  stalls.stop();
});
