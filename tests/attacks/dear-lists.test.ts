// Attack: an owner whose lists are as long as they may be, and who asks for ten of them at once.
// @module-tag long
import { beforeAll, describe, expect, it } from 'vitest';
import { makeEmbedCache } from '#server/embed/payload-cache.ts';
import type { InspectionLink } from '#shared/contract/inspection.ts';
import { INSPECTION_PARAMETER } from '#shared/embed/inspection.ts';
import {
  CALLS_PER_REQUEST,
  LONG_LISTS,
  NOTIFICATIONS_MAX,
  TEMPLATE_PAGE_SIZE_MAX,
  TEMPLATES_MAX,
} from '#shared/limits.ts';
import { makeTestApp } from '#tests/support/app.ts';
import { makeOwner, makeShop } from '#tests/support/client.ts';
import { freshSqlite } from '#tests/support/databases.ts';
import { allTests } from '#tests/support/stages.ts';
import { expectCheap, longestTurn, TURN_GOAL } from '#tests/support/thread-cost.ts';

const app = allTests(async () => makeTestApp(await freshSqlite()));
const owner = allTests(() => makeOwner(app));
const shop = allTests(() => makeShop(owner));

const condition = { type: 'page', operator: 'contains', value: Array.from({ length: 50 }, (_, at) => `/${at}`) };
/** As many values as fit into its rules. */
const rules = { conditions: Array.from({ length: 20 }, () => condition) };
/** 4 KiB of metadata in as many keys as fit, and 4 KiB of style sheet. */
const LARGEST = {
  metadata: Object.fromEntries(Array.from({ length: 560 }, (_, at) => [at.toString(36), 0])),
  appearance: { customCSS: `a{${'b:c;'.repeat(1_000)}}` },
  rules,
};

/** Fills the widget with copies of one notification. */
async function fill(count: number, more: object): Promise<void> {
  const path = `/api/widgets/${shop.widget.id}/notifications`;
  const { db } = app.deps;
  await db.deleteFrom('notifications').execute();
  expect((await owner.post(path, { type: 'custom', message: 'Hello', ...more })).status).toBe(201);
  const row = await db.selectFrom('notifications').selectAll().executeTakeFirstOrThrow();
  for (let at = 1; at < count; at += 20)
    await db
      .insertInto('notifications')
      .values(Array.from({ length: Math.min(20, count - at) }, (_, n) => ({ ...row, id: `copy-${at + n}` })))
      .execute();
}

