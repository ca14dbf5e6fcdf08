// A person with more orders than one transaction retracts: none of them shows from the first part on, and the rest follows
// whatever becomes of the process. On both databases.
import { expect, it } from 'vitest';
import type { Deps } from '#server/deps.ts';
import { project } from '#server/domain/events/projector.ts';
import { MINUTE } from '#shared/time.ts';
import { describeApp } from './support/apps.ts';
import { makeEventShop } from './support/event-shop.ts';
import { eachTest } from './support/stages.ts';

const ORDERS = 450;

describeApp('forgetting a person with many orders', {}, ({ app }) => {
  const own = eachTest(() => makeEventShop(app));
  const email = 'ana@example.com';

  async function sendOrders(): Promise<void> {
    for (let from = 0; from < ORDERS; from += 90)
      await own.send(...Array.from({ length: 90 }, (_, n) => own.purchase(`${from + n}`)));
    await own.send(own.purchase('other', { actor: { firstName: 'Ben', email: 'ben@example.com' } }));
    await project(app.deps, own.shop.site.id);
    expect(await shown()).toContain('Ana');
  }
  /** @returns who is named. */
  const shown = async () => {
    const { notifications } = await own.payload();
    return [...new Set(notifications.map(({ message }) => message.split(' ')[0]))].sort();
  };
  const forget = (more: object = {}) => own.owner.post(`${own.site}/forget`, { email, ...more });
  const retracted = async () => {
    const found = app.deps.db.selectFrom('events').select('id').where('retracted_at', 'is not', null);
    return (await found.execute()).length;
  };
  const jobs = () => app.deps.db.selectFrom('jobs').selectAll().execute();

  /** @returns the database, which fails after as many transactions as there are steps, each called before its own. */
  function dying(db: Deps['db'], steps: (() => Promise<unknown>)[]): Deps['db'] {
    const left = [...steps];
    const execute = async (work: (db: Deps['db']) => Promise<unknown>) => {
      const step = left.shift();
      if (!step) throw Object.assign(new Error('killed'), { code: 'SQLITE_BUSY' });
      await step();
      return db.transaction().execute(work);
    };
    return new Proxy(db, {
      get(target, name) {
        const found = name === 'transaction' ? () => ({ execute }) : Reflect.get(target, name);
        return typeof found === 'function' ? found.bind(target) : found;
      },
    });
  }

  it('answers once all are retracted, and leaves no job', async () => {
    await sendOrders();
    expect((await forget()).body).toEqual({ retracted: ORDERS });
    expect([await retracted(), await jobs(), await shown()]).toEqual([ORDERS, [], ['Ben']]);
  });

  /** Forgets in a process that dies after the first part: it brings no notifications up to date, either. */
  async function forgetAndDie(more: object = {}, steps: (() => Promise<unknown>)[] = [async () => {}]): Promise<void> {
    const { db, projector } = app.deps;
    // The first deletes bodies that could not be read.
    Object.assign(app.deps, { db: dying(db, [async () => {}, ...steps]), projector: { changed: async () => {} } });
    expect((await forget(more)).status).toBe(503);
    Object.assign(app.deps, { db, projector });
  }

  it('by a process that dies after the first part shows none of them, and is finished within a minute', async () => {
    await sendOrders();
    await forgetAndDie();
    const before = await retracted();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(ORDERS);
    expect(await shown()).toEqual(['Ben']);
    // Nor is anything of it brought back.
    await project(app.deps, own.shop.site.id);
    expect(await shown()).toEqual(['Ben']);
    await app.running.jobs.flush();
    expect(await retracted()).toBe(before);

    app.clock.advance(MINUTE);
    await app.running.jobs.flush();
    expect([await retracted(), await jobs(), await shown()]).toEqual([ORDERS, [], ['Ben']]);
    // What comes later of the same person is a customer's.
    await own.send(own.purchase('later', { occurredAt: new Date(app.clock.now()).toISOString() }));
    expect(await retracted()).toBe(ORDERS);
  });

  it('hides at once, and finishes, also the order that is forgotten with the person', async () => {
    await sendOrders();
    await forgetAndDie({ reference: '#other' });
    await project(app.deps, own.shop.site.id);
    expect(await shown()).toEqual([]);
    app.clock.advance(MINUTE);
    await app.running.jobs.flush();
    expect([await retracted(), await jobs(), await shown()]).toEqual([ORDERS + 1, [], []]);
  });

  it('goes on hiding them when somebody else who forgets the same person is done first', async () => {
    await sendOrders();
    const { db } = app.deps;
    await forgetAndDie({}, [async () => {}, () => db.deleteFrom('jobs').execute()]);
    await project(app.deps, own.shop.site.id);
    expect(await shown()).toEqual(['Ben']);
    app.clock.advance(MINUTE);
    await app.running.jobs.flush();
    expect([await retracted(), await jobs()]).toEqual([ORDERS, []]);
  });

  it('is done with its site, should that be deleted first', async () => {
    await sendOrders();
    await forgetAndDie();
    expect((await own.owner.delete(own.site)).status).toBe(204);
    app.clock.advance(MINUTE);
    await app.running.jobs.flush();
    expect(await jobs()).toEqual([]);
  });
});
