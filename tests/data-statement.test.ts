// A site's data statement follows its settings and sources, and leaves out no table that is about a site's visitors or
// customers. On both databases. What a visitor's browser really does is compared with it in e2e/data-statement.spec.ts.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DataStatement } from '#shared/contract/data-statement.ts';
import { makeTestApp, type TestApp } from './support/app.ts';
import { type Client, makeClient, makeOwner, makeShop, type Shop } from './support/client.ts';
import { onBothDatabases } from './support/databases.ts';

/** What of a site's tables is about others than its owner, and by which words the statement names it. */
const ABOUT_OTHERS: Record<string, RegExp> = {
  stats_hourly: /each notification was displayed, clicked and closed, by hour/,
  stats_daily_notification: /by hour and by day/,
  proven_notifications: /which of them tell of a signed delivery/,
  stats_daily_device: /by kind of device/,
  stats_daily_page: /by page, by day/,
  stats_daily_cost: /what the widget cost/,
  sightings: /on which hosts the snippet was seen/,
  site_setups: /on which hosts the snippet was seen/,
  events: /events that .* reports: first name, last name, city/,
  retractions: /was retracted, as a keyed hash/,
  source_captures: /the last body that came to a webhook, whole and encrypted/,
  imports: /which files of events were imported/,
  deliveries: /deliveries: when one came/,
};
/** What owners write and choose. */
const OWNERS = /^(?:mails|widgets|notifications|reports|draft_settings|sources|removals|weekly_emails|weekly_.*)$/;

onBothDatabases('the data statement', (database) => {
  let app: TestApp;
  let owner: Client;
  let shop: Shop;
  beforeEach(async () => {
    app = makeTestApp(database(), { OPERATOR_NAME: 'Oak & Iron Ltd', CONTACT_EMAIL: 'privacy@oak.example' });
    owner = await makeOwner(app);
    shop = await makeShop(owner);
  });
  afterEach(() => app.stop());

  const read = async (client = owner) =>
    (await client.get<{ statement: DataStatement }>(`/api/sites/${shop.site.id}/data-statement`)).body.statement;
  const keptOf = async (about: string) => (await read()).kept.filter((one) => one.about === about);

  it('names every table that holds something of a site’s visitors or customers', async () => {
    const tables = await app.deps.db.introspection.getTables();
    const ofSites = tables
      .filter(({ columns }) => columns.some(({ name }) => name === 'site_id' || name === 'source_id'))
      .map(({ name }) => name);
    expect(ofSites.filter((name) => !(name in ABOUT_OTHERS) && !OWNERS.test(name))).toEqual([]);
    await owner.post(`/api/sites/${shop.site.id}/sources`, { kind: 'csv' });
    const said = (await read()).kept.map(({ what, holds }) => `${what}: ${holds}`).join('\n');
    for (const [table, words] of Object.entries(ABOUT_OTHERS)) {
      expect(ofSites).toContain(table);
      expect(said, table).toMatch(words);
    }
  });

  it('says of each source how long its events are kept, and what visitors read of them', async () => {
    const { id } = shop.source;
    const path = `/api/sites/${shop.site.id}/sources/${id}`;
    const privacy = { name: 'none', place: 'country', amount: true, time: 'exact' };
    expect((await owner.put(path, { name: 'Main shop', retentionDays: 90, privacy })).status).toBe(200);
    const item = (await keptOf('customers')).find(({ what }) => what.includes('Main shop'));
    expect(item).toMatchObject({
      howLong: expect.stringMatching(/^90 days/),
      why: 'to show visitors at most the country (once 5 events came from it in 30 days), the product, the amount, and the exact time',
    });
    expect(item?.holds).toContain('a keyed hash of the email address, never the address itself');
    await owner.delete(path);
    expect((await keptOf('customers')).map(({ what }) => what).join()).not.toContain('Main shop');
  });

  it('says nothing of customers before a source is there or something came from a script', async () => {
    await app.deps.db.deleteFrom('sources').where('id', '=', shop.source.id).execute();
    await app.deps.db
      .updateTable('sources')
      .set({ last_delivery_at: null })
      .where('site_id', '=', shop.site.id)
      .execute();
    const { kept, text } = await read();
    expect(kept.filter(({ about }) => about === 'customers')).toEqual([]);
    expect(text.plain).not.toMatch(/customers|your order/i);
  });

  it('tells why the browser remembers: dismissals, limits, and rules of the widget and of live notifications', async () => {
    const visitor = async () => (await read()).storage.find(({ key }) => key === `proofbell:${shop.site.id}:visitor`);
    expect((await visitor())?.why).toBe('so that what was closed stays closed for 24 hours');
    const settings = {
      behavior: { interaction: { dismissPeriod: '30d' }, queue: { perVisit: 3 } },
      rules: { match: 'all', conditions: [{ type: 'visitor', operator: 'is', value: ['returning'] }] },
    };
    await owner.put(`/api/widgets/${shop.widget.id}/settings`, { settings });
    const group = { type: 'group', match: 'any', conditions: [{ type: 'pages', operator: 'at-least', value: 2 }] };
    const rules = { match: 'all', conditions: [group] };
    await owner.put(`/api/widgets/${shop.widget.id}/notifications/${shop.notification.id}`, { rules });
    expect((await visitor())?.why).toBe(
      'so that what was closed stays closed for 30 days, at most 3 show in a visit, and rules about new or returning visitors and the number of pages in a visit can be checked',
    );
  });

  it('fills in the site, the server and its operator, names hosts of pictures, and escapes what Markdown would read', async () => {
    await owner.put(`/api/sites/${shop.site.id}`, { name: 'Oak *&* Iron' });
    const image = 'https://cdn.oak.example/desk.webp';
    await owner.put(`/api/widgets/${shop.widget.id}/notifications/${shop.notification.id}`, { image });
    const { server, requests, text } = await read();
    expect(server).toMatchObject({ operator: 'Oak & Iron Ltd', email: 'privacy@oak.example' });
    expect(server.database).toBe(app.deps.database.dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL');
    expect(requests.map(({ url }) => url)).toContain('cdn.oak.example');
    expect(text.plain).toContain('Oak *&* Iron shows notifications');
    expect(text.markdown).toContain('## Notifications on Oak \\*&\\* Iron');
    for (const form of [text.plain, text.markdown]) {
      expect(form).toContain('Oak & Iron Ltd, privacy@oak.example');
      expect(form).toContain(`proofbell:${shop.site.id}:visitor`);
      expect(form).not.toMatch(/undefined|null|\[object/);
    }
  });

  it('can be read with a key that may only read', async () => {
    const { apiKey } = (await owner.post<{ apiKey: { key: string } }>('/api/api-keys', { name: 'R', scope: 'read' }))
      .body;
    expect((await read(makeClient(app, apiKey.key))).site.name).toBe(shop.site.name);
  });
});
