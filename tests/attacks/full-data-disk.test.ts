// Attack: fill the disk under the database, the outbox or a backup while everybody goes on writing.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUpSqlite } from '#server/db/backup.ts';
import { makeDiskReserve } from '#server/db/disk-reserve.ts';
import { explainFault } from '#server/db/faults.ts';
import { sweep } from '#server/domain/sweep.ts';
import { FREEING } from '#server/trpc/init.ts';
import { appRouter } from '#server/trpc/router.ts';
import type { EventList } from '#shared/contract/event.ts';
import { DAY } from '#shared/time.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { mailedCode, makeAccount, PASSWORD, ssoToken } from '#tests/support/auth.ts';
import { makeClient, makeKey, makeShop, payloadOf, reportEvents } from '#tests/support/client.ts';
import { type FullDatabase, fullDisk, fullFile, fullPostgres, openSqlite } from '#tests/support/full-database.ts';
import { startServer } from '#tests/support/server-process.ts';
import { mountSmallDisk } from '#tests/support/small-disk.ts';
import { temporaryFolder } from '#tests/support/stages.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const NO_MOUNT = 'nothing may be mounted here; the full file and PostgreSQL show the same';

/** How each is made, and whether it refuses every write, or only those that need more room. */
const FAULTS: [name: string, make: () => Promise<FullDatabase | null>, refusesAll: boolean][] = [
  ['a full disk (SQLite)', () => fullDisk(folder), true],
  ['a full file (SQLite)', () => fullFile(folder), false],
];
describe.each(FAULTS)('%s', (_name, make, refusesAll) => attackBy(make, refusesAll));
describe('a full disk (PostgreSQL)', { tags: ['long'] }, () => attackBy(fullPostgres, true));

