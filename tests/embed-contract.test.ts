// Customers' pages receive exactly what OpenAPI documents, whatever an owner enters.
import { expect, it } from 'vitest';
import { compactPayloadSchema, embedPayloadSchema, inspectionSchema } from '#shared/contract/embed.ts';
import type { InspectionLink } from '#shared/contract/inspection.ts';
import type { CompactPayload, EmbedPayload } from '#shared/embed/payload.ts';
import { INSPECTION_LIFE } from '#shared/embed/protocol.ts';
import type { Condition, ConditionGroup } from '#shared/embed/rule-types.ts';
import { HOUR } from '#shared/time.ts';
import type { TestApp } from './support/app.ts';
import { startApp } from './support/apps.ts';
import { makeClient } from './support/client.ts';
import { makeHookStage } from './support/hook-client.ts';
import { soon } from './support/soon.ts';

/** A condition of each kind, and those that compile to their own group, also inside an owner's group. */
const NESTING: Condition[] = [
  { type: 'page', operator: 'is-not', value: ['/cart', 'https://shop.example/checkout'] },
  { type: 'hour', operator: 'between', value: ['22:00', '06:00'] },
];
const CONDITIONS: (Condition | ConditionGroup)[] = [
  ...NESTING,
  { type: 'group', match: 'any', conditions: NESTING },
  { type: 'query', name: 'utm_source', operator: 'contains', value: ['mail'] },
  { type: 'referrer', operator: 'ends-with', value: ['example.com'] },
  { type: 'device', operator: 'is', value: ['mobile'] },
  { type: 'language', operator: 'is', value: ['pt'] },
  { type: 'visitor', operator: 'is', value: ['new'] },
  { type: 'visits', operator: 'at-most', value: 3 },
  { type: 'pages', operator: 'at-least', value: 2 },
  { type: 'time', operator: 'at-least', value: 10 },
  { type: 'scroll', operator: 'at-least', value: 50 },
  { type: 'exit', operator: 'happened' },
  { type: 'date', operator: 'between', value: ['', '2026-12-24'] },
  { type: 'weekday', operator: 'is-not', value: ['sun'] },
  { type: 'fact', name: 'plan', operator: 'at-least', value: 2 },
];
const RULES = { match: 'all', conditions: CONDITIONS };

async function fillShop(app: TestApp) {
  const stage = await makeHookStage(app);
  const { owner } = stage;
  const { site, widget } = stage.shop;
  await owner.put(`/api/widgets/${widget.id}/settings`, {
    settings: {
      rules: RULES,
      appearance: { customCSS: '.pb-title { color: red; }' },
      behavior: {
        queue: { loop: true },
        timing: { initialDelay: 0 },
        interaction: { openInNewTab: true },
        language: 'de',
      },
    },
  });
  const at = (minutes: number) => new Date(app.clock.now() + minutes * 60_000).toISOString();
  const { status } = await owner.post(`/api/widgets/${widget.id}/notifications`, {
    type: 'review',
    name: 'Autumn',
    title: 'A review',
    message: 'Lovely',
    image: 'https://shop.example/a.png',
    url: '/desk',
    rating: 5,
    code: 'OAK10',
    count: 3,
    startsAt: at(-5),
    endsAt: at(60),
    rules: RULES,
    appearance: { brandColors: { primaryColor: '#123456' } },
  });
  expect(status).toBe(201);
  return { ...stage, siteId: site.id };
}

