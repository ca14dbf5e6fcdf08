// Attack: bring in a file for somebody else's site, with a key that only reads, or too large a one; break off in the middle,
// delete what it is for meanwhile, take the database away under it, and read in its report who is in it.
import { request } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { numberOf } from '#server/db/id-numbers.ts';
import { endImports } from '#server/domain/events/imports.ts';
import { listen } from '#server/http/listen.ts';
import type { Import, ImportList } from '#shared/contract/import.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { IMPORT_MAX_BYTES } from '#shared/limits.ts';
import { MINUTE } from '#shared/time.ts';
import { describeShop } from '#tests/support/apps.ts';
import { makeClient, makeKey, makeOwner } from '#tests/support/client.ts';
import { addCsvSource, fileOf, HEADER, importCsv, ROW, sendSlowly as send } from '#tests/support/csv-files.ts';
import { soon } from '#tests/support/soon.ts';
import { eachTest } from '#tests/support/stages.ts';
import { wordsOf } from '#tests/support/words.ts';

describeShop('an import', { postgres: 'long', plan: 'growth' }, ({ app, owner, shop }) => {
  let key: string;
  const source = eachTest(() => addCsvSource(owner, shop.site.id));
  beforeEach(async () => {
    ({ key } = await makeKey(owner, 'write'));
  });
  afterEach(() => vi.useRealTimers());

  const path = () => `/api/sites/${shop.site.id}/sources/${source.id}`;
  const imports = async () => (await owner.get<ImportList>(`${path()}/imports`)).body.imports;
  const stored = async () =>
    (await app.deps.db.selectFrom('events').select('id').where('source_number', '=', numberOf(source.id)).execute())
      .length;

  const sendSlowly = () => send(app, key, source);
  /** So many rows that the first thousand of them are stored while others are still to come. */
  const MANY = 1_500;
  const someStored = () => soon(stored).toBe(1_000);

  it('is for owners and keys that may write, with a token where there is a session', async () => {
    const other = await makeOwner(app, 'other@other.example');
    const reader = (await makeKey(owner, 'read')).key;
    const csv = `${HEADER}\n${ROW}`;
    expect((await importCsv(other, source, csv)).status).toBe(404);
    expect((await importCsv(makeClient(app), source, csv)).status).toBe(401);
    expect((await importCsv(makeClient(app, reader), source, csv)).status).toBe(403);
    const headers = { 'content-type': 'text/csv', cookie: [...owner.cookies].map((pair) => pair.join('=')).join('; ') };
    const forged = await app.fetch(`${path()}/import`, { method: 'POST', headers, body: csv });
    expect(forged.status).toBe(403);
    for (const id of ['nowhere', '%00', 'x'.repeat(300), shop.source.id]) {
      const { status } = await importCsv(owner, { ...source, id }, csv);
      expect([id, [400, 404, 409].includes(status)]).toEqual([id, true]);
    }
    expect([await stored(), await imports()]).toEqual([0, []]);
    const mine = (await importCsv(makeClient(app, key), source, csv)).body.import;
    expect(mine.accepted).toBe(1);
    for (const who of [other, makeClient(app, reader)])
      expect((await who.delete(`${path()}/imports/${mine.id}`)).status).toBeGreaterThan(400);
    // Of another source of the same owner.
    const second = await addCsvSource(owner, shop.site.id);
    expect((await owner.delete(`/api/sites/${shop.site.id}/sources/${second.id}/imports/${mine.id}`)).status).toBe(404);
    expect(await stored()).toBe(1);
  });

  it('says what is wrong with a file of which nothing can be taken, and keeps nothing', async () => {
    const send = async (body: BodyInit, type = 'text/csv') => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': type };
      const response = await app.fetch(`${path()}/import`, { method: 'POST', headers, body });
      const { errors, message } = (await response.json()) as { errors?: { field: string }[]; message: string };
      return [response.status, errors?.map(({ field }) => field) ?? message];
    };
    const latin1 = Uint8Array.from(Buffer.from(`${HEADER}\n${ROW.replace('Ana', 'Zoë')}`, 'latin1'));
    expect(await send('')).toEqual([400, ['body']]);
    expect(await send('\ufeff\n \n')).toEqual([400, ['body']]);
    expect(await send(latin1)).toEqual([400, ['body']]);
    expect(await send(Uint8Array.from(Buffer.from(`\ufeff${HEADER}`, 'utf16le')))).toEqual([400, ['body']]);
    expect(await send(`${HEADER}\n"${ROW}`)).toEqual([400, ['body']]);
    expect(await send('a,b\n1,2')).toEqual([400, ['occurredAt', 'kind']]);
    expect(await send(`${HEADER},ID\n${ROW},2`)).toEqual([400, ['id']]);
    expect(await send(`${'a,'.repeat(1_000)}b\n1`)).toEqual([400, ['body']]);
    expect(await send(`${HEADER}\n${ROW}`, 'application/json')).toEqual([415, expect.any(String)]);
    expect(await send(`${HEADER}\n${ROW}`, 'multipart/form-data; boundary=x')).toEqual([415, expect.any(String)]);
    expect([await stored(), await imports()]).toEqual([0, []]);
  });

  it('takes what is before the line that can not be read, and says so', async () => {
    const { body } = await importCsv(owner, source, `${fileOf(3)}\n"${ROW}\n`);
    expect(body.import).toMatchObject({ state: 'stopped', rows: 3, accepted: 3 });
    expect(body.import.reason).toMatch(/^Line 5: A quotation mark/);
  });

  it('is a 413 beyond 64 MiB, whether it says so or not, and then nothing of it stays', async () => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' };
    const declared = await app.fetch(`${path()}/import`, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(IMPORT_MAX_BYTES + 1) },
      body: `${HEADER}\n${ROW}`,
    });
    expect(declared.status).toBe(413);
    const slow = sendSlowly();
    slow.send(`${fileOf(MANY)}\n`);
    await someStored();
    slow.send('x'.repeat(IMPORT_MAX_BYTES));
    slow.end();
    expect((await slow.answer).status).toBe(413);
    expect([await stored(), await imports()]).toEqual([0, []]);
  });

  it('beyond 64 MiB leaves what another file may tell of that is being imported, and says so', async () => {
    const other = sendSlowly();
    other.send(`${fileOf(MANY, 'other')}\n`);
    await someStored();
    const slow = sendSlowly();
    slow.send(`${fileOf(MANY)}\n`);
    await soon(stored).toBeGreaterThan(MANY);
    slow.send('x'.repeat(IMPORT_MAX_BYTES));
    slow.end();
    const refused = await slow.answer;
    expect([refused.status, (await refused.json()).message]).toEqual([413, EVENT_MESSAGES.csvTooLarge]);
    other.end();
    expect((await other.answer).status).toBe(200);
    const left = (await imports()).find(({ state }) => state === 'stopped');
    expect(left?.reason).toContain('Undo this import');
    expect((await owner.delete(`${path()}/imports/${left?.id}`)).status).toBe(204);
    expect(await stored()).toBe(MANY);
  });

  it('keeps what came before the connection broke, as an import that can be undone', async () => {
    const listener = await listen(app.handle, { port: 0, hostname: '127.0.0.1' });
    const sent = request({
      ...{ port: listener.port, path: `${path()}/import`, method: 'POST' },
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv', 'content-length': 10_000_000 },
    });
    sent.on('error', () => {});
    sent.write(`${fileOf(MANY)}\n`);
    await someStored();
    sent.destroy();
    await soon(async () => (await imports())[0]?.state).toBe('stopped');
    await listener.stop();
    const [left] = await imports();
    expect(left).toMatchObject({ reason: expect.stringContaining('was interrupted'), accepted: await stored() });
    // What wasn't taken is taken when the file is sent again, and nothing twice.
    const { body } = await importCsv(owner, source, fileOf(MANY));
    expect(body.import).toMatchObject({ state: 'done', duplicates: left?.accepted });
    expect(await stored()).toBe(MANY);
    await owner.delete(`${path()}/imports/${left?.id}`);
    expect(await stored()).toBe(body.import.accepted);
  });

  it('ends when its source or its site is deleted, or it is undone, in the middle', async () => {
    const endings: [string, () => Promise<{ status: number }>, number][] = [
      ['undone', async () => owner.delete(`${path()}/imports/${(await imports())[0]?.id}`), 409],
      ['source deleted', () => owner.delete(path()), 404],
      ['site deleted', () => owner.delete(`/api/sites/${shop.site.id}`), 404],
    ];
    for (const [what, end, status] of endings) {
      if (what === 'site deleted') Object.assign(source, await addCsvSource(owner, shop.site.id));
      const slow = sendSlowly();
      slow.send(`${fileOf(MANY)}\n`);
      await someStored();
      expect([what, (await end()).status]).toEqual([what, 204]);
      slow.send(fileOf(MANY, 'late'));
      slow.end();
      expect([what, (await slow.answer).status]).toEqual([what, status]);
      await soon(stored).toBe(0);
    }
    expect(app.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  it('is a 503 when the database is gone, and goes on from there when the file is sent again', async () => {
    const { db } = app.deps;
    const slow = sendSlowly();
    slow.send(`${fileOf(MANY)}\n`);
    await someStored();
    const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const { transaction } = db;
    db.transaction = () => {
      throw lost;
    };
    slow.send(fileOf(MANY, 'late'));
    slow.end();
    expect((await slow.answer).status).toBe(503);
    db.transaction = transaction;
    const before = await stored();
    expect((await imports())[0]).toMatchObject({ state: 'stopped', accepted: before });
    expect((await importCsv(owner, source, fileOf(MANY))).body.import).toMatchObject({ duplicates: before });
  });

  it('that a server left when it died is ended by the next one, and so is one that it was undoing', async () => {
    const { id } = (await importCsv(owner, source, fileOf(700))).body.import;
    const { id: other } = (await importCsv(owner, source, fileOf(5, 'other'))).body.import;
    const { db } = app.deps;
    const leave = (which: string, state: 'running' | 'undoing') =>
      db.updateTable('imports').set({ state, finished_at: null }).where('id', '=', which).execute();
    await leave(id, 'undoing');
    await leave(other, 'running');
    const end = () => endImports(app.deps, '', new AbortController().signal);
    // What its rows would meet is about to be deleted.
    expect((await importCsv(owner, source, fileOf(1))).status).toBe(409);
    await end();
    expect((await imports()).map(({ state }) => state)).toEqual(['running']);
    app.clock.advance(3 * MINUTE);
    await end();
    expect(await imports()).toMatchObject([{ id: other, state: 'stopped', reason: expect.stringContaining('server') }]);
    expect(await stored()).toBe(5);
  });

  it('goes on for as long as its upload does, however slow that is', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const slow = sendSlowly();
    slow.send(`${fileOf(MANY)}\n`);
    await someStored();
    const touched = async () =>
      (await app.deps.db.selectFrom('imports').select('touched_at').executeTakeFirst())?.touched_at;
    for (let elapsed = 0; elapsed < 5 * MINUTE; elapsed += MINUTE / 2) {
      app.clock.advance(MINUTE / 2);
      vi.advanceTimersByTime(MINUTE / 2);
      await soon(touched).toBe(new Date(app.clock.now()).toISOString());
      await endImports(app.deps, '', new AbortController().signal);
    }
    vi.useRealTimers();
    expect((await imports()).map(({ state }) => state)).toEqual(['running']);
    slow.send(fileOf(1, 'late').split('\n')[1] ?? '');
    slow.end();
    expect((await slow.answer).status).toBe(200);
    expect(await imports()).toMatchObject([{ state: 'done', accepted: MANY + 1 }]);
  });

  it('says what it was ended for, when another server took it for one that nobody takes', async () => {
    const slow = sendSlowly();
    slow.send(`${fileOf(MANY)}\n`);
    await someStored();
    app.clock.advance(3 * MINUTE);
    await endImports(app.deps, '', new AbortController().signal);
    slow.send(fileOf(MANY, 'late'));
    slow.end();
    const answer = await slow.answer;
    expect([answer.status, await answer.json()]).toMatchObject([409, { message: EVENT_MESSAGES.csvLeft }]);
  });

  it('never takes an error of ours for one of the file', async () => {
    const { csv } = app.deps;
    const rows = fileOf(3).split('\n');
    app.deps.csv = {
      async *read() {
        for (const [index, row] of rows.entries()) yield { line: index + 1, cells: row.split(',') };
        throw new TypeError('a mistake');
      },
    };
    expect((await importCsv(owner, source, '')).status).toBe(500);
    app.deps.csv = csv;
    expect(app.logged.filter(({ err }) => err)).toMatchObject([{ level: 50, err: { message: 'a mistake' } }]);
    // Its rows weren't stored yet: nothing is kept of it but that it was ended.
    expect(await imports()).toMatchObject([{ state: 'stopped', reason: EVENT_MESSAGES.csvFailed, accepted: 0 }]);
  });

  it('shows nothing of a person in its report, its list or the log, and takes their markup for text', async () => {
    const bad = ROW.replace('Ana', 'Zoë<script>').replace('ana@', 'zoe@').replace('purchase', 'Zoë');
    const shown = ROW.replace('Ana', '"<b>Zoë</b>"').replace('o-1', '=HYPERLINK("x")').replaceAll('"x"', "'x'");
    const { body } = await importCsv(owner, source, `${HEADER}\n${bad}\n${shown}`);
    expect(body.import).toMatchObject({ accepted: 1, refused: 1 });
    const { body: read } = await owner.get<{ import: Import }>(`${path()}/imports/${body.import.id}`);
    const rows = await app.deps.db.selectFrom('imports').selectAll().execute();
    expect(wordsOf([body, read, rows, app.logged])).not.toMatch(/zo[eë]|oak/i);
    const [event] = await app.deps.db
      .selectFrom('events')
      .select('first_name')
      .where('source_number', '=', numberOf(source.id))
      .execute();
    expect(event?.first_name).toBe('Zoë');
  });
});
