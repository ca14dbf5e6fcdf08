import { describe, expect, it } from 'vitest';
import type { EmbedEvent } from '#shared/embed/payload.ts';
import { memoryLog, testClock } from '#tests/support/embed.ts';
import type { Tally } from '../db/counting.ts';
import { type CountingBounds, makeCounting } from './counting.ts';

const SHOP = { siteId: 'shop', widgetId: 'w', timezone: 'UTC' };
const display = (notificationId: string): EmbedEvent => ({ type: 'display', notificationId });

/** A writer that waits until it is let go, one batch at a time. */
function gate() {
  const batches: Tally[][] = [];
  const open: PromiseWithResolvers<void>[] = [];
  return {
    batches,
    write(tallies: Tally[]) {
      batches.push(tallies);
      const turn = Promise.withResolvers<void>();
      open.push(turn);
      return turn.promise;
    },
    release: () => open.shift()?.resolve(),
    fail: () => open.shift()?.reject(new Error('disk is gone')),
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

function start(bounds?: CountingBounds) {
  const gated = gate();
  const { log, lines } = memoryLog();
  const clock = testClock();
  return { ...gated, lines, clock, counting: makeCounting({ clock, log }, gated.write, bounds) };
}

describe('counting', () => {
  it('writes events of many requests in one transaction, one tally a notice and hour', async () => {
    const { counting, batches, release } = start();
    const all = [
      counting.count(SHOP, [display('a'), { type: 'click', notificationId: 'a' }, display('b')]),
      counting.count(SHOP, [display('a'), { type: 'dismiss', notificationId: 'b' }]),
      counting.count({ ...SHOP, siteId: 'other' }, [display('a')]),
    ];
    await turn();
    expect(batches).toHaveLength(1);
    const hour = '2026-03-10T12:00:00.000Z';
    expect(batches[0]).toEqual([
      { siteId: 'shop', widgetId: 'w', notificationId: 'a', hour, displays: 2, clicks: 1, dismissals: 0 },
      { siteId: 'shop', widgetId: 'w', notificationId: 'b', hour, displays: 1, clicks: 0, dismissals: 1 },
      { siteId: 'other', widgetId: 'w', notificationId: 'a', hour, displays: 1, clicks: 0, dismissals: 0 },
    ]);
    release();
    await Promise.all(all);
  });

  it('answers only after the commit', async () => {
    const { counting, release } = start();
    let isAnswered = false;
    const answer = counting.count(SHOP, [display('a')]).then(() => {
      isAnswered = true;
    });
    await turn();
    await turn();
    expect(isAnswered).toBe(false);
    release();
    await answer;
    expect(isAnswered).toBe(true);
  });

  it('writes one transaction at a time; what comes meanwhile is in the next one', async () => {
    const { counting, batches, release } = start();
    const first = counting.count(SHOP, [display('a')]);
    await turn();
    const second = counting.count(SHOP, [display('b')]);
    await turn();
    expect(batches).toHaveLength(1);
    release();
    await first;
    await turn();
    await turn();
    expect(batches).toHaveLength(2);
    release();
    await second;
  });

  it('refuses every waiting request when the transaction fails, says so once, and goes on', async () => {
    const { counting, fail, release, lines } = start();
    for (let i = 0; i < 2; i++) {
      const waiting = [counting.count(SHOP, [display('a')]), counting.count(SHOP, [display('b')])];
      const refused = Promise.allSettled(waiting);
      await turn();
      fail();
      for (const { reason } of (await refused) as PromiseRejectedResult[]) {
        expect(reason).toMatchObject({ code: 'unavailable', retryAfter: 2 });
      }
    }
    const after = counting.count(SHOP, [display('a')]);
    await turn();
    release();
    await after;
    expect(lines.map(({ msg }) => msg)).toEqual(['events could not be counted', 'events are counted again']);
  });

  it('refuses at once when too many requests wait, and takes them again when they do not', async () => {
    const { counting, release } = start({ requests: 2, rows: 10, batches: 10 });
    const waiting = [counting.count(SHOP, [display('a')]), counting.count(SHOP, [display('a')])];
    await expect(counting.count(SHOP, [display('a')])).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 });
    await turn();
    release();
    await Promise.all(waiting);
    const again = counting.count(SHOP, [display('a')]);
    await turn();
    release();
    await again;
  });

  it('splits many rows over transactions, keeps a request whole, and is full when too many of them wait', async () => {
    const { counting, batches, release } = start({ requests: 100, rows: 2, batches: 2 });
    const waiting = ['a', 'b'].map((id) =>
      counting.count(SHOP, [display(`${id}1`), display(`${id}2`), display(`${id}3`)]),
    );
    await expect(counting.count(SHOP, [display('c')])).rejects.toMatchObject({ code: 'unavailable' });
    for (let i = 0; i < 2; i++) {
      await turn();
      release();
      await waiting[i];
      await turn();
    }
    expect(batches.map((batch) => batch.map(({ notificationId }) => notificationId))).toEqual([
      ['a1', 'a2', 'a3'],
      ['b1', 'b2', 'b3'],
    ]);
  });

  it('separates the hours of one notice', async () => {
    const { counting, batches, release, clock } = start();
    const first = counting.count(SHOP, [display('a')]);
    clock.add(60 * 60_000);
    const second = counting.count(SHOP, [display('a')]);
    await turn();
    release();
    await Promise.all([first, second]);
    expect(batches[0]?.map(({ hour }) => hour)).toEqual(['2026-03-10T12:00:00.000Z', '2026-03-10T13:00:00.000Z']);
  });

  it('writes what waits before it stops, and takes nothing after', async () => {
    const { counting, release } = start();
    const waiting = counting.count(SHOP, [display('a')]);
    const stopped = counting.stop();
    await expect(counting.count(SHOP, [display('b')])).rejects.toMatchObject({ code: 'unavailable' });
    await turn();
    release();
    await stopped;
    await waiting;
  });

  it('writes nothing for a request without events', async () => {
    const { counting, batches } = start();
    await counting.count(SHOP, []);
    await turn();
    expect(batches).toEqual([]);
  });
});
