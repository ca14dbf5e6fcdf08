// Attack: let one account store without end, by every way in which events come, through two servers.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Delivery, DeliveryList } from '#shared/contract/delivery.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { ERASED_PER_DAY, STORED_PER_DAY } from '#shared/limits.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { makeClient } from '#tests/support/client.ts';
import { addCsvSource, fileOf, importCsv } from '#tests/support/csv-files.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { type HookStage, makeHookStage } from '#tests/support/hook-client.ts';

onBothDatabases('one account', { postgres: 'long' }, (database) => {
  let app: TestApp;
  let other: TestApp;
  let stage: HookStage;
  let site: string;
  const make = () => makeTestApp(database(), { AUTH_RATE_LIMIT: '1' });
  beforeEach(async () => {
    app = make();
    stage = await makeHookStage({ ...app, fetch: (path, init) => app.fetch(path, init) });
    site = `/api/sites/${stage.shop.site.id}`;
    // What a process has taken of the day's records, and not stored, it may store whatever the count says.
    await app.stop();
    app = make();
    other = make();
  });
  afterEach(async () => {
    await app.stop();
    await other.stop();
  });

  /** Makes it as if the account had stored, or erased, so much since an hour. */
  async function store(hits: number, what = 'stored') {
    const { id } = await database().db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const resets_at = new Date(app.clock.now() + DAY - HOUR).toISOString();
    const row = { key: `${what}:${id}`, hits, resets_at };
    await database()
      .db.insertInto('limits')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute();
  }
  const countOf = async (table: 'events' | 'imports') =>
    (await database().db.selectFrom(table).select('id').execute()).length;
  const event = (id: string, more: object = {}) => ({
    ...{ id, kind: 'purchase', occurredAt: new Date(app.clock.now() - HOUR).toISOString(), reference: `#${id}` },
    subject: { name: 'Oak Desk' },
    ...more,
  });
  const send = (...events: object[]) => stage.owner.post<{ accepted: number }>(`${site}/events`, { events });
  /** The owner at the other server. */
  function elsewhere() {
    const client = makeClient(other);
    for (const [name, value] of stage.owner.cookies) client.cookies.set(name, value);
    return client;
  }
  const deliveries = async (): Promise<Delivery[]> =>
    (await stage.owner.get<DeliveryList>(`${stage.path}/deliveries`)).body.deliveries;

  it('that has stored its million of a day stores nothing more by any way, and its owner reads why', async () => {
    const files = await addCsvSource(stage.owner, stage.shop.site.id);
    await store(STORED_PER_DAY);
    const [events, imports] = [await countOf('events'), await countOf('imports')];
    const refused = await stage.owner.post(`${site}/events`, { events: [event('late')] });
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      429,
      'rate-limited',
      EVENT_MESSAGES.storedTooMuch,
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBe((DAY - HOUR) / 1000);
    expect((await importCsv(stage.owner, files, fileOf(3))).status).toBe(429);
    expect([await countOf('events'), await countOf('imports')]).toEqual([events, imports]);
  });

  it('with less left than a file needs imports what is still allowed; if that is none, it is a 429', async () => {
    const files = await addCsvSource(stage.owner, stage.shop.site.id);
    await store(STORED_PER_DAY - 1_500);
    const before = [await countOf('events'), await countOf('imports')];
    const refused = await importCsv(stage.owner, files, fileOf(3_000));
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      429,
      'rate-limited',
      EVENT_MESSAGES.storedTooMuch,
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBe((DAY - HOUR) / 1000);
    expect([await countOf('events'), await countOf('imports')]).toEqual(before);
    await store(STORED_PER_DAY - 2_500);
    const done = await importCsv(elsewhere(), files, fileOf(3_000));
    expect([done.status, done.body.import]).toEqual([
      200,
      expect.objectContaining({ state: 'stopped', reason: EVENT_MESSAGES.csvStoredTooMuch, accepted: 1_000 }),
    ]);
  });

  it('is counted over the ways, in so few writes that deliveries cost no more, and by two servers together', async () => {
    const many = (from: number) => Array.from({ length: 100 }, (_, n) => event(`${from + n}`));
    await send(...many(0));
    const hits = async () =>
      (await database().db.selectFrom('limits').select('hits').where('key', 'like', 'stored:%').execute())[0]?.hits;
    // One lease of the first process, one of this.
    const first = await hits();
    for (let n = 1; n < 9; n++) await send(...many(n * 100));
    expect([await stage.deliver(event('delivered')), first, await hits()]).toEqual([200, 2_000, 2_000]);
    await store(STORED_PER_DAY - 1_000);
    const there = (id: string) => elsewhere().post(`${site}/events`, { events: [event(id)] });
    expect((await there('a')).status).toBe(200);
    // What this server had taken already it may use; then there is no more.
    const answers = [];
    for (let n = 9; n < 12; n++) answers.push((await send(...many(n * 100))).status);
    expect(answers).toEqual([429, 429, 429]);
    expect((await there('b')).status).toBe(200);
  });

  it('can erase all the same; what erases has a limit of its own', async () => {
    await send(event('1'), event('2'), event('3'));
    await store(STORED_PER_DAY);
    expect((await stage.owner.post(`${site}/forget`, { reference: '#3' })).body).toEqual({ retracted: 1 });
    expect((await stage.owner.post(`${site}/events/2/retract`)).body).toEqual({ retracted: 1 });
    await store(ERASED_PER_DAY, 'erased');
    expect((await elsewhere().post(`${site}/forget`, { reference: '#1' })).status).toBe(429);
  });

  it('is told by its deliveries, once an hour, that they are refused, and they are taken again the next day', async () => {
    await store(STORED_PER_DAY);
    for (let n = 0; n < 3; n++) expect(await stage.deliver(event(`${n}`))).toBe(429);
    expect((await deliveries()).map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['refused', EVENT_MESSAGES.storedTooMuch],
    ]);
    app.clock.advance(DAY);
    expect((await send(event('next'))).status).toBe(200);
  });
});
