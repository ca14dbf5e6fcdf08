// Sessions in both databases: what is stored, how long they last, how they end. Lucia reads the system clock, so these
// tests fake Date.

import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DAY } from '#shared/time.ts';

import { onBothDatabases } from '#tests/support/databases.ts';
import { insertUser } from '../db/users.ts';

import { makeIds, systemClock } from './clock-ids.ts';
import { makeSessions } from './lucia-sessions.ts';

const START = Date.parse('2026-03-10T12:00:00Z');

onBothDatabases('sessions', (database) => {
  const make = () => makeSessions(database().db, systemClock, makeIds(systemClock));
  const create = (userId = 'user-1') => make().create(userId, null, database().db);
  const stored = () => database().db.selectFrom('sessions').selectAll().execute();

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: START });
    const dates = { createdAt: new Date(START).toISOString(), updatedAt: new Date(START).toISOString() };
    for (const id of ['user-1', 'user-2']) {
      await insertUser(database().db, { id, email: `${id}@x.example`, emailLower: `${id}@x.example`, ...dates });
    }
  });
  afterEach(() => vi.useRealTimers());

  it('are stored as a hash that cannot be used to log in', async () => {
    const { id, publicId } = await create();
    expect(id.length).toBeGreaterThanOrEqual(40);
    const [row, ...others] = await stored();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      id: createHash('sha256').update(id).digest('hex'),
      public_id: publicId,
      user_id: 'user-1',
      expires_at: new Date(START + 30 * DAY).toISOString(),
    });
    expect(JSON.stringify(row)).not.toContain(id);
    for (const wrong of ['', 'x', row?.id, row?.public_id]) expect(await make().read(wrong ?? '')).toBeNull();
  });

  it('are removed some time after they expire, even if their browser never comes back', async () => {
    const sessions = make();
    await sessions.create('user-1', null, database().db);
    vi.setSystemTime(START + 31 * DAY);
    await sessions.create('user-2', null, database().db);
    expect((await stored()).map((row) => row.user_id)).toEqual(['user-2']);
  });

  it('are not extended in the first half of their life', async () => {
    const { id, ...session } = await create();
    vi.setSystemTime(START + 15 * DAY - 1);
    expect(await make().read(id)).toEqual({ session, isFresh: false });
    expect((await stored())[0]?.expires_at).toBe(new Date(START + 30 * DAY).toISOString());
  });

  it('are extended once in the second half, and say so', async () => {
    const { id, ...session } = await create();
    vi.setSystemTime(START + 15 * DAY + 1);
    expect(await make().read(id)).toEqual({ session, isFresh: true });
    expect((await stored())[0]?.expires_at).toBe(new Date(START + 45 * DAY + 1).toISOString());
    expect(await make().read(id)).toEqual({ session, isFresh: false });
  });

  it('end after thirty days without a visit, and are then removed', async () => {
    const { id } = await create();
    vi.setSystemTime(START + 30 * DAY);
    expect(await make().read(id)).toBeNull();
    expect(await stored()).toEqual([]);
  });

  it('end by their id, leaving other sessions alone', async () => {
    const [mine, { id, ...other }] = [await create(), await create()];
    await make().end(mine.id);
    expect(await make().read(mine.id)).toBeNull();
    expect((await make().read(id))?.session).toEqual(other);
    await make().end('made up');
    expect((await make().read(id))?.session).toEqual(other);
  });

  it('are deleted with their account', async () => {
    const { id } = await create();
    await database().db.deleteFrom('users').where('id', '=', 'user-1').execute();
    expect(await make().read(id)).toBeNull();
  });
});
