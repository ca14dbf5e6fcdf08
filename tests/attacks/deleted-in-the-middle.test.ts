// Attack: hold a source's lock while others deliver; delete a source, a site or an account in the middle of a delivery, or
// with more events than one statement may delete; and die halfway through.
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Db } from '#server/db/open.ts';
import { finishRemoval, insertRemovalsOfSites } from '#server/db/removals.ts';
import { lockUser } from '#server/db/users.ts';
import type { EventList } from '#shared/contract/event.ts';
import type { NewSource } from '#shared/contract/source.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { describeApp } from '#tests/support/apps.ts';
import { PASSWORD } from '#tests/support/auth.ts';
import { makeClient } from '#tests/support/client.ts';
import { freshPostgres } from '#tests/support/databases.ts';
import { type EventShop, makeEventShop } from '#tests/support/event-shop.ts';
import { watchQueries } from '#tests/support/queries.ts';
import { mailLink, openLink, startRegistration, stepOf, storedRegistration } from '#tests/support/registration.ts';
import { soon } from '#tests/support/soon.ts';
import { eachTest } from '#tests/support/stages.ts';

const addSource = async ({ owner, site }: EventShop) =>
  (await owner.post<{ source: NewSource }>(`${site}/sources`, { kind: 'webhook' })).body.source;
/** What stands for the source in events, also once nothing says so any more. */
const numberOfSource = (db: Db, { id }: NewSource) =>
  db.selectFrom('id_numbers').select('number').where('id', '=', id).executeTakeFirstOrThrow();
