// What visitors get while the database is unreachable, and that delivery recovers by itself.
import { randomUUID } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { expect, inject, it } from 'vitest';
import { EMBED_TOKEN_WINDOW } from '#shared/limits.ts';
import { freshPostgres, freshSqlite } from '#tests/support/databases.ts';
import { type EmbedHarness, SITE, seedNotification, seedSite, startEmbed } from '#tests/support/embed.ts';
import { freePort } from '#tests/support/ports.ts';
import { openDatabase } from '../db/open.ts';

const report = (h: EmbedHarness) => h.post({ token: h.token(), events: [{ type: 'display', notificationId: 'a' }] });

async function expectOutage(h: EmbedHarness, before: string): Promise<void> {
  h.clock.add(EMBED_TOKEN_WINDOW);
  const stale = await h.app.request(`/api/embed/${SITE}`);
  expect([stale.status, await stale.text()]).toEqual([200, before]);

  const unknown = await h.app.request('/api/embed/not-in-memory');
  expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '2']);

  const refused = await report(h);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  expect(await refused.json()).toMatchObject({ code: 'unavailable' });
}

it('serves the last payload and refuses interactions with 503 when SQLite cannot be read', async () => {
  const database = await freshSqlite();
  await seedSite(database.db);
  await seedNotification(database.db, 'a');
  const h = startEmbed(database);
  const before = await (await h.app.request(`/api/embed/${SITE}`)).text();
  await database.close();
  await expectOutage(h, before);
  await h.embed.stop();
});

/** Forwards connections to the run's PostgreSQL until it is cut off. */
async function startProxy(port: number, target: URL) {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    async cut() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

it('does the same when PostgreSQL is unreachable, and counts again once it is back', async () => {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const direct = await freshPostgres(name);
  await seedSite(direct.db);
  await seedNotification(direct.db, 'a');
  const target = new URL(`${inject('postgresUrl')}${name}`);
  const port = await freePort();
  let proxy = await startProxy(port, target);
  const behind = new URL(target);
  behind.port = String(port);
  const database = openDatabase(behind.href);
  const h = startEmbed(database);
  const before = await (await h.app.request(`/api/embed/${SITE}`)).text();
  expect((await report(h)).status).toBe(204);

  await proxy.cut();
  await expectOutage(h, before);

  proxy = await startProxy(port, target);
  h.clock.add(2_000);
  const fresh = await h.app.request(`/api/embed/${SITE}`);
  expect(await fresh.text()).not.toBe(before);
  expect((await report(h)).status).toBe(204);
  const { display_count } = await direct.db.selectFrom('notifications').selectAll().executeTakeFirstOrThrow();
  expect(display_count).toBe(2);
  await h.embed.stop();
  await database.close();
  await proxy.cut();
  await direct.close();
});
