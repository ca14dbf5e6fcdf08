// What stands in the HTML of an owner's screen: only for them, only what they would get by asking, no token of any kind, and
// nothing that a cache keeps.

import { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { Hono } from 'hono';
import { requestId } from 'hono/request-id';
import { expect, it, onTestFinished, vi } from 'vitest';
import { trpc } from '#client/auth/trpc.ts';
import { seedAnswers, takeFirstData } from '#client/data/page-data.ts';
import { LOADS } from '#client/data/prefetch.ts';
import { ownerScreens, siteScreens } from '#client/screens.ts';
import { readPageData } from '#server/domain/meta.ts';
import { makeFindFirstData } from '#server/http/first-data.ts';
import { readPages } from '#server/http/pages.ts';
import { type HttpEnv, type MakeContext, makeContextFactory } from '#server/http/request-context.ts';
import { readClient } from '#server/http/static.ts';
import type { Site } from '#shared/contract/site.ts';
import { FIRST_DATA_ID, type FirstData, type FirstDataName } from '#shared/first-data.ts';
import { makeTestApp } from './support/app.ts';
import { type Client, makeClient, makeOwner } from './support/client.ts';
import { freshSqlite } from './support/databases.ts';
import { CONNECTION } from './support/embed.ts';
import { watchQueries } from './support/queries.ts';

const FOLDER = 'dist/client';
const HOSTILE = '</script><script>alert(1)</script>';

/** @param late when pages no longer wait for answers: never, unless said. */
async function open(late = new AbortController(), change = (makeContext: MakeContext): MakeContext => makeContext) {
  const queries = { count: 0 };
  const database = await freshSqlite();
  const watched = watchQueries(database.db, () => {
    queries.count++;
    return undefined;
  });
  const app = makeTestApp({ ...database, db: watched });
  onTestFinished(async () => {
    await app.stop();
    await database.close();
  });
  const pages = readPages(FOLDER, readPageData(app.deps));
  const find = makeFindFirstData(
    app.deps.config,
    change(makeContextFactory(app.deps)),
    app.clock.now,
    () => late.signal,
  );
  const server = new Hono<HttpEnv>();
  server.use(requestId());
  server.get('*', readClient(FOLDER, pages).makeHandler(find));
  const fetch = async (path: string, init?: RequestInit) => server.request(path, init, CONNECTION);
  /** @returns the page as a browser with the client's cookies gets it. */
  const visit = async (client: Pick<Client, 'cookies'>, path: string) => {
    const browser = makeClient({ fetch });
    for (const [name, value] of client.cookies) browser.cookies.set(name, value);
    const { status, body, headers } = await browser.get<string>(path);
    const json = new RegExp(`<script type="application/json" id="${FIRST_DATA_ID}">(.*?)</script>`, 's').exec(
      body,
    )?.[1];
    return { status, html: body, headers, data: json === undefined ? null : (JSON.parse(json) as FirstData) };
  };
  return { app, queries, visit };
}

const makeSite = async (owner: Client, name: string): Promise<Site> =>
  (await owner.post<{ data: { site: Site } }>('/api/sites', { name })).body.data.site;

/** @returns what the app asks for to get `name` ahead: paths and inputs, in order. */
async function callsOf(name: FirstDataName, site: Site) {
  const calls: [path: string, input: unknown][] = [];
  const at = (path: readonly string[]): object =>
    new Proxy(() => {}, {
      get: (_target, key) => at([...path, String(key)]),
      apply(_target, _self, [input]) {
        calls.push([path.slice(0, -1).join('.'), input]);
        return Promise.resolve({ id: 'widget' });
      },
    });
  await LOADS[name](at([]) as Parameters<(typeof LOADS)[typeof name]>[0], site);
  return calls;
}

type Visit = Awaited<ReturnType<typeof open>>['visit'];

/** Expects the page that everybody gets, and that caches may keep. */
async function expectPlain(visit: Visit, client: Pick<Client, 'cookies'>, address: string): Promise<void> {
  const { status, html, headers, data } = await visit(client, address);
  expect([address, status, data, html.includes('Oak')]).toEqual([address, 200, null, false]);
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(headers.get('etag')).toMatch(/^"/);
  expect(headers.get('vary')).toBe('Accept-Encoding');
}

const pathsIn = (data: FirstData | null) => data?.answers.map(({ path }) => path).sort();

it('an owner’s screen holds who they are and what it asks for first, as the procedures answer it', async () => {
  const { app, visit } = await open();
  const owner = await makeOwner(app);
  const site = await makeSite(owner, 'Oak & Iron');
  const { status, headers, data } = await visit(owner, `/${site.slug}/dashboard`);
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('etag')).toBeNull();
  expect(headers.get('vary')).toBe('Accept-Encoding, Cookie');
  expect(data?.user).toEqual((await owner.procedure('query', 'auth.me')).body);
  expect(pathsIn(data)).toEqual([
    'sites.attention',
    'sites.list',
    'sites.setup',
    'stats.site',
    'stats.site',
    'stats.site',
    'widgets.bySite',
  ]);
  for (const { path, input, data: answer } of data?.answers ?? []) {
    expect([path, answer]).toEqual([path, (await owner.procedure('query', path, input)).body]);
  }
  expect(pathsIn((await visit(owner, '/dashboard')).data)).toEqual(['sites.list', 'stats.summary']);
  expect(pathsIn((await visit(owner, `/${site.slug}/site-setup`)).data)).toEqual([
    'meta.info',
    'sites.list',
    'widgets.bySite',
  ]);
});

/** Of a screen, at most. */
const QUERIES_MAX = 44;

it('a screen costs few queries, and no more for an owner of many sites', async () => {
  const { app, queries, visit } = await open();
  const owner = await makeOwner(app, undefined, 'growth');
  const { slug } = await makeSite(owner, 'Oak & Iron');
  const costs = async () => {
    const found: Record<string, number> = {};
    for (const { path, ...screen } of [...ownerScreens, ...siteScreens]) {
      if (!screen.data) continue;
      queries.count = 0;
      expect(
        (await visit(owner, path.replace(':siteSlug', slug).replace(':sourceId', 'api'))).data?.answers,
      ).not.toEqual([]);
      found[path] = queries.count;
    }
    return found;
  };
  const ofOne = await costs();
  expect(Math.max(...Object.values(ofOne))).toBeLessThanOrEqual(QUERIES_MAX);
  for (const name of ['B', 'C', 'D']) await makeSite(owner, name);
  expect(await costs()).toEqual(ofOne);
});

it('a page brings what is fetched ahead of it, asked for in the same words', async () => {
  const { app, visit } = await open();
  const owner = await makeOwner(app);
  const site = await makeSite(owner, 'Oak & Iron');
  vi.spyOn(Date, 'now').mockReturnValue(app.clock.now());
  onTestFinished(() => void vi.restoreAllMocks());
  const names = new Set([...ownerScreens, ...siteScreens].flatMap(({ data = [] }) => data));
  for (const screen of [...ownerScreens, ...siteScreens]) {
    if (!screen.data) continue;
    const address = screen.path.replace(':siteSlug', site.slug).replace(':sourceId', 'api');
    const brought = (await visit(owner, address)).data?.answers.map(({ path, input }) => [path, input]);
    for (const name of screen.data) {
      names.delete(name);
      const [first] = await callsOf(name, site);
      expect(brought, `${address}, ${name}`).toContainEqual(first);
    }
  }
  expect([...names]).toEqual([]);
});

it('no page holds a token, a session’s id or a secret of the browser', async () => {
  const { app, visit } = await open();
  const owner = await makeOwner(app);
  const { slug } = await makeSite(owner, 'Oak & Iron');
  const { accessToken } = (await owner.post<{ accessToken: string }>('/api/auth/token')).body;
  const { csrfToken } = (await owner.get<{ csrfToken: string }>('/api/csrf-token')).body;
  const { html, data } = await visit(owner, `/${slug}/dashboard`);
  expect(data).not.toBeNull();
  expect(html).not.toMatch(/token|csrf|expiresAt/i);
  for (const secret of [accessToken, csrfToken, ...owner.cookies.values()]) expect(html).not.toContain(secret);
});

it('a site may be called like the end of a script', async () => {
  const { app, visit } = await open();
  const owner = await makeOwner(app);
  const { slug, name } = await makeSite(owner, `Oak ${HOSTILE}`);
  const { html, data } = await visit(owner, `/${slug}/dashboard`);
  expect(name).toContain('</script>');
  expect(html).not.toContain(HOSTILE);
  expect(data?.answers.find(({ path }) => path === 'sites.list')?.data).toMatchObject([{ name }]);
});

it('others get nothing of it: nobody, a stranger, who isn’t verified, an ended session, a token in the address, an address for everybody', async () => {
  const { app, visit } = await open();
  const owner = await makeOwner(app);
  const { slug, id } = await makeSite(owner, 'Oak & Iron');
  const path = `/${slug}/dashboard`;
  await expectPlain(visit, { cookies: new Map() }, path);
  await expectPlain(visit, { cookies: new Map([['proofbell_session', 'x'.repeat(40)]]) }, path);
  await expectPlain(visit, owner, `${path}?range=7d&token=a.b.c`);
  await expectPlain(visit, owner, '/login');

  const stranger = await makeOwner(app, 'stranger@shop.example');
  const strange = await visit(stranger, path);
  expect(strange.html).not.toMatch(new RegExp(`Oak|${id}`));
  expect(pathsIn(strange.data)).toEqual(['sites.list']);

  const fresh = makeClient(app);
  await fresh.post('/api/auth/register', { email: 'new@shop.example', password: 'correct horse', displayName: 'New' });
  expect((await visit(fresh, '/dashboard')).data).toMatchObject({ user: { emailVerified: false }, answers: [] });

  const kept = new Map(owner.cookies);
  await owner.post('/api/auth/logout', {});
  await expectPlain(visit, { cookies: kept }, path);
});

it('what fails is left to the app, which says so', async () => {
  const { app, visit } = await open();
  const owner = await makeOwner(app);
  const path = `/${(await makeSite(owner, 'Oak & Iron')).slug}/dashboard`;
  const lose = (table: string) => app.deps.db.schema.alterTable(table).renameTo(`lost_${table}`).execute();
  await lose('stats_daily_page');
  expect(pathsIn((await visit(owner, path)).data)).toEqual([
    'sites.attention',
    'sites.list',
    'sites.setup',
    'widgets.bySite',
  ]);
  await lose('sites');
  expect((await visit(owner, path)).data).toMatchObject({ user: { emailVerified: true }, answers: [] });
  await lose('sessions');
  await expectPlain(visit, owner, path);
});

/** @param answered how often it is said who is logged in, before that takes for ever. */
function openHanging(answered: number) {
  const late = new AbortController();
  return open(late, (makeContext) => (c, headers) => {
    const context = makeContext(c, headers);
    let asked = 0;
    const hang = () => {
      late.abort();
      return new Promise<never>(() => {});
    };
    return { ...context, actor: () => (asked++ < answered ? context.actor() : hang()) };
  });
}

it('what is late is left to the app, and the page does not wait for it', async () => {
  const { app, visit } = await openHanging(1);
  expect((await visit(await makeOwner(app), '/dashboard')).data).toMatchObject({
    user: { emailVerified: true },
    answers: [],
  });
  const dead = await openHanging(0);
  await expectPlain(dead.visit, await makeOwner(dead.app), '/dashboard');
});

it('the app finds the answers where it would have put them, and takes them out of the page', () => {
  const input = { siteId: 's1', range: '30d' } as const;
  const data: FirstData = {
    user: {} as FirstData['user'],
    answers: [
      { path: 'sites.list', data: [{ id: 's1' }] },
      { path: 'stats.site', input, data: { totals: 1 } },
    ],
  };
  let isThere = true;
  const element = { textContent: JSON.stringify(data), remove: () => (isThere = false) };
  const page = { getElementById: (id: string) => (id === FIRST_DATA_ID ? (element as unknown as HTMLElement) : null) };
  const taken = takeFirstData(page);
  expect([taken, isThere]).toEqual([data, false]);
  const queryClient = new QueryClient();
  seedAnswers(queryClient, data.answers);
  expect(queryClient.getQueryData(getQueryKey(trpc.sites.list, undefined, 'query'))).toEqual([{ id: 's1' }]);
  expect(queryClient.getQueryData(getQueryKey(trpc.stats.site, input, 'query'))).toEqual({ totals: 1 });
});
