// Attack: kill the server in the middle of deliveries, of a shop's past orders, of an import, of its undoing, of the deletion of a source, or of
// forgetting a person with thousands of orders; on PostgreSQL another server may be doing it.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import type { Import, ImportList } from '#shared/contract/import.ts';
import type { Connected, NewSource, Source } from '#shared/contract/source.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { SECRET } from '#tests/support/app.ts';
import { addSource, type Client, makeClient, makeShop, type Shop } from '#tests/support/client.ts';
import { addCsvSource, fileOf, importCsv } from '#tests/support/csv-files.ts';
import { createPostgres } from '#tests/support/databases.ts';
import { deliverShopify, SHOP_SECRET, shopifyOrder } from '#tests/support/deliveries.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { soon } from '#tests/support/soon.ts';
import { temporaryFolder } from '#tests/support/stages.ts';
import { startWooShop, wooOrder } from '#tests/support/woo-shop.ts';

const ROWS = 3_000;
/** How long a moment to kill at may take to come, in milliseconds. */
const MOMENT = 30_000;
const ANA = { email: 'ana@shop.example', password: 'a horse of her own' };

/** The server's database, as another program sees it; it is there once the server has started. */
type Store = {
  env: Record<string, string>;
  run(text: string): Promise<unknown>;
  count(from: string, what?: string): Promise<number>;
  close(): unknown;
};

function onSqlite(folder: string): Store {
  const open = (readonly: boolean) => new BetterSqlite3(join(folder, 'proofbell.db'), { readonly, timeout: 10_000 });
  let reader: BetterSqlite3.Database | undefined;
  return {
    env: {},
    async run(text) {
      const writer = open(false);
      writer.exec(text);
      writer.close();
    },
    async count(from, what = 'count(*)') {
      reader ??= open(true);
      return Number(reader.prepare(`select ${what} from ${from}`).pluck().get());
    },
    close: () => reader?.close(),
  };
}

async function onPostgres(): Promise<Store> {
  const url = await createPostgres('proofbell_template');
  const database = openDatabase(url);
  return {
    env: { DATABASE_URL: url, SECRET_KEY: SECRET },
    run: (text) => sql.raw(text).execute(database.db),
    async count(from, what = 'count(*)') {
      const { rows } = await sql.raw<{ n: number }>(`select ${what} as n from ${from}`).execute(database.db);
      return Number(rows[0]?.n);
    },
    close: () => database.close(),
  };
}