function attackBy(make: () => Promise<FullDatabase | null>, refusesAll: boolean): void {
  let fault: FullDatabase | null;
  let app: TestApp;
  beforeEach(async () => {
    fault = await make();
    if (!fault) return;
    app = makeTestApp(fault.database, {
      AUTH_RATE_LIMIT: '1',
      DATA_DIR: join(folder, 'data'),
      SSO_SECRET: 'a single sign-on secret, of more than 32 bytes',
    });
  });
  afterEach(async () => {
    if (fault) await app.stop();
    await fault?.end();
  });

  it('answers every kind of write 503, keeps reading, logs the real cause, and works when space is back', async ({
    skip,
  }) => {
    if (!fault) return skip(NO_MOUNT);
    const owner = await makeAccount(app, 'ana@shop.example');
    const { site, widget, notification } = await makeShop(owner);
    const { key } = await makeKey(owner, 'write', 'all');
    const script = makeClient(app, key);
    const code = await newCode(app);

    // In the order in which they can all succeed afterwards.
    const writes: [string, () => Promise<{ status: number; body: unknown }>][] = [
      [
        'settings',
        () => owner.put(`/api/widgets/${widget.id}/settings`, { settings: { appearance: { customCSS: LONG_CSS } } }),
      ],
      ['site', () => owner.put(`/api/sites/${site.id}`, { name: 'Bo' })],
      ['notification', () => owner.post(`/api/widgets/${widget.id}/notifications`, note())],
      ['edit', () => owner.put(`/api/widgets/${widget.id}/notifications/${notification.id}`, note())],
      ['event', () => script.post(`/api/sites/${site.id}/events`, { events: [order('late')] })],
      ['key', () => owner.post('/api/api-keys', { name: 'b', scope: 'read' })],
      ['login', () => makeClient(app).post('/api/auth/login', { email: 'ana@shop.example', password: PASSWORD })],
      [
        'registration',
        () => makeClient(app).post('/api/auth/register', { email: 'bo@shop.example', password: PASSWORD }),
      ],
      ['forgotten password', () => makeClient(app).post('/api/auth/forgot-password', { email: 'ana@shop.example' })],
      [
        'new password',
        () => makeClient(app).post('/api/auth/reset-password', { token: code, password: 'a new horse' }),
      ],
      [
        'single sign-on',
        async () => makeClient(app).post('/api/auth/sso', { token: await ssoToken(app, { email: 'cy@shop.example' }) }),
      ],
    ];

    await fault.database.db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() + 10 * DAY).toISOString() })
      .execute();
    await fault.fill();
    const failed = [];
    for (const [name, write] of writes) {
      const { status, body } = await write();
      if (refusesAll || status >= 400) {
        expect([name, status, body]).toMatchObject([name, 503, { code: 'unavailable' }]);
        failed.push(name);
      }
    }
    expect(failed.length).toBeGreaterThan(0);
    // Reading goes on, by cookie, by a key whose last use can't be recorded, and by a session that is due for its extension.
    for (const client of [owner, script]) {
      expect((await client.get(`/api/sites/${site.id}`)).status).toBe(200);
    }
    // So does the app, whose access token is renewed now and then.
    expect((await owner.post('/api/auth/token')).status).toBe(200);

    const failures = app.logged.filter(({ msg }) => msg === 'request failed');
    expect(failures).toHaveLength(failed.length);
    for (const line of failures) {
      expect(line).toMatchObject({
        fault: expect.stringContaining('is full'),
        code: expect.stringMatching(/FULL|53100/),
      });
    }
    expect(JSON.stringify(app.logged)).not.toContain('cannot rollback');

    await fault.empty();
    for (const [name, write] of writes) {
      const { status, body } = await write();
      expect([name, status < 300 || (!failed.includes(name) && status < 500), body]).toEqual([name, true, body]);
    }
  });

  it('loses no acknowledged event and doubles none, however often space comes and goes', async ({ skip }) => {
    if (!fault) return skip(NO_MOUNT);
    const owner = await makeAccount(app, 'ana@shop.example');
    const { site, notification } = await makeShop(owner);
    const { token } = await payloadOf(app, site.id);
    const report = async (page: string) => {
      const event = { type: 'display', notificationId: notification.id, page, device: 'mobile' };
      return (await reportEvents(app, site.id, token, [event])).status;
    };
    const deliver = async (id: string) => {
      const { status } = await owner.post(`/api/sites/${site.id}/events`, { events: [order(id)] });
      if (status === 200) delivered.push(id);
      else refused.add(status);
    };
    let stored = 0;
    const delivered: string[] = [];
    const refused = new Set<number>();
    for (let round = 0; round < 6; round++) {
      if (round % 2 === 1) await fault.fill();
      else if (round > 0) await fault.empty();
      // New pages, which need rows of their own.
      const [statuses] = await Promise.all([
        Promise.all(Array.from({ length: 20 }, (_, i) => report(`/${round}/${i}/${'p'.repeat(100)}`))),
        ...Array.from({ length: 10 }, (_, i) => deliver(`order-${round}-${i}`)),
      ]);
      for (const status of statuses) status === 204 ? stored++ : refused.add(status);
    }
    await fault.empty();
    expect(await report('/last')).toBe(204);
    expect([...refused]).toEqual([503]);
    const { db } = fault.database;
    const { display_count } = await db.selectFrom('notifications').select('display_count').executeTakeFirstOrThrow();
    expect(display_count).toBe(stored + 1);
    for (const table of ['stats_hourly', 'stats_daily_page', 'stats_daily_device'] as const) {
      const rows = await db.selectFrom(table).select('displays').execute();
      expect([table, rows.reduce((sum, { displays }) => sum + displays, 0)]).toEqual([table, stored + 1]);
    }
    const { events } = (await owner.get<EventList>(`/api/sites/${site.id}/events?limit=100`)).body;
    const told = events.map(({ id }) => id).filter((id) => id.startsWith('order-'));
    expect(told).toEqual(expect.arrayContaining(delivered));
    expect(new Set(told).size).toBe(told.length);
    const causes = app.logged.filter(({ msg }) => msg === 'interactions could not be counted');
    expect(causes.length).toBeGreaterThan(0);
    expect(JSON.stringify(causes)).toMatch(/is full/);
  });

  it('sends every email that was queued, once', async ({ skip }) => {
    if (!fault) return skip(NO_MOUNT);
    const outbox = join(folder, 'data', 'outbox');
    const emails = () => (existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : []);
    await makeClient(app).post('/api/auth/register', { email: 'ana@shop.example', password: PASSWORD });
    await fault.fill();
    await app.running.mailer.flush();
    await fault.empty();
    // Later than any retry of the first attempts.
    app.clock.advance(10 * 60_000);
    await app.running.mailer.flush();
    expect(emails().filter((name) => name.includes('ana@'))).toHaveLength(1);
    expect(await fault.database.db.selectFrom('mails').selectAll().execute()).toEqual([]);
  });
}

