// A site's data statement follows its settings and sources, and leaves out no table that is about a site's visitors or
// customers. On both databases. What a visitor's browser really does is compared with it in e2e/data-statement.spec.ts.
import { expect, it } from 'vitest';
import type { DataStatement } from '#shared/contract/data-statement.ts';
import type { Template } from '#shared/contract/template.ts';
import { describeShop } from './support/apps.ts';
import { makeClient, makeKey } from './support/client.ts';

/** What of a site's tables is about others than its owner, and by which words the statement names it. */
const ABOUT_OTHERS: Record<string, RegExp> = {
  stats_hourly: /each notification was displayed, clicked and closed, by hour/,
  stats_daily_notification: /by hour and by day/,
  proven_notifications: /which of them come from a signed delivery/,
  stats_daily_device: /by kind of device/,
  stats_daily_page: /by page, by day/,
  stats_daily_cost: /what the widget cost/,
  sightings: /on which hosts the snippet was seen/,
  site_setups: /on which hosts the snippet was seen/,
  events: /events that .* reports?.*: first name, last name, city/,
  retractions: /was erased, and which products .*, as keyed hashes/,
  source_captures: /the last body that came to a webhook, whole and encrypted/,
  imports: /which files of events were imported/,
  deliveries: /deliveries: when one came/,
  experiment_days: /how many browsers could see notifications/,
  experiment_buyers: /a buyer's orders come to, under a keyed hash/,
};
/** What owners write and choose. */
const OWNERS =
  /^(?:mails|widgets|notifications|reports|draft_settings|sources|connections|removals|weekly_emails|weekly_.*|goals|hold_outs|epochs)$/;

const env = { OPERATOR_NAME: 'Oak & Iron Ltd', CONTACT_EMAIL: 'privacy@oak.example' };