describe.each([
  ['SQLite', onSqlite],
  ['PostgreSQL', onPostgres],
] as const)('a server that is killed (%s)', { tags: ['long'], timeout: 120_000 }, (name, openStore) => {
  let folder: string;
  let store: Store;
  let server: ServerProcess;
  let owner: Client;
  let shop: Shop;
  let source: NewSource;
  /** That of the source. */
  let number: number;

  /** @param shift how far its clock is ahead, in milliseconds. */
  async function start(shift = 0): Promise<void> {
    const env = {
      ...store.env,
      PUBLIC_URL: 'https://proofbell.test',
      ALLOW_PRIVATE_SHOPS: '1',
      CLOCK_SHIFT: String(shift),
    };
    server = await startServer(folder, { env, nodeArgs: ['--import', './tests/support/shifted-clock.ts'] });
    owner = makeClient(server);
  }

  beforeEach(async () => {
    folder = temporaryFolder();
    store = await openStore(folder);
    await start();
    await owner.post('/api/auth/register', ANA);
    // Stands in for the emailed link and a paid plan.
    await store.run("update users set email_verified = 1, granted_plan = 'growth'");
    shop = await makeShop(owner);
    source = await addCsvSource(owner, shop.site.id);
    number = await store.count(`id_numbers where id = '${source.id}'`, 'max(number)');
  });
  afterEach(async () => {
    await store.close();
    await server.end('SIGKILL');
  });

  const own = () => store.count(`events where source_number = ${number}`);
  const others = () => store.count(`events where source_number <> ${number}`);
  const path = () => `/api/sites/${shop.site.id}/sources/${source.id}`;
  const states = async () =>
    (await owner.get<ImportList>(`${path()}/imports`)).body.imports.map(({ state, reason }) => [state, reason]);

  async function restart(shift = 0): Promise<void> {
    await start(shift);
    await owner.post('/api/auth/login', ANA);
  }

  /** Kills the server as soon as the database is in the middle of it, and starts another one. @param shift as in start. */
  async function killInTheMiddle(left = own, shift = 0): Promise<void> {
    const isMiddle = async () => {
      const count = await left();
      return count > 0 && count < ROWS;
    };
    const end = performance.now() + MOMENT;
    while (!(await isMiddle())) {
      if (performance.now() > end) throw new Error('the moment never came');
      await pause(1);
    }
    await server.end('SIGKILL');
    expect(await isMiddle()).toBe(true);
    await restart(shift);
  }

  /** A file of recent orders: with the real clock. */
  const csv = () => fileOf(ROWS).replaceAll('2026-03-10T09:00:00Z', new Date(Date.now() - DAY).toISOString());

  async function importAll(): Promise<Import> {
    const { body } = await importCsv(owner, source, csv());
    expect(body.import).toMatchObject({ state: 'done' });
    expect(await own()).toBe(ROWS);
    return body.import;
  }

  it('an undoing is finished by the next start', async () => {
    const { id } = await importAll();
    const before = await others();
    const undone = owner.delete(`${path()}/imports/${id}`).catch(() => null);
    await killInTheMiddle();
    await undone;
    await soon(async () => [await own(), await store.count('imports'), await others()]).toEqual([0, 0, before]);
    await importAll();
  });

  it('the deletion of a source is finished by the next start', async () => {
    await importAll();
    const before = await others();
    const deleted = owner.delete(path()).catch(() => null);
    await killInTheMiddle();
    await deleted;
    expect((await owner.get(path())).status).toBe(404);
    await soon(async () => [await own(), await store.count('removals'), await others()]).toEqual([0, 0, before]);
  });

  it('the forgetting of a person is finished by the next start, a minute later', async () => {
    await importAll();
    const remembered = () => store.count(`events where source_number = ${number} and retracted_at is null`);
    const email = 'ana@shop.example';
    const forgotten = owner.post(`/api/sites/${shop.site.id}/forget`, { email }).catch(() => null);
    await killInTheMiddle(remembered, MINUTE + 1);
    await forgotten;
    await soon(async () => [await remembered(), await own(), await store.count('jobs')]).toEqual([0, ROWS, 0]);
    expect(await store.count('events where first_name is not null and retracted_at is not null')).toBe(0);
  });

  it("the reading of a shop's past orders goes on where it was, and what is made there is made once", async () => {
    const woo = await startWooShop();
    for (let n = 1; n <= 60; n++) woo.orders.push(wooOrder(n, new Date(Date.now() - n * MINUTE).toISOString()));
    // The second page never comes: the first is stored by then.
    woo.failOn(/orders\?.*&page=2$/, () => {});
    const { id } = await addSource(owner, shop.site.id, { kind: 'woocommerce' });
    const at = `/api/sites/${shop.site.id}/sources/${id}`;
    const { body } = await owner.post<Connected>(`${at}/connection`, { shop: woo.address });
    expect(await woo.agree(server, body.consentUrl ?? '')).toMatchObject({ status: 200 });
    const events = () => store.count("events where subject_name like 'Desk %'");
    const connection = async () => (await owner.get<{ source: Source }>(at)).body.source.connection;
    await soon(() => woo.asked.some((one) => /&page=2$/.test(one))).toBe(true);
    await server.end('SIGKILL');
    expect(await events()).toBe(25);
    await restart(3 * MINUTE);
    await soon(connection).toMatchObject({ state: 'connected', read: 60, found: 60, problem: null });
    expect([await events(), woo.hooks.length]).toEqual([60, 4]);
    // No page that was stored is asked for again.
    expect(woo.asked.filter((one) => /orders\?.*&page=1$/.test(one))).toHaveLength(1);
  });

  it('every delivery that it answered is stored whole, those that shared a commit too', async () => {
    const shopify = { kind: 'shopify', secret: SHOP_SECRET };
    const sources = [0, 1, 2].map(() => addSource(owner, shop.site.id, shopify));
    const ids = (await Promise.all(sources)).map(({ id }) => id);
    const answered: string[] = [];
    let sent = 0;
    const send = async (): Promise<void> => {
      const [id, to] = [`paid-${sent}`, ids[sent++ % ids.length] ?? ''];
      if ((await deliverShopify(server, to, 'orders/paid', shopifyOrder(id, new Date().toISOString()))) !== 200) return;
      answered.push(id);
      if (answered.length === 300) server.child.kill('SIGKILL');
      return send();
    };
    await Promise.allSettled(Array.from({ length: 24 }, send));
    await server.exited;
    expect(answered.length).toBeGreaterThanOrEqual(300);
    await restart();
    const wanted = answered.map((id) => `'${id}'`).join();
    expect(await store.count(`events where event_id in (${wanted})`)).toBe(answered.length);
    // The event and what the log says of it are one.
    const logged = await store.count(`deliveries where source_id in ('${ids.join("', '")}') and verdict = 'taken'`);
    expect(await store.count("events where event_id like 'paid-%'")).toBe(logged);
  });

  it('an import says that it was interrupted, once no other server may be at it, and brings nothing twice', async () => {
    const broken = importCsv(owner, source, csv()).catch(() => null);
    await killInTheMiddle();
    await broken;
    if (name === 'PostgreSQL') {
      expect(await states()).toEqual([['running', null]]);
      await server.end();
      await restart(2 * MINUTE + 1);
    }
    await soon(states).toEqual([['stopped', EVENT_MESSAGES.csvLeft]]);
    const left = await own();
    const { imports } = (await owner.get<ImportList>(`${path()}/imports`)).body;
    expect(imports[0]?.accepted).toBe(left);
    const { accepted, duplicates } = (await importCsv(owner, source, csv())).body.import;
    expect([accepted + duplicates, duplicates, await own()]).toEqual([ROWS, left, ROWS]);
  });
});