/** A SQLite database on a disk with room for its reserve and some more. */
async function withReserve() {
  const disk = mountSmallDisk(join(folder, 'disk'), 'size=120m');
  if (!disk) return null;
  const file = join(disk.folder, 'proofbell.db');
  const database = await openSqlite(file);
  const app = makeTestApp(database, { DATA_DIR: join(folder, 'data') });
  await sweep(app.deps);
  const health = async () => {
    const response = await app.fetch('/api/health');
    const { status, database, reason } = (await response.json()) as Record<string, string>;
    return [response.status, status, database, typeof reason];
  };
  return {
    ...{ disk, file, app, health },
    async end() {
      await app.stop();
      await database.close();
      disk.unmount();
    },
  };
}

it('on a full disk owners delete, from a reserve that is whole again once there is room', { tags: ['long'] }, async ({
  skip,
}) => {
  const place = await withReserve();
  if (!place) return skip('nothing may be mounted here');
  const { disk, file, app, health } = place;
  const reserve = () => statSync(`${file}-reserve`).size;
  try {
    const whole = reserve();
    expect(await health()).toEqual([200, 'ok', 'ok', 'undefined']);
    const owner = await makeAccount(app, 'ana@shop.example');
    const shop = await makeShop(owner);
    const path = `/api/widgets/${shop.widget.id}/notifications`;
    for (let n = 0; n < 300; n++) await owner.post(path, { ...note(), metadata: { text: 'x'.repeat(4_000) } });
    const other = await makeAccount(app, 'bo@shop.example');
    const theirs = await makeShop(other);
    await sweep(app.deps);
    disk.fill();
    expect((await owner.post(path, note())).status).toBe(503);
    expect((await owner.delete(`/api/sites/${shop.site.id}`)).status).toBe(204);
    const given = whole - reserve();
    expect([given > 0, given < whole]).toEqual([true, true]);
    expect(await health()).toEqual([503, 'degraded', 'ok', 'string']);
    // Another account gets its own piece; nobody two within an hour.
    disk.fill();
    await sweep(app.deps);
    disk.fill();
    await other.delete(`/api/sites/${theirs.site.id}`);
    expect(reserve()).toBeGreaterThan(0);
    for (let n = 0; n < 5; n++) await other.post('/api/auth/confirm', { password: 'wrong horse' });
    // At most a piece for each owner, and one for what removes the rest of a site.
    expect(whole - reserve()).toBeLessThanOrEqual(3 * given);
    disk.empty();
    await sweep(app.deps);
    expect([reserve(), await health()]).toEqual([whole, [200, 'ok', 'ok', 'undefined']]);
    expect((await owner.post('/api/sites', { name: 'Again' })).status).toBe(201);
  } finally {
    await place.end();
  }
});

it('what frees space is named as it is called', () => {
  const procedures = Object.keys(appRouter._def.procedures);
  expect([...FREEING].filter((name) => !procedures.includes(name))).toEqual([]);
  const deletions = procedures.filter((name) => /\.(delete|deleteMe|undoImport|revoke|forget|retract)$/.test(name));
  expect(deletions.filter((name) => !FREEING.has(name))).toEqual([]);
});

