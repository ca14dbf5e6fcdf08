import { describe, expect, it } from 'vitest';
import type { CostReport, NotificationInteraction } from '#shared/embed/payload.ts';
import { memoryLog, testClock } from '#tests/support/embed.ts';
import type { CostTally, Tally } from '../db/counting/tally-writer.ts';
import { type CountingBounds, makeCounting } from './group-commit.ts';

const SHOP = { siteId: 'shop', widgetId: 'w', timezone: 'UTC', epochs: [], goals: new Map<string, string>() };
const display = (notificationId: string, more: Partial<NotificationInteraction> = {}): NotificationInteraction => ({
  type: 'display',
  notificationId,
  ...more,
});
const cost = (more: Partial<CostReport> = {}): CostReport => ({
  type: 'cost',
  bytes: 9_000,
  requests: 2,
  time: 1.5,
  ...more,
});

/** A writer that holds each batch until the test releases it. */
function gate() {
  const batches: Tally[][] = [];
  const costs: CostTally[][] = [];
  const open: PromiseWithResolvers<void>[] = [];
  return {
    batches,
    costs,
    write(tallies: Tally[], more: CostTally[] = []) {
      batches.push(tallies);
      costs.push(more);
      const commit = Promise.withResolvers<void>();
      open.push(commit);
      return commit.promise;
    },
    release: () => open.shift()?.resolve(),
    fail: () => open.shift()?.reject(new Error('disk is gone')),
  };
}

/** Enough ticks for a commit to start once no more requests come. */
const ticks = async () => {
  for (let i = 0; i < 6; i++) await new Promise((resolve) => setImmediate(resolve));
};

function start(bounds?: CountingBounds) {
  const gated = gate();
  const { log, lines } = memoryLog();
  const clock = testClock();
  return { ...gated, lines, clock, counting: makeCounting({ clock, log }, gated.write, bounds) };
}

