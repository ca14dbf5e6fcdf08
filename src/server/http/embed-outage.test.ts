// What visitors get while the database cannot be asked.
import { expect, it } from 'vitest';
import { EMBED_TOKEN_WINDOW } from '#shared/limits.ts';
import { freshPostgres, freshSqlite } from '#tests/support/databases.ts';
import { SITE, seedNotice, seedSite, startEmbed } from '#tests/support/embed.ts';

it.each([
  ['SQLite', freshSqlite],
  ['PostgreSQL', () => freshPostgres()],
])('serves the last payload and refuses events with 503 when %s is gone', async (_name, open) => {
  const database = await open();
  await seedSite(database.db);
  await seedNotice(database.db, 'a');
  const h = startEmbed(database);
  const fresh = await h.app.request(`/api/embed/${SITE}`);
  await database.close();

  h.clock.add(EMBED_TOKEN_WINDOW);
  const stale = await h.app.request(`/api/embed/${SITE}`);
  expect(stale.status).toBe(200);
  expect(await stale.text()).toBe(await fresh.text());

  const unknown = await h.app.request('/api/embed/not-in-memory');
  expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '2']);

  const refused = await h.post({ token: h.token(), events: [{ type: 'display', notificationId: 'a' }] });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await refused.json()).toMatchObject({ code: 'unavailable' });
  await h.embed.stop();
});