it('a server starts on a full disk', { tags: ['long'] }, async ({ skip }) => {
  const disk = mountSmallDisk(join(folder, 'disk'), 'size=120m');
  if (!disk) return skip('nothing may be mounted here');
  spawnSync('chmod', ['700', disk.folder]);
  const env = { PUBLIC_URL: 'http://proofbell.test' };
  try {
    const first = await startServer(disk.folder, { env });
    expect(await first.end()).toBe(0);
    await makeDiskReserve(join(disk.folder, 'proofbell.db'), Date.now).refill();
    disk.fill();
    const second = await startServer(disk.folder, { env });
    const health = (await (await second.fetch('/api/health')).json()) as { status: string; database: string };
    expect(health).toMatchObject({ status: 'degraded', database: 'ok' });
    expect(await second.end()).toBe(0);
  } finally {
    disk.unmount();
  }
});

const LONG_CSS = `.notice { color: red; } /* ${'x'.repeat(4_000)} */`;
const order = (id: string) => ({
  id,
  kind: 'purchase',
  occurredAt: new Date(0).toISOString(),
  subject: { name: 'Oak Desk '.repeat(20) },
});
const note = () => ({ type: 'purchase', message: `${'Ana bought the Oak Desk. '.repeat(6)}` });

/** @returns the code of a link mailed to an account of its own, stored before the fault. */
async function newCode(app: TestApp): Promise<string> {
  await makeAccount(app, 'dee@shop.example');
  await makeClient(app).post('/api/auth/forgot-password', { email: 'dee@shop.example' });
  return mailedCode(app, 'dee@shop.example', 'reset');
}

/**
 * A folder on a full disk, which otherwise has room for a few copies of an empty database; where nothing may be mounted,
 * `path` in it is blocked by something else.
 */
function blockable(path: string) {
  const disk = mountSmallDisk(join(folder, 'disk'), 'size=4m');
  const target = join(folder, 'disk', path);
  return {
    folder: join(folder, 'disk'),
    block: () => (disk ? disk.fill() : void mkdirSync(target)),
    unblock: () => (disk ? disk.empty() : rmSync(target, { recursive: true })),
    end: () => disk?.unmount(),
    isFull: disk !== null,
  };
}

it('keeps an email that finds no room in the outbox', async () => {
  const place = blockable('outbox');
  const database = await openSqlite(join(folder, 'proofbell.db'));
  const app = makeTestApp(database, { DATA_DIR: place.folder });
  const outbox = join(place.folder, 'outbox');
  try {
    place.block();
    // A folder would not be in the way of an outbox.
    if (!place.isFull) {
      rmSync(outbox, { recursive: true });
      writeFileSync(outbox, '');
    }
    await makeClient(app).post('/api/auth/register', { email: 'ana@shop.example', password: PASSWORD });
    await app.running.mailer.flush();
    expect(app.logged.filter(({ msg }) => msg === 'mail not sent')).toMatchObject([
      { error: expect.stringMatching(place.isFull ? /ENOSPC/ : /EEXIST|ENOTDIR/) },
    ]);
    place.unblock();
    app.clock.advance(60_000);
    await app.running.mailer.flush();
    const files = readdirSync(outbox);
    expect(files).toHaveLength(1);
    expect(statSync(join(outbox, files[0] ?? '')).size).toBeGreaterThan(500);
  } finally {
    await app.stop();
    await database.close();
    place.end();
  }
});

it('a backup that finds no room says so, and leaves the earlier one as it was', async () => {
  const place = blockable('copy.db.partial');
  const target = join(place.folder, 'copy.db');
  const source = `file:${join(folder, 'proofbell.db')}`;
  await (await openSqlite(join(folder, 'proofbell.db'))).close();
  try {
    await backUpSqlite(source, target);
    const before = readFileSync(target);
    place.block();
    const failed = backUpSqlite(source, target);
    await expect(failed).rejects.toThrow(target);
    // The disk of the copy, not that of the database.
    expect(explainFault(await failed.catch((error) => error))).toBe(null);
    if (place.isFull) await expect(failed).rejects.toThrow('its disk is full');
    expect(readFileSync(target).equals(before)).toBe(true);
    if (place.isFull) expect(readdirSync(place.folder).sort()).toEqual(['ballast', 'copy.db']);
    place.unblock();
    await backUpSqlite(source, target);
  } finally {
    place.end();
  }
});
