// Counted attempts, shared by all instances that share the database.
import { expect, it } from 'vitest';
import { dropOldLimits } from '#server/db/limits.ts';
import { isoOf } from '#shared/time.ts';
import { makeClock } from '#tests/support/app.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { watchQueries } from '#tests/support/queries.ts';
import { makeLimiter } from './limiter.ts';

const RULE = { key: 'login:1.2.3.4', limit: 3, seconds: 60 };

onBothDatabases('the limiter', (database) => {
  const setUp = (isOn = true) => {
    const clock = makeClock();
    return { clock, limiter: makeLimiter(database().db, clock, isOn) };
  };
  const keys = async () => (await database().db.selectFrom('limits').select('key').execute()).map(({ key }) => key);

  it('allows as many as the rule says, then says how long to wait', async () => {
    const { clock, limiter } = setUp();
    expect([await limiter.take(RULE), await limiter.take(RULE), await limiter.take(RULE)]).toEqual([0, 0, 0]);
    clock.advance(10_500);
    expect(await limiter.take(RULE)).toBe(50);
    clock.advance(49_499);
    expect(await limiter.take(RULE)).toBe(1);
    clock.advance(1);
    expect(await limiter.take(RULE)).toBe(0);
  });

  it('counts several hits at once', async () => {
    const { limiter } = setUp();
    expect(await limiter.take({ ...RULE, amount: 3 })).toBe(0);
    expect(await limiter.take({ ...RULE, amount: 3 })).toBe(60);
  });

  it('does not extend the wait for further attempts', async () => {
    const { clock, limiter } = setUp();
    for (let n = 0; n < 10; n++) await limiter.take(RULE);
    clock.advance(60_000);
    expect(await limiter.take(RULE)).toBe(0);
  });

  it('counts each key separately', async () => {
    const { limiter } = setUp();
    for (let n = 0; n < 4; n++) await limiter.take(RULE);
    expect(await limiter.take({ ...RULE, key: 'login:5.6.7.8' })).toBe(0);
  });

  it('counts every one of many concurrent attempts', async () => {
    const { limiter } = setUp();
    const waits = await Promise.all(Array.from({ length: 20 }, () => limiter.take(RULE)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  });

  it('shares its count with other instances', async () => {
    const [a, b] = [setUp().limiter, setUp().limiter];
    expect([await a.take(RULE), await b.take(RULE), await a.take(RULE), await b.take(RULE)]).toEqual([0, 0, 0, 60]);
  });

  it('takes back a hit, never below zero, and clears a key', async () => {
    const { limiter } = setUp();
    for (let n = 0; n < 3; n++) await limiter.take(RULE);
    await limiter.undo(RULE.key);
    expect([await limiter.take(RULE), await limiter.take(RULE)]).toEqual([0, 60]);
    await limiter.clear(RULE.key);
    await limiter.undo(RULE.key);
    expect([await limiter.take(RULE), await limiter.take(RULE), await limiter.take(RULE)]).toEqual([0, 0, 0]);
    expect(await limiter.take(RULE)).toBe(60);
  });

  it('leaves counts that are over to be dropped, so that the table does not grow, and no others', async () => {
    const { clock, limiter } = setUp();
    await limiter.take(RULE);
    await limiter.take({ ...RULE, key: 'longer', seconds: 61 });
    clock.advance(59_999);
    await dropOldLimits(database().db, clock.now());
    expect((await keys()).sort()).toEqual(['login:1.2.3.4', 'longer']);
    clock.advance(1);
    await dropOldLimits(database().db, clock.now());
    expect(await keys()).toEqual(['longer']);
  });

  it('has a hundred dropped at a time at most, and none that is counted anew meanwhile', async () => {
    const { clock, limiter } = setUp();
    const { db } = database();
    const old = Array.from({ length: 250 }, (_, n) => ({ key: `old-${n}`, hits: 3, resets_at: isoOf(clock.now()) }));
    await db.insertInto('limits').values(old).execute();
    let statements = 0;
    const watched = watchQueries(db, (node) => {
      // Not what it is made of.
      if (JSON.parse(node).kind === 'RawNode') statements++;
      return undefined;
    });
    const again = ['old-0', 'old-120', 'old-249'];
    await Promise.all([
      dropOldLimits(watched, clock.now()),
      ...again.map(async (key) => expect(await limiter.take({ ...RULE, key })).toBe(0)),
    ]);
    expect(statements).toBeGreaterThanOrEqual(3);
    expect((await keys()).sort()).toEqual(again);
  });

  it('counts nothing when switched off', async () => {
    const { limiter } = setUp(false);
    for (let n = 0; n < 9; n++) expect(await limiter.take(RULE)).toBe(0);
    expect(await keys()).toEqual([]);
  });
});
