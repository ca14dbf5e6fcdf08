// Attack: one call of an owner, or of a shop, whose work is stored in one transaction and keeps everybody else waiting: files
// whose rows are dear to clean, a person or an order with thousands of events, refunds of a thousand products.
// @module-tag long
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { numberOf } from '#server/db/id-numbers.ts';
import { makeTestApp, START } from '#tests/support/app.ts';
import { addCsvSource, HEADER, importCsv } from '#tests/support/csv-files.ts';
import { freshSqlite } from '#tests/support/databases.ts';
import { eachTest } from '#tests/support/stages.ts';
import { expectCheap, longestTurn, TURN_GOAL } from '#tests/support/thread-cost.ts';
import { makeVendorShop } from '#tests/support/vendor-shop.ts';

const app = eachTest(async () => makeTestApp(await freshSqlite()));
const own = eachTest(() => makeVendorShop(app));

/** It is done once, since the second time there is less to do: so code that has hardly run yet is in it, and all garbage. */
const COLD = 3;

/** Expects others to get their turn while the work goes on. */
async function expectTurns<T>(what: string, work: () => Promise<T>): Promise<T> {
  let result: T | undefined;
  let longest: number | undefined;
  await expectCheap(what, COLD * TURN_GOAL, async () => {
    longest ??= await longestTurn(async () => {
      result = await work();
    });
    return longest;
  });
  return result as T;
}

const at = new Date(START).toISOString();
const fill = (unit: string, length: number) => unit.repeat(length).slice(0, length);
const marked = (unit: string, n: number) => ({
  actor: { firstName: fill(unit, 80), lastName: fill(unit, 80), city: fill(unit, 80), country: fill(unit, 80) },
  subject: { name: fill(unit, 199) + (n % 10) },
  text: fill(unit, 490) + n,
});

describe('what is stored of one call', () => {
  it.each(['<', '<i>', '&'])('is cleaned in turns, of a file of %s', async (unit) => {
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const rows = Array.from({ length: 400 }, (_, n) => {
      const { actor, subject, text } = marked(unit, n);
      return [`m-${n}`, 'purchase', at, ...Object.values(actor), subject.name, text].map(cell).join();
    });
    const source = await addCsvSource(own.owner, own.shop.site.id);
    const file = ['id,kind,occurredAt,firstName,lastName,city,country,product,text', ...rows].join('\n');
    const { body } = await expectTurns(unit, () => importCsv(own.owner, source, file));
    expect(body.import).toMatchObject({ state: 'done', accepted: 400, refused: 0 });
  });

  it('is stored in turns, of rows as large as they may be', async () => {
    const link = (n: number) => `https://shop.example/${'x'.repeat(2_000)}${n}`;
    const rows = Array.from({ length: 300 }, (_, n) =>
      [
        `l-${n}`,
        'purchase',
        at,
        ...Array(4).fill('字'.repeat(80)),
        '字'.repeat(200),
        link(n),
        link(n),
        '字'.repeat(500),
      ].join(),
    );
    const source = await addCsvSource(own.owner, own.shop.site.id);
    const file = ['id,kind,occurredAt,firstName,lastName,city,country,product,url,image,text', ...rows].join('\n');
    const { body } = await expectTurns('large rows', () => importCsv(own.owner, source, file));
    expect(body.import).toMatchObject({ state: 'done', accepted: 300 });
  });

  it('is cleaned in turns, of a hundred events of a script', async () => {
    const events = Array.from({ length: 100 }, (_, n) => ({
      id: `e-${n}`,
      kind: 'purchase',
      occurredAt: at,
      ...marked('<i>', n),
    }));
    const { body } = await expectTurns('events', () => own.owner.post(`${own.site}/events`, { events }));
    expect(body).toMatchObject({ accepted: 100 });
  });
});

