// Sessions in both databases: what is stored, how long they live, how they end. Lucia reads the system's clock, so Date
// is faked here.
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { onBothDatabases } from '#tests/support/databases.ts';
import { insertUser } from '../db/users.ts';

import { makeIds, systemClock } from './clock-ids.ts';
import { makeSessions } from './lucia-sessions.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-03-10T12:00:00Z');

onBothDatabases('sessions', (database) => {
  const make = (isSecure = false) => makeSessions(database().db, systemClock, makeIds(systemClock), isSecure);
  const stored = () => database().db.selectFrom('sessions').selectAll().execute();
  /** The Cookie header a browser would send back. */
  const cookieOf = (setCookie: string) => setCookie.split(';')[0] ?? '';

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: START });
    const dates = { created_at: new Date(START).toISOString(), updated_at: new Date(START).toISOString() };
    for (const id of ['user-1', 'user-2']) {
      await insertUser(database().db, { id, email: `${id}@x.example`, email_lower: `${id}@x.example`, ...dates });
    }
  });
  afterEach(() => vi.useRealTimers());

  it('are stored as a hash that cannot be used for signing in', async () => {
    const { session, setCookie } = await make().create('user-1', null, database().db);
    const id = cookieOf(setCookie).split('=')[1] ?? '';
    expect(id.length).toBeGreaterThanOrEqual(40);
    const [row, ...others] = await stored();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      id: createHash('sha256').update(id).digest('hex'),
      public_id: session.publicId,
      user_id: 'user-1',
      expires_at: new Date(START + 30 * DAY).toISOString(),
    });
    expect(JSON.stringify(row)).not.toContain(id);
    expect(await make().read(`proofbell_session=${row?.id}`)).toBeNull();
    expect(await make().read(`proofbell_session=${row?.public_id}`)).toBeNull();
  });

  it('are taken away some time after their end, though nobody came back with them', async () => {
    const sessions = make();
    await sessions.create('user-1', null, database().db);
    vi.setSystemTime(START + 31 * DAY);
    await sessions.create('user-2', null, database().db);
    expect((await stored()).map((row) => row.user_id)).toEqual(['user-2']);
  });

  it('travel in a cookie that scripts and other sites cannot use', async () => {
    const { setCookie } = await make().create('user-1', null, database().db);
    const parts = setCookie.split('; ').slice(1);
    expect(parts.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax']);
    expect((await make(true).create('user-1', null, database().db)).setCookie).toContain('; Secure');
  });

  it('are found beside cookies of other programs that no percent-encoding explains', async () => {
    const { session, setCookie } = await make().create('user-1', null, database().db);
    for (const other of ['progress=100%', '%E0%A4%A=1', 'x_proofbell_session=y', '=;;==']) {
      expect(await make().read(`${other}; ${cookieOf(setCookie)}`), other).toEqual({ session });
    }
    expect(await make().read('proofbell_session=%E0%A4%A')).toBeNull();
  });

  it('are found among other cookies', async () => {
    const { session, setCookie } = await make().create('user-1', null, database().db);
    const found = await make().read(`a=b; ${cookieOf(setCookie)}; proofbell_csrf=x`);
    expect(found).toEqual({ session });
    expect(make().cookieValue(`a=b; ${cookieOf(setCookie)}`)).toBe(cookieOf(setCookie).split('=')[1]);
    expect([await make().read(''), await make().read('a=b'), await make().read('proofbell_session=x')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('are left alone in the first half of their life', async () => {
    const { session, setCookie } = await make().create('user-1', null, database().db);
    vi.setSystemTime(START + 15 * DAY - 1);
    expect(await make().read(cookieOf(setCookie))).toEqual({ session });
    expect((await stored())[0]?.expires_at).toBe(new Date(START + 30 * DAY).toISOString());
  });

  it('are prolonged in the second half, once, with a fresh cookie', async () => {
    const { session, setCookie } = await make().create('user-1', null, database().db);
    vi.setSystemTime(START + 15 * DAY + 1);
    const renewed = await make().read(cookieOf(setCookie));
    expect(renewed?.session).toEqual(session);
    expect(renewed?.setCookie).toContain(`${cookieOf(setCookie)}; `);
    expect(renewed?.setCookie).toContain('Max-Age=2592000');
    expect((await stored())[0]?.expires_at).toBe(new Date(START + 45 * DAY + 1).toISOString());
    expect(await make().read(cookieOf(setCookie))).toEqual({ session });
  });

  it('end after thirty days without a visit, and are gone then', async () => {
    const { setCookie } = await make().create('user-1', null, database().db);
    vi.setSystemTime(START + 30 * DAY);
    expect(await make().read(cookieOf(setCookie))).toBeNull();
    expect(await stored()).toEqual([]);
  });

  it('end by signing out, which clears the cookie and leaves other sessions', async () => {
    const [mine, other] = [
      await make().create('user-1', null, database().db),
      await make().create('user-1', null, database().db),
    ];
    const cleared = await make().end(cookieOf(mine.setCookie));
    expect(cleared).toMatch(/^proofbell_session=; .*Max-Age=0/);
    expect(await make().read(cookieOf(mine.setCookie))).toBeNull();
    expect((await make().read(cookieOf(other.setCookie)))?.session).toEqual(other.session);
    expect(await make().end('')).toMatch(/^proofbell_session=; /);
  });

  it('end by the public id that an access token names', async () => {
    const [mine, other] = [
      await make().create('user-1', null, database().db),
      await make().create('user-2', null, database().db),
    ];
    await make().endByPublicId(mine.session.publicId);
    expect(await make().read(cookieOf(mine.setCookie))).toBeNull();
    expect((await make().read(cookieOf(other.setCookie)))?.session).toEqual(other.session);
  });

  it('go with their account', async () => {
    const { setCookie } = await make().create('user-1', null, database().db);
    await database().db.deleteFrom('users').where('id', '=', 'user-1').execute();
    expect(await make().read(cookieOf(setCookie))).toBeNull();
  });
});