it('serves payloads and inspections that pass strict parsing', async () => {
  const app = await startApp();
  const { siteId, deliver } = await fillShop(app);
  const occurredAt = new Date(app.clock.now() - HOUR).toISOString();
  expect(await deliver({ id: 'o-1', kind: 'purchase', occurredAt, actor: { firstName: 'Ana' } })).toBe(200);
  const anyone = makeClient(app);
  const load = async () => (await anyone.get<EmbedPayload>(`/api/embed/${siteId}`)).body;
  await soon(async () => (await load()).notifications.some(({ proof }) => proof)).toBe(true);
  const payload = await load();
  expect(embedPayloadSchema.parse(payload)).toEqual(payload);
  // Every field of the schema is used, so none passed just by being absent.
  const fields = 'code,count,endsAt,from,id,image,message,proof,rating,rules,startsAt,style,timestamp,title,type,url';
  expect([...new Set(payload.notifications.flatMap(Object.keys))].sort().join()).toBe(fields);
  expect(payload.widget.rules.conditions).toHaveLength(CONDITIONS.length);
  expect(embedPayloadSchema.safeParse({ ...payload, surprise: 1 }).success).toBe(false);

  const compact = (await anyone.get<CompactPayload>(`/api/embed/${siteId}?v=2`)).body;
  expect(compactPayloadSchema.parse(compact)).toEqual(compact);
  expect(Object.keys(compact).sort().join()).toBe('notifications,proof,site,token,v,widget');
  expect(Object.keys(compact.widget).sort().join()).toBe('behavior,rules,style,words');
  const ofNotifications = [...new Set(compact.notifications.flatMap(Object.keys))].sort().join();
  expect(ofNotifications).toBe(fields.replace('proof,', ''));
  expect(compactPayloadSchema.safeParse({ ...compact, surprise: 1 }).success).toBe(false);

  const { token } = app.deps.tokens.signInspection(siteId);
  const inspection = (await anyone.post(`/api/embed/${siteId}/inspection`, { token })).body;
  expect(inspectionSchema.parse(inspection)).toEqual(inspection);
  expect((await anyone.get(`/api/embed/${siteId}/inspection?token=${token}`)).body).toEqual(inspection);
});

it('serves drafts that pass it, and what is left of them', async () => {
  const app = await startApp();
  const { owner, siteId } = await fillShop(app);
  const settings = { appearance: { brandColors: { primaryColor: '#ff0000' } } };
  const made = await owner.post<{ link: InspectionLink }>(`/api/sites/${siteId}/inspection-link`, {
    url: 'https://shop.example/',
    settings,
  });
  const token = made.body.link.url.split('#proofbell=')[1];
  const anyone = makeClient(app);
  const draft = (await anyone.post<EmbedPayload>(`/api/embed/${siteId}/draft`, { token })).body;
  expect(embedPayloadSchema.parse(draft)).toEqual(draft);
  expect([draft.isDraft, draft.widget.appearance.brandColors.primaryColor]).toEqual([true, '#ff0000']);
  const compact = (await anyone.post<CompactPayload>(`/api/embed/${siteId}/draft?v=2&l=pt`, { token })).body;
  expect(compactPayloadSchema.parse(compact)).toEqual(compact);
  expect([compact.isDraft, compact.widget.style?.includes('--primaryColor:#ff0000')]).toEqual([true, true]);
  const inspect = async () =>
    (await anyone.post<{ isDraft?: boolean }>(`/api/embed/${siteId}/inspection`, { token })).body;
  const inspection = await inspect();
  expect(inspectionSchema.parse(inspection)).toEqual(inspection);
  expect(inspection.isDraft).toBe(true);
  app.clock.advance(INSPECTION_LIFE);
  const gone = await inspect();
  expect(inspectionSchema.parse(gone)).toEqual(gone);
  expect(gone).toEqual({ isGone: true });
});

it('documents them without unknown types or references that only their own schema resolves', async () => {
  const app = await startApp();
  type Description = { paths: Record<string, object>; components: { schemas: Record<string, object> } };
  const { paths, components } = (await makeClient(app).get<Description>('/api/openapi.json')).body;
  const embed = Object.entries(paths).filter(([path]) => path.startsWith('/api/embed/'));
  expect(embed).toHaveLength(6);
  const { Appearance, Behavior } = components.schemas;
  const text = JSON.stringify([embed, Appearance, Behavior]);
  expect(text).not.toContain('$defs');
  // In JSON Schema an unknown type is an empty object.
  expect(text).not.toMatch(/:\{\}/);
  for (const field of ['primaryColor', 'zIndex', 'conditions', 'rating']) expect(text).toContain(`"${field}"`);
});