describe('counting', () => {
  it('writes many requests in one transaction, with one tally per notification, hour, page and device', async () => {
    const { counting, batches, release } = start();
    const desk = { page: '/desk', device: 'mobile' } as const;
    const all = [
      counting.count(SHOP, [display('a', desk), { ...desk, type: 'click', notificationId: 'a' }, display('b')]),
      counting.count(SHOP, [display('a', desk), { type: 'dismiss', notificationId: 'b' }]),
      counting.count(SHOP, [display('a', { ...desk, page: '/desk/?color=oak' }), display('a', { device: 'mobile' })]),
      counting.count({ ...SHOP, siteId: 'other' }, [display('a', desk)]),
    ];
    await ticks();
    expect(batches).toHaveLength(1);
    const moment = { hour: '2026-03-10T12:00:00.000Z', day: '2026-03-10' };
    const a = { siteId: 'shop', widgetId: 'w', notificationId: 'a', ...moment };
    expect(batches[0]).toEqual([
      { ...a, ...desk, displays: 3, clicks: 1, dismissals: 0 },
      { ...a, notificationId: 'b', page: 'other', device: 'unknown', displays: 1, clicks: 0, dismissals: 1 },
      { ...a, page: 'other', device: 'mobile', displays: 1, clicks: 0, dismissals: 0 },
      { ...a, ...desk, siteId: 'other', displays: 1, clicks: 0, dismissals: 0 },
    ]);
    release();
    await Promise.all(all);
  });

  it('counts costs by size in each measure, time in whole microseconds, in the same transaction', async () => {
    const { counting, batches, costs, release } = start();
    const all = [
      counting.count(SHOP, [cost(), display('a'), cost({ time: 1.55, bytes: 0, requests: 0 })]),
      counting.count(SHOP, [cost({ time: 0.0004 }), cost({ time: 600_000 })]),
    ];
    await ticks();
    const rows = costs[0]?.map(({ measure, upTo, loads }) => [measure, upTo, loads]);
    expect(rows).toEqual([
      ['bytes', 9_000, 3],
      ['requests', 2, 3],
      ['time', 1_600, 2],
      ['bytes', 0, 1],
      ['requests', 0, 1],
      ['time', 100, 1],
      ['time', 90_000_000, 1],
    ]);
    expect(new Set(costs[0]?.map(({ siteId, day }) => `${siteId} ${day}`))).toEqual(new Set(['shop 2026-03-10']));
    expect([batches.length, costs.length]).toEqual([1, 1]);
    release();
    await Promise.all(all);
  });

  it('resolves only after the commit', async () => {
    const { counting, release } = start();
    let isAnswered = false;
    const response = counting.count(SHOP, [display('a')]).then(() => {
      isAnswered = true;
    });
    await ticks();
    await ticks();
    expect(isAnswered).toBe(false);
    release();
    await response;
    expect(isAnswered).toBe(true);
  });

  it('writes one transaction at a time, and puts what arrives meanwhile into the next', async () => {
    const { counting, batches, release } = start();
    const first = counting.count(SHOP, [display('a')]);
    await ticks();
    const second = counting.count(SHOP, [display('b')]);
    await ticks();
    expect(batches).toHaveLength(1);
    release();
    await first;
    await ticks();
    await ticks();
    expect(batches).toHaveLength(2);
    release();
    await second;
  });

  it('waits for requests while each tick brings more, but not forever', async () => {
    const { counting, batches, release } = start();
    const all: Promise<void>[] = [];
    let isCommitted = false;
    while (!isCommitted && all.length < 100) {
      // The second arrives after the wait has started.
      all.push(counting.count(SHOP, [display('a')]), counting.count(SHOP, [display('a')]));
      await new Promise((resolve) => setImmediate(resolve));
      isCommitted = batches.length > 0;
    }
    expect(batches[0]?.[0]?.displays).toBeGreaterThan(2);
    expect(all.length).toBeLessThan(20);
    for (let i = 0; i < 2; i++) {
      release();
      await ticks();
    }
    await Promise.all(all);
  });

  it('refuses every waiting request when the transaction fails, logs it once, and carries on', async () => {
    const { counting, fail, release, lines } = start();
    for (let i = 0; i < 2; i++) {
      const waiting = [counting.count(SHOP, [display('a')]), counting.count(SHOP, [display('b')])];
      const refused = Promise.allSettled(waiting);
      await ticks();
      fail();
      for (const { reason } of (await refused) as PromiseRejectedResult[]) {
        expect(reason).toMatchObject({ code: 'unavailable', retryAfter: 2 });
      }
    }
    const after = counting.count(SHOP, [display('a')]);
    await ticks();
    release();
    await after;
    expect(lines.map(({ msg }) => msg)).toEqual([
      'interactions could not be counted',
      'interactions are counted again',
    ]);
  });

  it('refuses immediately while too many requests wait, and accepts again afterwards', async () => {
    const { counting, release } = start({ requests: 2, tallies: 10, batches: 10 });
    const waiting = [counting.count(SHOP, [display('a')]), counting.count(SHOP, [display('a')])];
    await expect(counting.count(SHOP, [display('a')])).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 });
    await ticks();
    release();
    await Promise.all(waiting);
    const again = counting.count(SHOP, [display('a')]);
    await ticks();
    release();
    await again;
  });

  it('splits tallies over transactions but never a request, and is full when too many transactions wait', async () => {
    const { counting, batches, release } = start({ requests: 100, tallies: 2, batches: 2 });
    const waiting = ['a', 'b'].map((id) =>
      counting.count(SHOP, [display(`${id}1`), display(`${id}2`), display(`${id}3`)]),
    );
    await expect(counting.count(SHOP, [display('c')])).rejects.toMatchObject({ code: 'unavailable' });
    for (let i = 0; i < 2; i++) {
      await ticks();
      release();
      await waiting[i];
      await ticks();
    }
    expect(batches.map((batch) => batch.map(({ notificationId }) => notificationId))).toEqual([
      ['a1', 'a2', 'a3'],
      ['b1', 'b2', 'b3'],
    ]);
  });

  it('counts costs and pages towards the limit of a transaction', async () => {
    const { counting, batches, costs, release } = start({ requests: 100, tallies: 2, batches: 2 });
    const waiting = [
      counting.count(SHOP, [cost()]),
      counting.count(SHOP, [display('a', { page: '/1' }), display('a', { page: '/2' })]),
    ];
    await expect(counting.count(SHOP, [cost()])).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 });
    for (const response of waiting) {
      await ticks();
      release();
      await response;
      await ticks();
    }
    expect(batches.map((batch) => batch.length)).toEqual([0, 2]);
    expect(costs.map((batch) => batch.length)).toEqual([3, 0]);
  });

  it('keeps a flood of made-up notifications and pages within its limits, and refuses the rest', async () => {
    const bounds = { requests: 10_000, tallies: 100, batches: 5 };
    const { counting, batches, release } = start(bounds);
    const responses = Array.from({ length: 1_000 }, (_, i) =>
      counting.count(
        SHOP,
        Array.from({ length: 50 }, (_, j) => display(`${i}`, { page: `/${i}/${j}` })),
      ),
    );
    const done = Promise.allSettled(responses);
    for (let i = 0; i < 10; i++) {
      await ticks();
      release();
      await ticks();
    }
    const kinds = (await done).map(({ status }) => status);
    // A batch accepts requests until it has 100 tallies, which takes two of these.
    expect(kinds.slice(0, 10)).toEqual(Array(10).fill('fulfilled'));
    expect(new Set(kinds.slice(10))).toEqual(new Set(['rejected']));
    expect(batches.map((batch) => batch.length)).toEqual([100, 100, 100, 100, 100]);
  });

  it('keeps the hours of a notification apart', async () => {
    const { counting, batches, release, clock } = start();
    const first = counting.count(SHOP, [display('a')]);
    clock.add(60 * 60_000);
    const second = counting.count(SHOP, [display('a')]);
    await ticks();
    release();
    await Promise.all([first, second]);
    expect(batches[0]?.map(({ hour }) => hour)).toEqual(['2026-03-10T12:00:00.000Z', '2026-03-10T13:00:00.000Z']);
  });

  it("counts an interaction on the site's local day when it arrived, however late it is stored", async () => {
    const { counting, batches, release, clock } = start();
    const tokyo = { ...SHOP, timezone: 'Asia/Tokyo' };
    clock.set(Date.parse('2026-03-10T14:59:59.999Z'));
    const before = counting.count(tokyo, [display('a'), cost()]);
    clock.add(1);
    const after = counting.count(tokyo, [display('a'), cost()]);
    await ticks();
    release();
    await Promise.all([before, after]);
    expect(batches[0]?.map(({ day }) => day)).toEqual(['2026-03-10', '2026-03-11']);
  });

  it('never confuses one notification and page with another, whatever characters they contain', async () => {
    const { counting, batches, release } = start();
    const waiting = counting.count(SHOP, [display('a /b', { page: '/c' }), display('a', { page: '/b /c' })]);
    await ticks();
    release();
    await waiting;
    expect(batches[0]?.map(({ notificationId, page }) => [notificationId, page])).toEqual([
      ['a /b', '/c'],
      ['a', '/b /c'],
    ]);
  });

  it('writes what is queued before it stops, and accepts nothing afterwards', async () => {
    const { counting, release } = start();
    const waiting = counting.count(SHOP, [display('a')]);
    const stopped = counting.stop();
    await expect(counting.count(SHOP, [display('b')])).rejects.toMatchObject({ code: 'unavailable' });
    await ticks();
    release();
    await stopped;
    await waiting;
  });

  it('writes nothing for a request without interactions', async () => {
    const { counting, batches } = start();
    await counting.count(SHOP, []);
    await ticks();
    expect(batches).toEqual([]);
  });
});