const deliver = async (app: TestApp, { id, secret }: NewSource, body: object) =>
  (
    await app.fetch(`/api/hooks/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).status;

describe('on PostgreSQL, whose rows have locks', () => {
  let database: Database;
  /** Called after each query, with its tree. */
  let watch: ((node: string) => Promise<void>) | null;

  beforeEach(async () => {
    watch = null;
    database = await freshPostgres();
  });
  afterEach(() => database.close());
  const app = eachTest(() => {
    const db = watchQueries(database.db, (node) => (watch ? () => watch?.(node) ?? Promise.resolve() : undefined));
    return makeTestApp({ ...database, db } as Database);
  });
  const own = eachTest(() => makeEventShop(app));
  const isAnybodyWaiting = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db);
    return rows.length > 0;
  };

  it('a source that somebody holds keeps no delivery to another one waiting', async () => {
    const [held, free] = [await addSource(own), await addSource(own)];
    let release = () => {};
    const holding = new Promise<void>((started) => {
      void database.db.transaction().execute(async (db) => {
        await db.selectFrom('sources').select('id').where('id', '=', held.id).forUpdate().execute();
        await new Promise<void>((resolve) => {
          release = resolve;
          started();
        });
      });
    });
    await holding;
    let isOver = false;
    const late = ['1', '2', '3'].map((id) => deliver(app, held, own.purchase(id)));
    void Promise.all(late).then(() => {
      isOver = true;
    });
    for (const id of ['4', '5', '6']) expect(await deliver(app, free, own.purchase(id))).toBe(200);
    expect(isOver).toBe(false);
    release();
    expect(await Promise.all(late)).toEqual([200, 200, 200]);
    expect((await own.listed('?search=oak')).total).toBe(6);
  });

  it.each(['a source', 'a site', 'an account'])(
    '%s that is deleted during a delivery waits for it, and neither fails',
    async (what) => {
      const source = await addSource(own);
      const { number } = await numberOfSource(database.db, source);
      let deletion: Promise<{ status: number }> | undefined;
      const remove = () => {
        if (what === 'an account') return own.owner.delete('/api/auth/me');
        return own.owner.delete(what === 'a site' ? own.site : `${own.site}/sources/${source.id}`);
      };
      if (what === 'an account') await own.owner.post('/api/auth/confirm', { password: PASSWORD });
      watch = async (node) => {
        // The delivery has locked its source, and stores its event once the deletion waits for something.
        if (deletion || !node.includes('ForKeyShare')) return;
        deletion = remove();
        await soon(isAnybodyWaiting).toBe(true);
      };
      expect(await deliver(app, source, own.purchase('1'))).toBe(200);
      expect(await deletion).toMatchObject({ status: 204 });
      watch = null;
      expect(await deliver(app, source, own.purchase('2'))).toBe(404);
      const left = () =>
        database.db.selectFrom('events').select('event_id').where('source_number', '=', number).execute();
      await soon(left).toEqual([]);
    },
  );

  it('an account gets another address while its link is opened: neither fails, and the link has ended', async () => {
    const eve = await startRegistration(app, { email: 'ana@shop.example' });
    await stepOf(eve, 'create-user', { password: PASSWORD });
    const token = await mailLink(app, eve.email);
    const { user_id: id } = await storedRegistration(app, eve);
    let opened: ReturnType<typeof openLink> | undefined;
    await database.db.transaction().execute(async (db) => {
      await lockUser(db, id ?? '');
      opened = openLink(makeClient(app), token);
      await soon(isAnybodyWaiting).toBe(true);
      await db.updateTable('users').set({ email_lower: 'eve@shop.example' }).where('id', '=', id).execute();
    });
    expect((await opened)?.status).toBe(400);
  });
});

describeApp('what is deleted', { postgres: 'long', turns: 'forced' }, ({ app, database }) => {
  const MANY = 1_200;

  const own = eachTest(() => makeEventShop(app));
  const source = eachTest(() => addSource(own));

  /** Stores many events and deliveries of the source, and a few of the site's API. */
  async function fill(db: Db) {
    await own.send(...['1', '2', '3'].map((id) => own.purchase(id)));
    expect(await deliver(app, source, own.purchase('first'))).toBe(200);
    const first = await db.selectFrom('events').selectAll().where('event_id', '=', 'first').executeTakeFirstOrThrow();
    const { number: _, ...event } = first;
    const delivery = await db.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow();
    for (let from = 0; from < MANY; from += 100) {
      const ids = Array.from({ length: 100 }, (_, n) => `many-${from + n}`);
      await db
        .insertInto('events')
        .values(ids.map((id) => ({ ...event, id, event_id: id })))
        .execute();
      await db
        .insertInto('deliveries')
        .values(ids.map((id) => ({ ...delivery, id })))
        .execute();
    }
    // Nobody told of these rows; the site's notifications follow at its next look.
    await app.deps.projector.changed(own.shop.site.id);
    await soon(async () => (await own.notifications()).length).toBeGreaterThan(10);
  }
  const countOf = async (table: 'events' | 'deliveries' | 'retractions' | 'removals' | 'id_numbers') =>
    (await database().db.selectFrom(table).select('id').execute()).length;

  it('as a source is gone at once, with all that it showed, and soon with all that came to it', async () => {
    await fill(database().db);
    const { number } = await numberOfSource(database().db, source);
    expect((await own.owner.delete(`${own.site}/sources/${source.id}`)).status).toBe(204);
    expect((await own.payload()).notifications).toHaveLength(3);
    expect((await own.listed('?search=oak')).total).toBe(3);
    expect(await deliver(app, source, own.purchase('late'))).toBe(404);
    await soon(() => countOf('removals')).toBe(0);
    expect([await countOf('deliveries'), (await own.listed('?search=oak')).total]).toEqual([0, 3]);
    const events = await database().db.selectFrom('events').select('source_number').execute();
    expect(events.filter(({ source_number }) => source_number === number)).toEqual([]);
  });

  it.each(['a site', 'an account'])('as %s leaves nothing behind', async (what) => {
    await fill(database().db);
    await own.owner.post(`${own.site}/forget`, { email: 'ben@example.com' });
    expect(await countOf('retractions')).toBe(1);
    if (what === 'a site') expect((await own.owner.delete(own.site)).status).toBe(204);
    else {
      await own.owner.post('/api/auth/confirm', { password: PASSWORD });
      expect((await own.owner.delete('/api/auth/me')).status).toBe(204);
    }
    expect(await deliver(app, source, own.purchase('late'))).toBe(404);
    expect((await own.owner.get<EventList>(`${own.site}/events`)).status).toBe(what === 'a site' ? 404 : 401);
    await soon(() => countOf('removals')).toBe(0);
    expect([await countOf('events'), await countOf('deliveries'), await countOf('retractions')]).toEqual([0, 0, 0]);
    expect(await countOf('id_numbers')).toBe(0);
  });

  it('is deleted in so small steps that everything else goes on in between', async () => {
    await fill(database().db);
    const removal = { id: source.id, siteId: own.shop.site.id, removedAt: '' };
    let isOver = false;
    const work = finishRemoval(database().db, removal, new AbortController().signal).finally(() => {
      isOver = true;
    });
    let turns = 0;
    for (; !isOver; turns++) await setImmediate();
    expect(await work).toBe(true);
    expect(turns).toBeGreaterThan((2 * MANY) / 100);
  });

  it('is deleted by the next process when the one that began it has died', async () => {
    const { db } = database();
    await fill(db);
    // All that a process has done that dies right after the commit.
    await db.transaction().execute(async (tx) => {
      await insertRemovalsOfSites(tx, [own.shop.site.id], new Date(app.clock.now()).toISOString());
      await tx.deleteFrom('sites').execute();
    });
    await app.stop();
    expect(await countOf('events')).toBeGreaterThan(MANY);
    Object.assign(app, makeTestApp(database()));
    expect((await makeClient(app).get('/api/health')).status).toBe(200);
    app.deps.removals.wake();
    await soon(() => countOf('removals')).toBe(0);
    expect([await countOf('events'), await countOf('deliveries')]).toEqual([0, 0]);
  });
});
