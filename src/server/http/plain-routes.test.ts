// The health check.
import { expect, it } from 'vitest';
import { makeTestApp } from '#tests/support/app.ts';
import { makeClient } from '#tests/support/client.ts';
import { freshPostgres, freshSqlite } from '#tests/support/databases.ts';

it.each([
  ['SQLite', freshSqlite],
  ['PostgreSQL', () => freshPostgres()],
])('is ok while %s responds, else a 503', async (_, fresh) => {
  const database = await fresh();
  const app = makeTestApp(database);
  const healthy = await makeClient(app).get('/api/health');
  expect([healthy.status, healthy.body]).toEqual([200, { status: 'ok', version: '0.0.0-test', database: 'ok' }]);
  expect(healthy.headers.get('cache-control')).toBe('no-store');
  await app.stop();
  await database.close();
  const ill = await makeClient(app).get('/api/health');
  expect([ill.status, ill.body]).toEqual([503, { status: 'degraded', version: '0.0.0-test', database: 'unavailable' }]);
});
