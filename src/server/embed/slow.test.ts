// What visitors get while the database is slow: late responses, but never wrong ones. The fake disk finishes a commit
// only when the test lets it.
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bots } from '#server/adapters/bots.ts';
import { makeIds } from '#server/adapters/clock-ids.ts';
import { makeTokens } from '#server/adapters/tokens.ts';
import { makeTallyWriter, type TallyWriter } from '#server/db/counting/tally-writer.ts';
import { prepareHotReads } from '#server/db/hot-reads.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import {
  BROWSER,
  CONNECTION,
  expectRefusal,
  memoryLog,
  SITE,
  seedNotification,
  seedSite,
  TEXTS,
  testClock,
} from '#tests/support/embed.ts';
import type { HttpEnv } from '../http/request-context.ts';
import { type CountingBounds, makeCounting } from './group-commit.ts';
import { makeInteractionsHandler } from './interactions.ts';
import { makeEmbedCache } from './payload-cache.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

onBothDatabases('interactions over a slow disk', (database) => {
  /** Commits waiting to be released, oldest first. */
  let waiting: PromiseWithResolvers<void>[] = [];
  let isSlow = true;
  let counting: ReturnType<typeof start>;
  beforeEach(async () => {
    waiting = [];
    isSlow = true;
    await seedSite(database().db);
    await seedNotification(database().db, 'a');
  });
  afterEach(async () => {
    quicken();
    await counting.stop();
  });

  const quicken = () => {
    isSlow = false;
    for (const commit of waiting.splice(0)) commit.resolve();
  };

  function start(bounds?: CountingBounds) {
    const clock = testClock();
    const { log } = memoryLog();
    const tokens = makeTokens('a secret key for tests, 32 bytes or more', clock);
    const write = makeTallyWriter(database());
    const slowly: TallyWriter = async (...batch) => {
      const commit = Promise.withResolvers<void>();
      waiting.push(commit);
      if (isSlow) await commit.promise;
      await write(...batch);
    };
    const queue = makeCounting({ clock, log }, slowly, bounds);
    const config = { trustProxy: 0, interactionRateLimit: 0 } as Parameters<
      typeof makeInteractionsHandler
    >[0]['config'];
    const deps = { config, clock, ids: makeIds(clock), texts: TEXTS, tokens, bots, log };
    const handle = makeInteractionsHandler(deps, {
      addressOf: () => '192.0.2.1',
      cache: makeEmbedCache(deps, prepareHotReads(database()).embed),
      counting: queue,
      sightings: { seen() {}, refused() {}, counted() {} },
    });
    const app = new Hono<HttpEnv>();
    app.post('/api/embed/:siteId/events', (c) => handle(c, c.req.param('siteId')));
    const token = tokens.signEmbed(SITE, clock.now());
    const answered: number[] = [];
    return {
      answered,
      stop: queue.stop,
      async post(page: string) {
        const events = [{ type: 'display', notificationId: 'a', page }];
        const headers = { 'user-agent': BROWSER };
        const request = { method: 'POST', headers, body: JSON.stringify({ token, events }) };
        const response = await app.request(`/api/embed/${SITE}/events`, request, CONNECTION);
        answered.push(response.status);
        return response;
      },
    };
  }

  /** Waits until this many commits are stuck. */
  const untilCommits = async (count: number) => {
    while (waiting.length < count) await tick();
  };
  const stored = async () => {
    const rows = await database().db.selectFrom('stats_daily_page').selectAll().orderBy('page').execute();
    return Object.fromEntries(rows.map(({ page, displays }) => [page, displays]));
  };

  it('responds late and loses nothing', async () => {
    counting = start();
    const first = counting.post('/1');
    await untilCommits(1);
    const others = Array.from({ length: 100 }, () => counting.post('/2'));
    for (let i = 0; i < 50; i++) await tick();
    expect([counting.answered, await stored()]).toEqual([[], {}]);

    waiting.shift()?.resolve();
    expect((await first).status).toBe(204);
    await untilCommits(1);
    expect([counting.answered, await stored()]).toEqual([[204], { '/1': 1 }]);

    quicken();
    await Promise.all(others);
    expect(counting.answered).toEqual(Array(101).fill(204));
    expect(await stored()).toEqual({ '/1': 1, '/2': 100 });
  });

  it('responds 503 with Retry-After at once when the queue is full, and counts exactly what got a 204', async () => {
    counting = start({ requests: 5, tallies: 1_000, batches: 20 });
    const taken = Array.from({ length: 5 }, (_, i) => counting.post(`/${i}`));
    await untilCommits(1);
    const refused = await counting.post('/refused');
    expect(refused.headers.get('retry-after')).toBe('2');
    await expectRefusal(refused, 503, 'unavailable');
    quicken();
    expect((await Promise.all(taken)).map(({ status }) => status)).toEqual(Array(5).fill(204));
    expect((await counting.post('/after')).status).toBe(204);
    expect(await stored()).toEqual({ '/0': 1, '/1': 1, '/2': 1, '/3': 1, '/4': 1, '/after': 1 });
  });

  it('refuses those behind a commit that got no answer, who would wait for as long again', async () => {
    counting = start();
    const first = counting.post('/1');
    await untilCommits(1);
    const others = Array.from({ length: 5 }, () => counting.post('/2'));
    for (let i = 0; i < 50; i++) await tick();
    waiting.shift()?.reject(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }));
    expect((await Promise.all([first, ...others])).map(({ status }) => status)).toEqual(Array(6).fill(503));
    quicken();
    expect((await counting.post('/after')).status).toBe(204);
    expect(await stored()).toEqual({ '/after': 1 });
  });

  it('finishes what it accepted before it stops', async () => {
    counting = start();
    const first = counting.post('/1');
    await untilCommits(1);
    const second = counting.post('/2');
    for (let i = 0; i < 50; i++) await tick();
    let isStopped = false;
    const stopped = counting.stop().then(() => {
      isStopped = true;
    });
    await expectRefusal(await counting.post('/late'), 503, 'unavailable');
    expect(isStopped).toBe(false);
    quicken();
    await stopped;
    expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([204, 204]);
    expect(await stored()).toEqual({ '/1': 1, '/2': 1 });
  });
});