describe('somebody with 3,000 events', () => {
  const COUNT = 3_000;
  const retracted = async (because: string) =>
    (await app.deps.db.selectFrom('events').select('id').where('retracted_because', '=', because).execute()).length;
  beforeEach(async () => {
    const source = await addCsvSource(own.owner, own.shop.site.id);
    const rows = Array.from(
      { length: COUNT },
      (_, n) => `o-${n},purchase,2026-03-10T09:00:00Z,Ana,,,one@shop.example,Desk,,`,
    );
    await importCsv(own.owner, source, [HEADER, ...rows].join('\n'));
  });

  it('is forgotten in turns', async () => {
    const { body } = await expectTurns('forget', () =>
      own.owner.post(`${own.site}/forget`, { email: 'one@shop.example' }),
    );
    expect(body).toEqual({ retracted: COUNT });
    expect(await retracted('forgotten')).toBe(COUNT);
  });

  it('stays forgotten as far as a call came that failed, whose repetition does the rest', async () => {
    const { db } = app.deps;
    const { transaction } = db;
    let left = 4;
    db.transaction = () => {
      if (left-- > 0) return transaction.call(db);
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    };
    const forget = () => own.owner.post(`${own.site}/forget`, { email: 'one@shop.example' });
    expect((await forget()).status).toBe(503);
    db.transaction = transaction;
    const before = await retracted('forgotten');
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(COUNT);
    // What comes in between is erased as it comes.
    const late = await addCsvSource(own.owner, own.shop.site.id);
    await importCsv(own.owner, late, `${HEADER}\no-1,purchase,2026-03-10T09:00:00Z,Ana,,,one@shop.example,Desk,,`);
    expect(await retracted('forgotten')).toBe(before + 1);
    expect((await forget()).body).toEqual({ retracted: COUNT - before });
    expect(await retracted('forgotten')).toBe(COUNT + 1);
  });

  it('is redacted in turns', async () => {
    const tell = await own.shopify();
    // Every source has its own events: those of the file are redacted in its own name.
    await app.deps.db
      .updateTable('events')
      .set({ source_number: numberOf(tell.source.id) })
      .execute();
    const redact = () => tell('customers/redact', { customer: { email: 'one@shop.example' }, orders_to_redact: [] });
    await expectTurns('redact', redact);
    expect(await retracted('redacted')).toBe(COUNT);
    expect((await tell.deliveries())[0]).toMatchObject({ verdict: 'taken', retracted: COUNT });
  });
});

describe('refunds of a thousand products', () => {
  const refund = (order: number, name: (n: number) => string) => ({
    order_id: order,
    refund_line_items: Array.from({ length: 1_000 }, (_, n) => ({ line_item: { title: name(n) } })),
  });

  it('are stored in turns, however dear their names are to clean', async () => {
    const tell = await own.shopify();
    for (const unit of ['<', '<i>'])
      await expectTurns(unit, () =>
        tell(
          'refunds/create',
          refund(1, (n) => `${n}${fill(unit, 190)}`),
        ),
      );
  });

  it('and a file of as many rows of the same order don’t multiply', async () => {
    const tell = await own.shopify();
    for (let k = 0; k < 10; k++)
      await tell(
        'refunds/create',
        refund(77, (n) => `Thing ${k}-${n}`),
      );
    const rows = Array.from({ length: 400 }, (_, n) => `o-${n},purchase,${at},Ana,Thing ${n % 10}-${n},77`);
    const file = ['id,kind,occurredAt,firstName,product,reference', ...rows].join('\n');
    const digest = app.deps.tokens.digestOfSite;
    let digests = 0;
    app.deps.tokens.digestOfSite = (...args) => {
      digests++;
      return digest(...args);
    };
    const { body } = await expectTurns('rows', () => importCsv(own.owner, tell.source, file));
    expect(body.import).toMatchObject({ state: 'done', accepted: 400 });
    // Some of each row, and none of each pair.
    expect(digests).toBeLessThan(10_000);
    const rest = app.deps.db
      .selectFrom('events')
      .select('id')
      .where('reference_hash', 'is not', null)
      .where('retracted_at', 'is', null);
    expect(await rest.execute()).toEqual([]);
  });
});

it('forty thousand events are searched in turns, and listed as if at once', async () => {
  await own.send(own.purchase('first', { reference: '#1' }));
  const COUNT = 40_000;
  const columns = 'site_number, source_number, kind, occurred_at, is_signed';
  // Some of the same moment, at the ends of slices, too.
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${COUNT})
    insert into events (id, event_id, received_at, subject_name, ${sql.raw(columns)})
    select printf('k%05d', i * 7919 % 40009), 'e' || i, unixepoch('2026-03-01') * 1000 + i / 10 * 1000,
      case i % 400 when 0 then 'Ash Chair' else 'Desk' end, ${sql.raw(columns)}
    from events join n where event_id = 'first'`.execute(app.deps.db);
  const page = (query: string) =>
    own.owner.get<{ events: { key: string }[]; total: number }>(`${own.site}/events?search=ash&limit=30&${query}`);
  let [isOver, turns] = [false, 0];
  const watch = (async () => {
    for (; !isOver; turns++) await setImmediate();
  })();
  const keys: string[] = [];
  for (const number of [1, 2, 3, 4]) {
    const { body } = await page(`page=${number}`);
    expect(body.total).toBe(100);
    keys.push(...body.events.map(({ key }) => key));
  }
  isOver = true;
  await watch;
  expect(turns).toBeGreaterThan(4 * 3);
  const all = app.deps.db.selectFrom('events').select('id').where('subject_name', '=', 'Ash Chair');
  const expected = await all.orderBy('received_at', 'desc').orderBy('number', 'desc').execute();
  expect(keys).toEqual(expected.map(({ id }) => id));
  const states = ['shown', 'waiting', 'not-shown', 'hidden', 'on-hold', 'retracted'];
  const totals = await Promise.all(states.map(async (state) => (await page(`state=${state}`)).body.total));
  expect(totals.reduce((sum, total) => sum + total, 0)).toBe(100);
});