const asBatch = (path: string, input: unknown, count = CALLS_PER_REQUEST) => {
  const inputs = Object.fromEntries(Array.from({ length: count }, (_, at) => [at, { json: input }]));
  return { path: `/api/trpc/${Array(count).fill(path).join()}?batch=1`, inputs: JSON.stringify(inputs) };
};
/** The app itself, without the client's own work of reading the answer. */
const ask = async (method: string, path: string, body?: string) => {
  const { csrfToken } = (await owner.get<{ csrfToken: string }>('/api/csrf-token')).body;
  const cookie = [...owner.cookies].map((pair) => pair.join('=')).join('; ');
  const headers = { cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json' };
  return () => app.fetch(path, { method, headers, ...(body !== undefined && { body }) });
};

const single = (procedure: string, input: object) =>
  `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`;

describe.each([
  ['as many as there may be', NOTIFICATIONS_MAX, {}],
  ['300 of the largest', 300, LARGEST],
] as const)('%s', (what, count, more) => {
  beforeAll(() => fill(count, more));

  it('as a list', async () => {
    const send = await ask('GET', `/api/widgets/${shop.widget.id}/notifications`);
    expect(((await (await send()).json()) as { notifications: unknown[] }).notifications).toHaveLength(count);
    await expectCheap(what, TURN_GOAL, () => longestTurn(send));
  });

  it('by tRPC', async () => {
    const send = await ask('GET', single('notifications.list', { widgetId: shop.widget.id }));
    const { result } = (await (await send()).json()) as { result: { data: { json: unknown[] } } };
    expect(result.data.json).toHaveLength(count);
    await expectCheap(`${what} by tRPC`, TURN_GOAL, () => longestTurn(send));
  });

  it('for a visitor who comes first', async () => {
    const rebuild = async () =>
      (await makeEmbedCache(app.deps, app.deps.hotReads.embed).get(shop.site.id))?.forms.get('');
    expect(await rebuild()).toBeDefined();
    await expectCheap(`${what} for a visitor`, TURN_GOAL, () => longestTurn(rebuild));
  });

  it('for whoever has a link to the inspector', async () => {
    const asked = { url: 'https://shop.example/' };
    const { body } = await owner.post<{ link: InspectionLink }>(`/api/sites/${shop.site.id}/inspection-link`, asked);
    const token = body.link.url.split(`#${INSPECTION_PARAMETER}=`)[1];
    const send = await ask('POST', `/api/embed/${shop.site.id}/inspection`, JSON.stringify({ token }));
    expect(((await (await send()).json()) as { notifications: unknown[] }).notifications).toHaveLength(count);
    await expectCheap(`${what} for the inspector`, TURN_GOAL, () => longestTurn(send));
  });

  it.each(['attention', 'data-statement', 'setup'])('on its site: %s', async (answer) => {
    // None was displayed for long, and for none of them there is one reason that holds for all.
    const at = '2020-01-01T00:00:00.000Z';
    await app.deps.db.updateTable('notifications').set({ created_at: at, updated_at: at, display_count: 1 }).execute();
    const send = await ask('GET', `/api/sites/${shop.site.id}/${answer}`);
    expect((await send()).status).toBe(200);
    await expectCheap(`${what}: ${answer}`, TURN_GOAL, () => longestTurn(send));
  });

  it('in the export of the account', async () => {
    const document = await ask('GET', single('auth.export', {}));
    const page = await ask('GET', `/api/auth/export/${shop.site.id}/notifications`);
    expect(((await (await page()).json()) as { rows: unknown[] }).rows).toHaveLength(100);
    await expectCheap(`${what} in the export`, TURN_GOAL, () => longestTurn(page));
    await expectCheap(`${what} in the account`, TURN_GOAL, () => longestTurn(document));
  });

  it('deleted', async () => {
    const deleted_at = new Date(app.deps.clock.now()).toISOString();
    await app.deps.db.updateTable('notifications').set({ deleted_at }).execute();
    const send = await ask('GET', single('notifications.deleted', { widgetId: shop.widget.id }));
    const { result } = (await (await send()).json()) as { result: { data: { json: unknown[] } } };
    expect(result.data.json).toHaveLength(count);
    await expectCheap(`${what}, deleted`, TURN_GOAL, () => longestTurn(send));
  });
});

it('the largest templates, as many as there may be', async () => {
  const made = await owner.post('/api/templates', {
    ...{ name: 'Large', category: 'sales', type: 'custom', settings: { message: 'Hello' } },
    customization: LARGEST.appearance,
    displayRules: rules,
  });
  expect(made.status).toBe(201);
  const { db } = app.deps;
  const row = await db.selectFrom('templates').selectAll().where('name', '=', 'Large').executeTakeFirstOrThrow();
  await db
    .insertInto('templates')
    .values(Array.from({ length: TEMPLATES_MAX - 1 }, (_, n) => ({ ...row, id: `copy-${n}` })))
    .execute();
  const send = await ask('GET', single('templates.list', { limit: TEMPLATE_PAGE_SIZE_MAX, includeUsage: true }));
  expect((await (await send()).text()).length).toBeGreaterThan(2_000_000);
  await expectCheap('templates', TURN_GOAL, () => longestTurn(send));
});

describe('a batch', () => {
  beforeAll(() => fill(100, {}));

  it.each([...LONG_LISTS])('of %s is refused', async (procedure) => {
    const { path, inputs } = asBatch(procedure, { widgetId: shop.widget.id }, 2);
    const answer = await owner.get(`${path}&input=${encodeURIComponent(inputs)}`);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(`Ask for ${procedure} by itself`);
  });

  const notification = { type: 'custom', message: 'Hello' };
  it.each([
    ['notifications of 4 KiB of style sheet', 'notifications.create', { ...notification, ...LARGEST }, [200]],
    [
      'unknown keys',
      'notifications.create',
      Object.fromEntries(Array.from({ length: 2_300 }, (_, at) => [`k${at}`, 0])),
      [400],
    ],
  ] as const)('of %s', async (what, procedure, input, statuses) => {
    const body = { widgetId: shop.widget.id, ...input };
    const { path, inputs } = asBatch(procedure, body);
    const send = await ask('POST', path, inputs);
    expect(statuses).toContain((await send()).status);
    await expectCheap(what, TURN_GOAL, () => longestTurn(send));
  });
});
