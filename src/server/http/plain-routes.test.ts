// The health check.
import { expect, it } from 'vitest';
import { isDatabaseUp } from '#server/domain/health.ts';
import { makeTestApp } from '#tests/support/app.ts';
import { makeClient } from '#tests/support/client.ts';
import { freshPostgres, freshSqlite } from '#tests/support/databases.ts';
import { soon } from '#tests/support/soon.ts';

it.each([
  ['SQLite', freshSqlite],
  ['PostgreSQL', () => freshPostgres()],
])('is ok while %s responds, else a 503', async (_, fresh) => {
  const database = await fresh();
  const app = makeTestApp(database);
  // A busy machine may take longer than a health check to open the first connection.
  await soon(() => isDatabaseUp(database)).toBe(true);
  const healthy = await makeClient(app).get('/api/health');
  expect([healthy.status, healthy.body]).toEqual([200, { status: 'ok', version: '0.0.0-test', database: 'ok' }]);
  expect(healthy.headers.get('cache-control')).toBe('no-store');
  await app.stop();
  await database.close();
  const ill = await makeClient(app).get('/api/health');
  expect([ill.status, ill.body]).toEqual([503, { status: 'degraded', version: '0.0.0-test', database: 'unavailable' }]);
});

it('an answer that came while this process stood still is not late', async () => {
  const database = await freshPostgres();
  await soon(() => isDatabaseUp(database)).toBe(true);
  const isUp = isDatabaseUp(database);
  // The question is on its way.
  await new Promise(setImmediate);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
  expect(await isUp).toBe(true);
  await database.close();
});
