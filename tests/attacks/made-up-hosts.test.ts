// Attack: requests with made-up Origins, hosts and ids, to hide the true host, to fill the database, to write to an owner,
// or to learn of others' sites.
// @module-tag long
import { describe, expect, it } from 'vitest';
import type { Installation } from '#shared/contract/installation.ts';
import { HOSTS_PER_SITE, OTHER_IDS_PER_SITE, REFUSED_HOSTS_PER_SITE } from '#shared/limits.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { BROWSER, makeTestApp } from '#tests/support/app.ts';
import { describeShop } from '#tests/support/apps.ts';
import { type Client, makeOwner, makeShop } from '#tests/support/client.ts';
import { watchQueries } from '#tests/support/queries.ts';
import { allRows } from '#tests/support/rows.ts';
import { runs } from '#tests/support/runs.ts';

/** Made-up hosts of each of 40 addresses. */
const EACH = runs(3, 25);

/** Sightings are written when the test says so. */
const ENV = { TRUST_PROXY: '1', TICK_MS: '60000' };

describeShop('made-up hosts', { postgres: 'long', env: ENV }, ({ app, owner, shop, database }) => {
  const written = () => app.deps.embed.sightings.flush();
  const ask = (headers: Record<string, string>, siteId = shop.site.id) =>
    app.fetch(`/api/embed/${siteId}`, { headers: { 'user-agent': BROWSER, ...headers } });
  const visit = (host: string, address = '203.0.113.1', siteId = shop.site.id) =>
    ask({ origin: `https://${host}`, 'x-forwarded-for': address }, siteId);
  const list = (...domains: string[]) => owner.put(`/api/sites/${shop.site.id}`, { domains });
  const installationOf = async (client: Client, siteId: string) =>
    (await client.get<{ installation: Installation }>(`/api/sites/${siteId}/installation`)).body.installation;
  const installation = () => installationOf(owner, shop.site.id);
  const hosts = async () => (await installation()).hosts.map(({ host }) => host);
  const count = async () => (await database().db.selectFrom('sightings').select('host').execute()).length;

  /** @param each how many hosts an address makes up. */
  const flood = async (addresses: number, each: number, hostOf: (n: number) => string) => {
    for (let n = 0; n < addresses * each; n++) await visit(hostOf(n), `198.51.100.${n % addresses}`);
    await written();
  };

  it('in any number neither push out the true host nor grow the database', async () => {
    await visit('shop.example');
    await written();
    await flood(1, 40 * EACH, (n) => `fake-${n}.example`);
    expect(await count()).toBeLessThanOrEqual(6);
    await flood(40, EACH, (n) => `other-${n}.example`);
    expect(await hosts()).toContain('shop.example');
    expect(await count()).toBe(HOSTS_PER_SITE);
  });

  it('do not keep the true host out when they come first: it comes from more addresses', async () => {
    await flood(40, EACH, (n) => `fake-${n}.example`);
    expect(await count()).toBe(HOSTS_PER_SITE);
    for (const last of [1, 2, 3]) {
      app.clock.advance(2 * MINUTE);
      await visit('shop.example', `203.0.113.${last}`);
    }
    await written();
    expect(await hosts()).toContain('shop.example');
    expect(await count()).toBe(HOSTS_PER_SITE);
  });

  it('come through two servers at once, and are as many as one server stores', async () => {
    const other = makeTestApp(database(), ENV);
    const servers = [app, other] as const;
    for (const [at, server] of servers.entries()) {
      for (let n = 0; n < 30; n++) {
        const headers = {
          'user-agent': BROWSER,
          origin: `https://${at}-${n}.example`,
          'x-forwarded-for': `198.51.${at}.${n}`,
        };
        await server.fetch(`/api/embed/${shop.site.id}`, { headers });
      }
    }
    await Promise.all(servers.map(({ deps }) => deps.embed.sightings.flush()));
    await other.stop();
    expect(await count()).toBe(HOSTS_PER_SITE);
  });

  it.each([
    ['refused', () => shop.site.id],
    ['other-id', (n: number) => `made-up-${n}`],
  ] as const)(
    'come through two servers at once where they are %s, and no more than the limit is kept',
    async (kind, idOf) => {
      await list('shop.example');
      const host = (n: number) => (kind === 'refused' ? `${n}.example` : 'shop.example');
      const other = makeTestApp(database(), ENV);
      const servers = [app, other];
      for (let n = 0; n < 40; n++) {
        const headers = {
          'user-agent': BROWSER,
          origin: `https://${host(n)}`,
          'x-forwarded-for': `198.51.100.${n}`,
        };
        await servers[n % 2]?.fetch(`/api/embed/${idOf(n)}`, { headers });
      }
      await Promise.all(servers.map(({ deps }) => deps.embed.sightings.flush()));
      await other.stop();
      expect(await count()).toBe(kind === 'refused' ? REFUSED_HOSTS_PER_SITE : OTHER_IDS_PER_SITE);
    },
  );

  it('of 125 labels, each with an id of no site, cost one short look-up a batch, and all are looked up', async () => {
    await list('shop.example');
    const lookups: number[] = [];
    const db = watchQueries(database().db, (node) => {
      const names = node.split('domains like').length - 1;
      if (names > 0) lookups.push(names);
      return undefined;
    });
    // Its own ticks are a minute apart, so that each batch is this test's.
    const watched = makeTestApp({ ...database(), db }, ENV);
    for (let n = 0; n < 4; n++) {
      const origin = `https://${'a.'.repeat(115)}${n}.shop.example`;
      const headers = { 'user-agent': BROWSER, origin, 'x-forwarded-for': `203.0.113.${n}` };
      await watched.fetch(`/api/embed/made-up-${n}`, { headers });
    }
    for (let n = 1; n <= 4; n++) {
      await watched.deps.embed.sightings.flush();
      expect(lookups).toEqual(Array.from({ length: n }, () => 6));
    }
    await watched.stop();
    expect((await installation()).otherIds).toHaveLength(4);
  });

  it('never keep a host out that the owner listed', async () => {
    await list('shop.example');
    await flood(40, EACH, (n) => `fake-${n}.shop.example`);
    await visit('www.shop.example', '198.51.100.1');
    await written();
    expect(await hosts()).toContain('www.shop.example');
    expect(await count()).toBe(HOSTS_PER_SITE);
  });

  it('give way once nobody comes from them any more', async () => {
    await flood(40, EACH, (n) => `fake-${n}.example`);
    app.clock.advance(8 * DAY);
    await visit('shop.example');
    await written();
    expect((await hosts())[0]).toBe('shop.example');
    expect(await count()).toBe(HOSTS_PER_SITE);
  });

  it('are bounded where they are refused, and among unknown ids', async () => {
    await list('shop.example');
    await flood(20, 10, (n) => `fake-${n}.example`);
    for (let n = 0; n < 100; n++) {
      await visit('shop.example', `198.51.100.${n}`, `made-up-${n}`);
      await written();
    }
    const { refused, otherIds } = await installation();
    expect([refused.length, otherIds.length]).toEqual([REFUSED_HOSTS_PER_SITE, OTHER_IDS_PER_SITE]);
  });

  it('are written at most once a minute, on any number of instances', async () => {
    const lastSeen = async () => (await installation()).hosts[0]?.lastSeenAt;
    await visit('shop.example');
    await written();
    const first = await lastSeen();
    for (const [later, isWritten] of [
      [MINUTE - 1, false],
      [MINUTE, true],
    ] as const) {
      const other = makeTestApp(database(), { TICK_MS: '60000' });
      other.clock.advance(later);
      const headers = { 'user-agent': BROWSER, origin: 'https://shop.example' };
      await other.fetch(`/api/embed/${shop.site.id}`, { headers });
      await other.stop();
      expect([later, (await lastSeen()) !== first]).toEqual([later, isWritten]);
    }
  });

  describe('what is no page', () => {
    it.each([
      ['an opaque origin', { origin: 'null' }],
      ['a file', { origin: 'file://' }],
      ['an extension', { origin: 'chrome-extension://abcdefghijklmnop' }],
      ['a host that is too long', { origin: `https://${'a'.repeat(300)}.example` }],
      ['control characters', { origin: 'https://shop\u0001.example' }],
      ['a tab', { origin: 'https://shop\t.example' }],
      ['markup', { origin: 'https://<b>shop</b>.example' }],
      ['a user', { origin: 'https://shop.example@evil.example' }],
      ['a star', { origin: 'https://*.example' }],
      ['an empty host', { origin: 'https://' }],
      ['nothing', {}],
      ['another site’s request without an Origin', { 'sec-fetch-site': 'cross-site', host: 'shop.example' }],
      ['a program', { origin: 'https://shop.example', 'user-agent': 'curl/8.5.0' }],
      ['a crawler', { origin: 'https://shop.example', 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
      ['nobody’s browser', { origin: 'https://shop.example', 'user-agent': '' }],
    ])('leaves no trace: %s', async (_name, headers) => {
      const before = await allRows(database().db);
      expect((await ask(headers as unknown as Record<string, string>)).status).toBeLessThan(500);
      await written();
      expect(await allRows(database().db)).toEqual(before);
    });

    it.each([
      ['http://localhost:5173', 'localhost'],
      ['http://192.168.0.5:8080', '192.168.0.5'],
      ['http://[::1]:3000', '[::1]'],
      ['https://MÜNCHEN.example', 'xn--mnchen-3ya.example'],
      ['https://shop.example.', 'shop.example'],
      ['https://a_b.shop.example', 'a_b.shop.example'],
    ])('is not %s, which is a host', async (origin, host) => {
      await ask({ origin: Buffer.from(origin).toString('latin1') === origin ? origin : new URL(origin).origin });
      await written();
      expect(await hosts()).toEqual([host]);
    });

    it('is not a page on this server itself, whose requests have no Origin', async () => {
      await ask({ 'sec-fetch-site': 'same-origin', host: 'Proofbell.example:3000' });
      await written();
      expect(await hosts()).toEqual(['proofbell.example']);
    });
  });

  it('are told to nobody whose site they did not ask for', async () => {
    const otherUser = await makeOwner(app, 'other@other.example');
    const otherShop = await makeShop(otherUser, 'Other shop');
    await list('shop.example');
    await otherUser.put(`/api/sites/${otherShop.site.id}`, { domains: ['com', 'co.uk', 'localhost', 'other.example'] });
    await visit('secret.shop.example');
    await visit('secret.example');
    // Unknown ids at hosts of others, and at hosts that anybody may list.
    await visit('secret.shop.example', '203.0.113.2', 'unknown-1');
    await written();
    for (const host of ['brand.com', 'brand.co.uk', 'localhost']) {
      await visit(host, '203.0.113.3', 'unknown-2');
      await written();
    }
    const { body } = await otherUser.get(`/api/sites/${otherShop.site.id}/installation`);
    expect(body).toMatchObject({ installation: { hosts: [], refused: [], otherIds: [] } });
    expect((await otherUser.get(`/api/sites/${shop.site.id}/installation`)).status).toBe(404);
    expect((await installation()).otherIds).toMatchObject([{ id: 'unknown-1', host: 'secret.shop.example' }]);
  });

  it('are told to nobody when two owners list the domain', async () => {
    const otherUser = await makeOwner(app, 'other@other.example');
    const otherShop = await makeShop(otherUser, 'Other shop');
    await list('shop.example');
    await otherUser.put(`/api/sites/${otherShop.site.id}`, { domains: ['shop.example'] });
    await visit('shop.example', '203.0.113.1', 'unknown');
    await written();
    expect((await installation()).otherIds).toEqual([]);
    expect((await installationOf(otherUser, otherShop.site.id)).otherIds).toEqual([]);
  });

  it('carry no words to an owner in the place of an id', async () => {
    await list('shop.example');
    for (const id of [
      'Your site was hacked, call 555',
      'https:%2F%2Fevil.example',
      `${'a'.repeat(65)}`,
      '%00',
      '%F0%9F%94%94',
    ]) {
      expect((await visit('shop.example', '203.0.113.1', encodeURIComponent(id))).status).toBe(404);
    }
    await written();
    expect((await installation()).otherIds).toEqual([]);
  });

  it('of a deleted site are forgotten, and what was noted of it before is written nowhere', async () => {
    await visit('shop.example');
    await written();
    app.clock.advance(2 * MINUTE);
    await visit('shop.example');
    await visit('new.example');
    await owner.delete(`/api/sites/${shop.site.id}`);
    await written();
    expect(await count()).toBe(0);
    expect(await database().db.selectFrom('site_setups').selectAll().execute()).toEqual([]);
    expect(app.logged.filter(({ msg }) => msg === 'sightings not written')).toEqual([]);
  });
});
