// Attack: take an account's export to get into the account, or somebody else's data with it; and find data of owners that
// the export leaves out.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { idColumns, plainCells } from '#server/db/event-codec.ts';
import { numberOf } from '#server/db/id-numbers.ts';
import { EXPORTED_LISTS } from '#shared/contract/account.ts';
import { CONFIRMATION_LIFE } from '#shared/limits.ts';
import { HOUR } from '#shared/time.ts';
import { describeApp } from '#tests/support/apps.ts';
import { login, makeAccount, makeAuthStage, PASSWORD, register, SSO } from '#tests/support/auth.ts';
import { makeClient, makeKey, makeShop } from '#tests/support/client.ts';
import { COLUMNS_LEFT_OUT, type Entry, EXPORTED, LEFT_OUT, OF_NOBODY } from '#tests/support/exported-tables.ts';
import { fillAccount } from '#tests/support/full-account.ts';
import { eachTest } from '#tests/support/stages.ts';
import { wholeExport } from '#tests/support/whole-export.ts';

const ANA = 'ana@shop.example';

/** Columns that say whose a row is, where its place in the export says it. */
const OWNERS = ['user_id', 'owner_id', 'site_id'];

/** @returns the single values in it as text, at any depth; flags as the database has them. */
const valuesIn = (value: unknown): string[] => {
  if (value === null || value === '') return [];
  if (typeof value === 'object') return Object.values(value).flatMap(valuesIn);
  return [String(typeof value === 'boolean' ? Number(value) : value)];
};
/** @returns a stored value, JSON parsed. */
const parsed = (cell: unknown): unknown => (typeof cell === 'string' && /^[[{]/.test(cell) ? JSON.parse(cell) : cell);

describeApp('an export', { postgres: 'long', env: SSO }, ({ app, database }) => {
  const ana = eachTest(() => makeAccount(app, ANA));

  const exported = (client = ana) => wholeExport(client);

  const tables = async () => (await database().db.introspection.getTables()).map(({ name }) => name);
  const storedEvents = async () =>
    (await database().db.selectFrom('events').selectAll().select(idColumns('events')).execute()).map(plainCells);
  const rowsOf = async (table: string): Promise<Entry[]> =>
    table === 'events'
      ? await storedEvents()
      : (await sql<Entry>`select * from ${sql.table(table)}`.execute(database().db)).rows.filter(
          // Built-in templates are nobody's.
          (row) => table !== 'templates' || row.owner_id !== null,
        );

  it('has every row and column of every table with anything of the account, or a reason why not', async () => {
    await fillAccount(app, ana);
    const data = await exported();
    const known = [...Object.keys(EXPORTED), ...Object.keys(LEFT_OUT)];
    expect((await tables()).filter((name) => !OF_NOBODY.includes(name)).sort()).toEqual(known.sort());
    for (const name of known) expect([name, (await rowsOf(name)).length > 0]).toEqual([name, true]);
    for (const [table, entriesIn] of Object.entries(EXPORTED)) {
      const rows = await rowsOf(table);
      const entries = entriesIn(data).map(valuesIn);
      expect([table, entries.length]).toEqual([table, rows.length]);
      for (const row of rows) {
        const cells = Object.entries(row).filter(
          ([column]) => !OWNERS.includes(column) && !(`${table}.${column}` in COLUMNS_LEFT_OUT),
        );
        const missing = entries.map((values) =>
          cells.filter(([, cell]) => !valuesIn(parsed(cell)).every((value) => values.includes(value))),
        );
        expect([table, missing.toSorted((a, b) => a.length - b.length)[0]]).toEqual([table, []]);
      }
    }
    // And nothing that the list above doesn't know of.
    expect(Object.keys(data).sort()).toEqual([
      'account',
      'apiKeys',
      'exportedAt',
      'images',
      'registrations',
      'sessions',
      'sites',
      'subscriptions',
      'templates',
    ]);
    const parts = Object.entries(data.sites[0] ?? {}).filter(
      ([, value]) => typeof value === 'object' && value !== null,
    );
    expect(parts.map(([name]) => name).sort()).toEqual(
      ['domains', 'widgets', 'notifications', 'reports', 'installation', 'setup', 'weeklyEmail']
        .concat([
          'notificationDays',
          'deviceDays',
          'pageDays',
          'costDays',
          'sources',
          'events',
          'deliveries',
          'imports',
          'goals',
          'holdOut',
          'epochs',
          'experimentDays',
        ])
        .sort(),
    );
  });

  it('says everything as the API does', async () => {
    const { site, widget } = await fillAccount(app, ana);
    const data = await exported();
    const answered = async <T>(path: string) => (await ana.get<T>(`/api${path}`)).body;
    expect(data.exportedAt).toBe(new Date(app.clock.now()).toISOString());
    expect(data.account).toMatchObject((await answered<{ user: object }>('/auth/me')).user);
    expect(data.account).toMatchObject(await answered<object>('/auth/change-email'));
    expect(data.sites).toMatchObject((await answered<{ data: { sites: object[] } }>('/sites')).data.sites);
    expect({ apiKeys: data.apiKeys }).toMatchObject(await answered<object>('/api-keys'));
    const [entry = {}] = data.sites;
    expect(entry).toMatchObject(await answered<object>(`/widgets/${widget.id}/notifications`));
    expect(entry).toMatchObject(await answered<object>(`/sites/${site.id}/reports`));
    const { isBuiltIn: _, ...template } = (await answered<{ templates: Entry[] }>('/templates')).templates[0] ?? {};
    expect(data.templates).toMatchObject([template]);
    /** Derived from what is stored: every name that both have means the same. */
    const expectSame = (part: Entry, answer: Entry, names: string[]) => {
      expect(Object.keys(part).filter((name) => name in answer)).toEqual(expect.arrayContaining(names));
      for (const name of Object.keys(part).filter((name) => name in answer)) {
        expect({ [name]: answer[name] }).toMatchObject({ [name]: part[name] });
      }
    };
    const { installation } = await answered<{ installation: Entry }>(`/sites/${site.id}/installation`);
    for (const name of ['hosts', 'refused', 'otherIds']) {
      expect((entry.installation as Entry)[name]).toMatchObject(installation[name] as object);
    }
    const { setup } = await answered<{ setup: Entry }>(`/sites/${site.id}/setup`);
    expectSame(entry.setup as Entry, setup, ['seen', 'firstDisplayAt', 'displayedNotification', 'isCelebrated']);
    const { weeklyEmail } = await answered<{ weeklyEmail: Entry }>(`/sites/${site.id}/weekly-email`);
    expectSame(entry.weeklyEmail as Entry, weeklyEmail, ['isOn', 'lastSentAt']);
    const { widget: answer } = await answered<{ widget: Entry }>(`/widgets/${widget.id}`);
    expectSame((entry.widgets as Entry[])[0] ?? {}, answer, ['id', 'siteId', 'name', 'type', 'isActive', 'settings']);
    // Settings go back as they came.
    const { settings } = (entry.widgets as Entry[])[0] ?? {};
    expect((await ana.put(`/api/widgets/${widget.id}/settings`, { settings })).status).toBe(200);
    // Nothing is a text that should be an object, and no flag a number.
    expect(JSON.stringify(data)).not.toMatch(/"(?:\{\\"|\[)/);
    expect(JSON.stringify(data)).not.toMatch(/"is[A-Z]\w*":[01]/);
  });

  it('has a document of one moment, whatever is changed meanwhile', async () => {
    const { site } = await fillAccount(app, ana);
    const { db, dialect } = database();
    let round = 0;
    const change = () => {
      const name = `Round ${++round}`;
      return db.transaction().execute(async (tx) => {
        await tx.updateTable('users').set({ company_name: name }).execute();
        for (const table of ['sites', 'widgets'] as const) await tx.updateTable(table).set({ name }).execute();
      });
    };
    await change();
    const changes: Promise<void>[] = [];
    app.deps.db = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const changing = change();
        changes.push(changing);
        // SQLite has one connection: whoever asks next on it comes after the change, unless it is the same transaction.
        if (dialect === 'postgres') await changing;
        return result;
      },
    });
    const { account, sites } = await exported();
    await Promise.all(changes);
    expect(round).toBeGreaterThan(10);
    expect(sites[0]?.id).toBe(site.id);
    const names = sites.flatMap(({ name, widgets }) => [name, ...(widgets as Entry[]).map((widget) => widget.name)]);
    expect(new Set([account.companyName, ...names]).size).toBe(1);
  });

  it('is made ten times an hour for one account, and no other account waits for it', async () => {
    await app.stop();
    Object.assign(app, makeAuthStage(database(), { AUTH_RATE_LIMIT: '1' }));
    const [first, bob] = [makeClient(app), makeClient(app)];
    await login(first, ANA);
    await register(bob, 'bob@shop.example');
    for (let n = 0; n < 10; n++) await exported(first);
    const second = makeClient(app);
    await login(second, ANA);
    for (const client of [first, second]) {
      const { status, headers } = await client.get('/api/auth/export');
      expect([status, headers.get('retry-after')]).toEqual([429, '3600']);
    }
    await exported(bob);
    app.clock.advance(HOUR);
    await login(second, ANA);
    await exported(second);
  });

  it('opens nothing: neither hashes nor keys nor codes nor sessions are in it', async () => {
    const { site } = await fillAccount(app, ana);
    const { key } = await makeKey(ana, 'write');
    await ana.post('/api/auth/forgot-password', { email: ANA });
    const { accessToken } = (await ana.post<{ accessToken: string }>('/api/auth/token')).body;
    const { db } = database();
    const stored = [
      ...(await db.selectFrom('users').select(['password_hash as secret']).execute()),
      ...(await db.selectFrom('api_keys').select(['key_hash as secret']).execute()),
      ...(await db.selectFrom('sessions').select(['id as secret']).execute()),
      ...(await db.selectFrom('sessions').select(['public_id as secret']).execute()),
      ...(await db.selectFrom('email_tokens').select(['token_hash as secret']).execute()),
      ...(await db.selectFrom('draft_settings').select(['token_hash as secret']).execute()),
      ...(await db.selectFrom('registration_keys').select(['key_hash as secret']).execute()),
    ].map(({ secret }) => String(secret));
    expect(stored.length).toBeGreaterThan(6);
    const text = JSON.stringify(await exported());
    const link = app.deps.tokens.signUnsubscribe(site.id);
    for (const secret of [...stored, key, accessToken, link, PASSWORD, ...ana.cookies.values()])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/hash|secret|token/i);
    expect(text.match(/"\w*key\w*":/gi)).toEqual(['"apiKeys":', '"key":']);
  });

  /** Stores copies of a row, a hundred at a time. */
  const copy = async (
    table: 'events' | 'deliveries' | 'notifications',
    ids: string[],
    more: (id: string) => object,
  ) => {
    const { db } = database();
    const { number: _, ...row }: Entry = await db.selectFrom(table).selectAll().executeTakeFirstOrThrow();
    for (let from = 0; from < ids.length; from += 100) {
      const some = ids.slice(from, from + 100).map((id) => ({ ...row, id, ...more(id) }));
      await db
        .insertInto(table)
        .values(some as never)
        .execute();
    }
  };
  const MANY = Array.from({ length: 4_100 }, (_, n) => `many ${n} 'ü`);

  it('has all that came to a source, however many pages that is', async () => {
    const { source } = await fillAccount(app, ana);
    await copy('events', MANY, (id) => ({ source_number: numberOf(source.id), event_id: id }));
    // At the same moment.
    await copy('deliveries', MANY, () => ({ source_id: source.id }));
    const stored = async (table: 'events' | 'deliveries') =>
      (await rowsOf(table))
        .filter(({ source_id }) => source_id === source.id)
        .map(({ id }) => id)
        .sort();
    const [site] = (await exported()).sites;
    for (const table of ['events', 'deliveries'] as const) {
      const rows = ((site as Entry)[table] as Entry[]).filter(({ sourceId }) => sourceId === source.id);
      expect(rows.map(({ id }) => id).sort()).toEqual(await stored(table));
    }
  });

  it('has once what is there all the time, whatever is added, moved and deleted between two pages', async () => {
    const { site } = await fillAccount(app, ana);
    const stay = MANY.slice(0, 450);
    await copy('notifications', stay, () => ({}));
    const { db } = database();
    let page = 0;
    const changing = {
      ...ana,
      get: async <T>(path: string) => {
        const answer = await ana.get<T>(path);
        page++;
        await db
          .updateTable('notifications')
          .set({ position: sql`(position + 7) % 450`, name: `${page}` })
          .execute();
        await db
          .deleteFrom('notifications')
          .where('id', '=', `new ${page - 1}`)
          .execute();
        await copy('notifications', [`new ${page}`], () => ({}));
        return answer;
      },
    };
    const { notifications } = (await wholeExport(changing)).sites.find(({ id }) => id === site.id) ?? {};
    const ids = (notifications as Entry[]).map(({ id }) => String(id));
    expect(ids.filter((id) => stay.includes(id)).sort()).toEqual(stay.toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('refuses lists and pages that there are not, and those of others', async () => {
    const { source, site } = await fillAccount(app, ana);
    const account = (await ana.get<{ user: { _id: string } }>('/api/auth/me')).body.user._id;
    const read = async (path: string, client = ana) => (await client.get(`/api/auth/export/${path}`)).body;
    expect(await read(`${source.id}/secrets`)).toMatchObject({ errors: [{ field: 'list' }] });
    for (const after of ['', 'time', '2026-03-10 time', '2026-03-10 time x', '2026-03-10 time 99999999999', '   '])
      expect([after, await read(`${site.id}/costDays?after=${encodeURIComponent(after)}`)]).toMatchObject([
        after,
        { errors: [{ field: 'after' }] },
      ]);
    const bob = await makeAccount(app, 'bob@shop.example');
    const lists = [
      ...EXPORTED_LISTS.account.map((list) => `${account}/${list}`),
      ...EXPORTED_LISTS.site.map((list) => `${site.id}/${list}`),
      ...EXPORTED_LISTS.source.map((list) => `${source.id}/${list}`),
    ];
    for (const path of lists) {
      expect([path, await read(path)]).toMatchObject([path, { next: null }]);
      expect([path, await read(path, bob)]).toMatchObject([path, { code: 'not-found' }]);
    }
    // An id of the wrong kind is nobody's.
    expect(await read(`${site.id}/templates`)).toMatchObject({ code: 'not-found' });
    expect(await read(`${account}/notifications`)).toMatchObject({ code: 'not-found' });
    expect(await read(`${site.id}/events`)).toMatchObject({ code: 'not-found' });
  });

  it('has nothing of anybody else', async () => {
    const bob = await makeAccount(app, 'bob@shop.example');
    const shop = await makeShop(bob, 'Holt & Ash');
    await makeShop(ana);
    const text = JSON.stringify(await exported());
    for (const trace of ['bob@', 'Holt', shop.site.id, shop.widget.id, shop.notification.id]) {
      expect(text).not.toContain(trace);
    }
  });

  it('is refused to a session that was not confirmed just now, to keys, and to strangers', async () => {
    const { key } = await makeKey(ana, 'write');
    expect(await makeClient(app, key).get('/api/auth/export')).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    expect(await makeClient(app).get('/api/auth/export')).toMatchObject({ status: 401 });
    app.clock.advance(CONFIRMATION_LIFE);
    expect(await ana.get('/api/auth/export')).toMatchObject({ status: 403, body: { code: 'confirm-required' } });
    expect((await ana.post('/api/auth/confirm', { password: PASSWORD })).status).toBe(200);
    await exported();
  });

  it('is there before the email is verified, too', async () => {
    const fresh = makeClient(app);
    await register(fresh, 'fresh@shop.example');
    expect(await exported(fresh)).toMatchObject({ account: { emailVerified: false }, sites: [] });
  });
});
