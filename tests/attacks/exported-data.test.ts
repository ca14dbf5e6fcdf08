// Attack: take an account's export to get into the account, or somebody else's data with it; and find data of owners that
// the export leaves out.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AccountExport } from '#shared/contract/account.ts';
import type { NewApiKey } from '#shared/contract/api-key.ts';
import { CONFIRMATION_LIFE } from '#shared/limits.ts';
import type { TestApp } from '#tests/support/app.ts';
import { makeAccount, makeAuthStage, PASSWORD, register } from '#tests/support/auth.ts';
import { type Client, makeClient, makeShop } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';

const ANA = 'ana@shop.example';

/** Tables with rows of owners of which nothing is exported, and why. */
const LEFT_OUT: Record<string, string> = {
  email_tokens: 'hashes of emailed codes',
  mails: 'emails that wait to be sent: what they say is elsewhere',
  draft_settings: 'a day of drafts behind inspection links, under a hash',
  stats_hourly: 'its days are exported',
};
/** Tables that hold nothing of any owner. */
const OF_NOBODY = ['sso_tokens', 'limits', 'widget_builds', 'migrations', 'kysely_migration', 'kysely_migration_lock'];

const EXPORTED = [
  'users',
  'sessions',
  'api_keys',
  'templates',
  'sites',
  'widgets',
  'notifications',
  'sightings',
  'site_setups',
  'reports',
  'weekly_emails',
  'weekly_email_weeks',
  'stats_daily_notification',
  'stats_daily_device',
  'stats_daily_page',
  'stats_daily_cost',
];

onBothDatabases('an export', (database) => {
  let app: TestApp;
  let ana: Client;
  beforeEach(async () => {
    app = makeAuthStage(database());
    ana = await makeAccount(app, ANA);
  });
  afterEach(() => app.stop());

  const exported = async (client = ana) => {
    const { status, body } = await client.get<AccountExport>('/api/auth/export');
    expect(status).toBe(200);
    return body;
  };

  const makeKey = async () =>
    (await ana.post<{ apiKey: NewApiKey }>('/api/api-keys', { name: 'Mine', scope: 'write' })).body.apiKey.key;

  it('knows every table: a new one is exported, or has a reason not to be', async () => {
    const tables = (await database().db.introspection.getTables()).map(({ name }) => name);
    expect(tables.sort()).toEqual(
      [...EXPORTED, ...Object.keys(LEFT_OUT), ...OF_NOBODY].filter((name) => tables.includes(name)).sort(),
    );
  });

  it('has everything of every exported table, as the API has it', async () => {
    const { site, widget, notification } = await makeShop(ana);
    const { db } = database();
    const day = { site_id: site.id, day: '2026-03-10', displays: 3 };
    await db
      .insertInto('stats_daily_notification')
      .values({ ...day, notification_id: notification.id })
      .execute();
    await db
      .insertInto('stats_daily_device')
      .values({ ...day, device: 'mobile' })
      .execute();
    await db
      .insertInto('stats_daily_page')
      .values({ ...day, page: '/desks' })
      .execute();
    await db
      .insertInto('stats_daily_cost')
      .values({ site_id: site.id, day: day.day, measure: 'bytes', up_to: 8_000, loads: 1 })
      .execute();
    await ana.post(`/api/sites/${site.id}/reports`, {
      name: 'Mobile',
      range: '30d',
      filter: { by: 'device', devices: ['mobile'] },
    });
    await ana.put(`/api/sites/${site.id}/weekly-email`, { isOn: true });
    const { sites, account, apiKeys, templates, sessions, exportedAt } = await exported();
    expect(exportedAt).toBe(new Date(app.clock.now()).toISOString());
    expect(account).toMatchObject({ email: ANA, emailVerified: true, integrations: [] });
    expect(sites).toMatchObject([
      {
        id: site.id,
        name: site.name,
        domains: site.domains,
        widgets: [{ id: widget.id, isActive: true, settings: {} }],
        notifications: [{ id: notification.id, message: notification.message, metadata: notification.metadata }],
        notificationDays: [{ notificationId: notification.id, displays: 3 }],
        deviceDays: [{ device: 'mobile' }],
        pageDays: [{ page: '/desks' }],
        costDays: [{ upTo: 8_000 }],
        weeklyEmail: [{ siteId: site.id }],
        reports: expect.arrayContaining([
          expect.objectContaining({ name: 'Mobile', filter: { by: 'device', devices: ['mobile'] } }),
        ]),
      },
    ]);
    expect(templates).toMatchObject([{ name: 'Orders of Oak & Iron', settings: { message: expect.any(String) } }]);
    expect(apiKeys).toMatchObject([{ name: 'Script', scope: 'read' }]);
    expect(sessions).toHaveLength(1);
    // Nothing is a text that should be an object, and no flag a number.
    const text = JSON.stringify(sites) + JSON.stringify(templates) + JSON.stringify(account);
    expect(text).not.toMatch(/"(?:\{\\"|\[)/);
    expect(text).not.toMatch(/"is[A-Z]\w*":[01]/);
  });

  it('opens nothing: neither hashes nor keys nor codes nor sessions are in it', async () => {
    await makeShop(ana);
    const key = await makeKey();
    await ana.post('/api/auth/forgot-password', { email: ANA });
    const { accessToken } = (await ana.post<{ accessToken: string }>('/api/auth/token')).body;
    const { db } = database();
    const stored = [
      ...(await db.selectFrom('users').select(['password_hash as secret']).execute()),
      ...(await db.selectFrom('api_keys').select(['key_hash as secret']).execute()),
      ...(await db.selectFrom('sessions').select(['id as secret']).execute()),
      ...(await db.selectFrom('sessions').select(['public_id as secret']).execute()),
      ...(await db.selectFrom('email_tokens').select(['token_hash as secret']).execute()),
    ].map(({ secret }) => String(secret));
    expect(stored.length).toBeGreaterThan(5);
    const text = JSON.stringify(await exported());
    for (const secret of [...stored, key, accessToken, PASSWORD, ...ana.cookies.values()])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/hash|secret|token/i);
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
    const key = await makeKey();
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