describeShop('the data statement', { postgres: 'long', env }, ({ app, owner, shop }) => {
  const read = async (client = owner) =>
    (await client.get<{ statement: DataStatement }>(`/api/sites/${shop.site.id}/data-statement`)).body.statement;
  const keptOf = async (about: string) => (await read()).kept.filter((one) => one.about === about);

  it('names every table that holds something of a site’s visitors or customers', async () => {
    const tables = await app.deps.db.introspection.getTables();
    const ofSites = tables
      .filter(({ columns }) => columns.some(({ name }) => /^(?:site|source)_(?:id|number)$/.test(name)))
      .map(({ name }) => name);
    expect(ofSites.filter((name) => !(name in ABOUT_OTHERS) && !OWNERS.test(name))).toEqual([]);
    await owner.post(`/api/sites/${shop.site.id}/sources`, { kind: 'csv' });
    expect((await read()).kept.filter(({ what }) => /browsers/.test(what))).toEqual([]);
    await owner.post(`/api/sites/${shop.site.id}/goals`, { name: 'Orders', kind: 'orders' });
    await owner.put(`/api/sites/${shop.site.id}/hold-out`, { share: 10 });
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
    expect(item?.inShort).toMatch(
      /^names, place, product, amount, review, order numbers, times, a keyed hash of the email/,
    );
    await owner.delete(path);
    expect((await keptOf('customers')).map(({ what }) => what).join()).not.toContain('Main shop');
  });

  it('says once what is alike for several sources, and apart what differs', async () => {
    app.clock.advance(1_000);
    const other = { kind: 'webhook', name: 'Second shop' };
    const { source } = (await owner.post<{ source: { id: string } }>(`/api/sites/${shop.site.id}/sources`, other)).body;
    const events = async () =>
      (await keptOf('customers')).flatMap(({ what }) => (/^events that/.test(what) ? [what] : []));
    expect((await read()).sources).toEqual(expect.arrayContaining([shop.source.name, 'Second shop']));
    const [first] = await events();
    expect(await events()).toHaveLength(1);
    expect(first).toMatch(/^events that .*Second shop.* report$/);
    await owner.put(`/api/sites/${shop.site.id}/sources/${source.id}`, { retentionDays: 7 });
    expect(await events()).toEqual([expect.not.stringContaining('Second'), 'events that Second shop reports']);
    await owner.delete(`/api/sites/${shop.site.id}/sources/${source.id}`);
  });

  it('says of each source that takes files what is kept of them, and of no other', async () => {
    const sources = [
      ['csv', 'Spreadsheet', 60],
      ['shopify', 'Oak shop', 90],
      ['woocommerce', 'Woo shop', 10],
      ['stripe', 'Till', 20],
    ] as const;
    for (const [kind, name, retentionDays] of sources) {
      app.clock.advance(1_000);
      await owner.post(`/api/sites/${shop.site.id}/sources`, { kind, name, retentionDays });
    }
    const kept = await keptOf('customers');
    const files = kept.filter(({ what }) => what.includes('files of events were imported'));
    expect(files.map(({ what, howLong }) => [/imported to (.*), if any/.exec(what)?.[1], howLong])).toEqual([
      ['Spreadsheet', '60 days'],
      ['Oak shop', '90 days'],
      ['Woo shop', '10 days'],
    ]);
    expect(files[1]?.what).toContain('of the first 1,000 refused ones the line and what is wrong');
    const events = kept.filter(({ what }) => what.includes('in a file of orders')).map(({ what }) => what);
    expect(events).toEqual([
      'events that Oak shop reports, or that come in a file of orders of Oak shop',
      'events that Woo shop reports, or that come in a file of orders of Woo shop',
    ]);
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

  it('tells why the browser remembers: dismissals, limits, and rules of the widget and of its notifications', async () => {
    const visitor = async () => (await read()).storage.find(({ key }) => key === `proofbell:${shop.site.id}:visitor`);
    const names = async () => (await visitor())?.fields.map(({ name }) => name);
    const asksFor = async (file: string) => (await read()).requests.some(({ url }) => url.includes(file));
    expect((await visitor())?.why).toBe('so that what was closed stays closed for 24 hours');
    expect([await names(), await asksFor('widget-conditions')]).toEqual([expect.not.arrayContaining(['pages']), false]);
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
    expect(await names()).toEqual(expect.arrayContaining(['pages', 'from']));
    expect(await asksFor('widget-conditions')).toBe(true);
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

  it('says who else sees a visitor’s address before the first order shows: the text is published once', async () => {
    const api = `/api/sites/${shop.site.id}`;
    const notifications = `/api/widgets/${shop.widget.id}/notifications`;
    await owner.delete(`${api}/sources/${shop.source.id}`);
    await owner.put(api, { domains: ['oak.example'] });
    const before = await read();
    expect(before.others).toEqual({ hosts: [], isAnywhere: false });
    expect(before.text.plain).toContain(
      "No cookie is set, you aren't given an ID, and nothing is sent to any other company.",
    );

    const settings = { message: 'Sold', image: 'https://img.template.example/desk.webp' };
    const made = { name: 'Sales', category: 'sales', type: 'purchase', settings };
    const { template } = (await owner.post<{ template: Template }>('/api/templates', made)).body;
    await owner.post(`${api}/sources`, { kind: 'shopify', templateId: template.id });
    await owner.post(notifications, {
      ...{ type: 'announcement', message: 'Sale', status: 'inactive' },
      image: 'https://img.later.example/sale.webp',
    });
    await owner.post(notifications, {
      ...{ type: 'announcement', message: 'Ours' },
      image: 'https://www.oak.example/sale.webp',
    });
    const { requests, others, text } = await read();
    const foreign = ['cdn.shopify.com', 'img.later.example', 'img.template.example'];
    expect(others).toEqual({ hosts: foreign, isAnywhere: false });
    expect(requests.map(({ url }) => url)).toEqual(
      expect.arrayContaining([...foreign, 'oak.example', 'www.oak.example']),
    );
    expect(text.plain).toContain(
      "No cookie is set, and you aren't given an ID. Pictures may be loaded from cdn.shopify.com, img.later.example, and img.template.example, which see your network address, as any web server does. Nothing is sent to anyone else.",
    );
    expect(text.plain).not.toContain('any other company');
  });

  it('says that pictures may come from anywhere when the site has no domains and something reports them', async () => {
    await owner.put(`/api/sites/${shop.site.id}`, { domains: [] });
    const { others, requests, text } = await read();
    expect(others).toEqual({ hosts: [], isAnywhere: true });
    expect(requests.at(-1)).toMatchObject({ method: 'GET', url: '{host}' });
    expect(text.plain).toContain('Pictures may be loaded from other hosts, which see your network address,');
    await owner.put(`/api/sites/${shop.site.id}`, { domains: ['oak.example'] });
    expect((await read()).others).toEqual({ hosts: [], isAnywhere: false });
  });

  it('says that the mark leads to a proof as soon as there is a source, unless marks are switched off', async () => {
    await app.deps.db.deleteFrom('events').execute();
    await app.deps.db.deleteFrom('notifications').execute();
    const hasMark = async () => (await read()).requests.some(({ url }) => url.includes('/proof/'));
    expect(await hasMark()).toBe(true);
    await owner.put(`/api/widgets/${shop.widget.id}/settings`, { settings: { behavior: { showSource: false } } });
    expect(await hasMark()).toBe(false);
  });

  it('lists a customer’s number for Stripe alone, and deliveries only where something is delivered', async () => {
    const api = `/api/sites/${shop.site.id}/sources`;
    await owner.delete(`${api}/${shop.source.id}`);
    await owner.post(api, { kind: 'csv', name: 'Files' });
    const said = async () => (await keptOf('customers')).map(({ what, holds }) => `${what}: ${holds}`).join('\n');
    expect(await said()).toMatch(/events that .*Files.* report/);
    expect(await said()).not.toMatch(/customer's number|deliveries:/);
    await owner.post(api, { kind: 'stripe', name: 'Payments' });
    expect(await said()).toMatch(/deliveries: when one came/);
    const holding = (await keptOf('customers')).filter(({ holds }) => holds?.includes("customer's number at Stripe"));
    expect(holding.map(({ what }) => what)).toEqual([expect.stringMatching(/^events that .*Payments.* report/)]);
    expect(holding[0]?.holds).toContain("of Payments also a keyed hash of the customer's number at Stripe");
  });

  it('reads as one text for the visitor, in whole sentences', async () => {
    const { plain } = (await read()).text;
    expect(plain).toContain(
      `- proofbell:${shop.site.id}:payload: the last notifications, the same for everybody, so that they show while the server can't be reached. Kept until the next page replaces it; it is used for at most a day.\n`,
    );
    expect(plain).toContain("Kept until the site's data is cleared in the browser, or consent is withdrawn.\n");
    expect(plain).toContain('WHAT IS KEPT ABOUT YOUR VISIT');
    expect(plain).toContain(
      "Your browser tells the server a version number, your browser's language, a check code that everybody gets, whether a notification was shown, clicked or closed, which notification, the path of the page, the kind of device, and for one page load in 100, what the widget cost it.",
    );
    // Short enough that somebody reads it, and still each thing that is kept is in it.
    const { kept } = await read();
    for (const { inShort } of kept) expect(plain.toLowerCase()).toContain(inShort.toLowerCase());
    expect(plain.split(/\s+/).length).toBeLessThan(500);
    expect(plain).not.toMatch(/the visitor\b|visitors get|Kept replaced|kept of/);
  });

  it('can be read with a key that may only read', async () => {
    const apiKey = await makeKey(owner, 'read', 'R');
    expect((await read(makeClient(app, apiKey.key))).site.name).toBe(shop.site.name);
  });
});
