// Attack: leave PostgreSQL fewer connections than the pool would open, or none: other programs have taken them.
import { type AddressInfo, connect, createServer } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { explainFault, isUnavailable } from '#server/db/faults.ts';
import { type Database, openDatabase, ping } from '#server/db/open.ts';

const ROLE = `r_${crypto.randomUUID().replaceAll('-', '')}`;
let admin: Database;
beforeAll(async () => {
  admin = openDatabase(`${inject('postgresUrl')}postgres`);
  await sql.raw(`create role ${ROLE} login password 'secret'`).execute(admin.db);
});
afterAll(async () => {
  await sql.raw(`drop role ${ROLE}`).execute(admin.db);
  await admin.close();
});

/** @returns how 20 calls at once end when the role may open `limit` connections: null is well, else what is wrong. */
async function callsWith(limit: number): Promise<(string | null)[]> {
  await sql.raw(`alter role ${ROLE} connection limit ${limit}`).execute(admin.db);
  const url = new URL(`${inject('postgresUrl')}postgres`);
  Object.assign(url, { username: ROLE, password: 'secret' });
  const { db, close } = openDatabase(url.href);
  const call = () =>
    ping(db).then(
      () => null,
      (error: unknown) => (isUnavailable(error) ? explainFault(error) : String(error)),
    );
  const ends = await Promise.all(Array.from({ length: 20 }, call));
  await close();
  return ends;
}

it('calls wait for the connections that there are', async () => {
  for (const limit of [1, 3]) expect(await callsWith(limit)).toEqual(Array(20).fill(null));
});

it('without any, each is refused and says what to do', async () => {
  const ends = await callsWith(0);
  // PostgreSQL hangs up once it has refused, which now and then is noticed before the refusal is read.
  expect(
    ends.filter((end) => !/out of connections or other resources\. Raise its limits|can't be reached/.test(`${end}`)),
  ).toEqual([]);
  expect(ends).toContainEqual(expect.stringContaining('Raise its limits'));
});

it('a call tries again when PostgreSQL hangs up on it', async () => {
  const target = new URL(`${inject('postgresUrl')}postgres`);
  let hangsUp = 2;
  const server = createServer((socket) => {
    if (hangsUp-- > 0) return socket.destroy();
    const onward = connect(Number(target.port), target.hostname);
    socket.on('error', () => onward.destroy());
    onward.on('error', () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { db, close } = openDatabase(Object.assign(new URL(target), { host: `127.0.0.1:${port}` }).href);
  await expect(ping(db)).resolves.toBeUndefined();
  expect(hangsUp).toBeLessThan(0);
  await close();
  server.close();
});
