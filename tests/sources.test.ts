// Sources over REST: what is answered of their secrets, and which may be deleted. On both databases.
import { expect, it } from 'vitest';
import { deleteOldSecrets } from '#server/db/sources.ts';
import type { Site } from '#shared/contract/site.ts';
import type { NewSource, Source } from '#shared/contract/source.ts';
import { DAY, isoNow, SECOND } from '#shared/time.ts';
import { describeShop } from './support/apps.ts';
import { addSource, notificationsOf } from './support/client.ts';
import { soon } from './support/soon.ts';

describeShop('sources', { postgres: 'long', plan: 'starter' }, ({ app, owner, shop }) => {
  it('answers a secret of its own once, and keeps all sealed', async () => {
    const site = `/api/sites/${shop.site.id}`;
    const { sources } = (await owner.get<{ sources: Source[] }>(`${site}/sources`)).body;
    const api = sources.find(({ kind }) => kind === 'api');
    const create = async (body: object) =>
      (await owner.post<{ source: NewSource }>(`${site}/sources`, body)).body.source;
    const made = await create({ kind: 'webhook' });
    expect(made).toMatchObject({ status: 'waiting', hookUrl: expect.stringMatching(/\/api\/hooks\/[\w-]+$/) });
    expect(made.secret).toMatch(/^whsec_/);
    const given = await create({ kind: 'shopify', secret: 'shpss_0123456789abcdef' });
    expect(given).toMatchObject({ secret: null, hasSecret: true, rules: { minAge: 300, maxAge: 604_800, cap: 20 } });
    expect(await create({ kind: 'stripe' })).toMatchObject({ status: 'needs-secret', secret: null });
    const again = (await owner.get<{ source: Source }>(`${site}/sources/${made.id}`)).body.source;
    expect(again).not.toHaveProperty('secret');
    const rows = JSON.stringify(await app.deps.db.selectFrom('sources').selectAll().execute());
    expect(rows).not.toContain(made.secret?.slice(6));
    expect(rows).not.toContain('shpss_');
    expect((await owner.post(`${site}/sources`, { kind: 'api', secret: 'long enough a secret' })).status).toBe(400);
    expect((await owner.delete(`${site}/sources/${api?.id}`)).status).toBe(409);
    expect((await owner.delete(`${site}/sources/${made.id}`)).status).toBe(204);
  });

  it('keeps the replaced secret for a day, also when the new one is given twice, and then no longer', async () => {
    const path = `/api/sites/${shop.site.id}/sources`;
    const { body } = await owner.post<{ source: NewSource }>(path, { kind: 'shopify', secret: 'the-first-secret' });
    const source = `${path}/${body.source.id}`;
    const held = async () => {
      const row = await app.deps.db
        .selectFrom('sources')
        .select(['secret', 'previous_secret'])
        .where('id', '=', body.source.id)
        .executeTakeFirstOrThrow();
      return Promise.all([row.secret, row.previous_secret].map((one) => one && app.deps.sealedTexts.open(one)));
    };
    for (let n = 0; n < 2; n++) expect((await owner.put(source, { secret: 'the-second-secret' })).status).toBe(200);
    expect(await held()).toEqual(['the-second-secret', 'the-first-secret']);
    app.clock.advance(DAY + SECOND);
    await deleteOldSecrets(app.deps.db, isoNow(app.clock));
    expect(await held()).toEqual(['the-second-secret', null]);
  });

  it('shortens how long payloads are kept, as soon as there is one', async () => {
    const { site } = (await owner.post<{ data: { site: Site } }>('/api/sites', { name: 'Oak' })).body.data;
    const cached = async () => (await app.fetch(`/api/embed/${site.id}`)).headers.get('cache-control');
    expect(await cached()).toMatch(/^public, max-age=60,/);
    await addSource(owner, site.id, { kind: 'shopify' });
    expect(await cached()).toBe('public, max-age=30, s-maxage=10, stale-while-revalidate=30, stale-if-error=3600');
  });

  it("uses a template's words while it has one, and plain ones again once it is cleared or deleted", async () => {
    const { site, widget, template, notification } = shop;
    await owner.delete(`/api/widgets/${widget.id}/notifications/${notification.id}`);
    const path = `/api/sites/${site.id}/sources`;
    const { sources } = (await owner.get<{ sources: Source[] }>(path)).body;
    const source = `${path}/${sources.find(({ kind }) => kind === 'api')?.id}`;
    const use = (templateId: string | null) => owner.put<{ source: Source }>(source, { templateId });
    const occurredAt = new Date(app.clock.now() - 60_000).toISOString();
    await owner.post(`/api/sites/${site.id}/events`, { events: [{ id: '1', kind: 'purchase', occurredAt }] });
    const told = () => soon(async () => (await notificationsOf(owner, widget.id)).map(({ message }) => message));
    await told().toEqual(['Someone placed an order']);
    expect((await use(template.id)).body.source.templateId).toBe(template.id);
    await told().toEqual(['Someone bought something']);
    expect((await use(null)).body.source.templateId).toBeNull();
    await told().toEqual(['Someone placed an order']);
    await use(template.id);
    await told().toEqual(['Someone bought something']);
    expect((await owner.delete(`/api/templates/${template.id}`)).status).toBe(204);
    expect((await owner.get<{ source: Source }>(source)).body.source.templateId).toBeNull();
    await told().toEqual(['Someone placed an order']);
    // A body's field, unlike an address, is named when nothing is there, for a new source as well.
    const refused = { status: 400, body: { errors: [{ field: 'templateId', message: 'Template not found' }] } };
    expect(await use(template.id)).toMatchObject(refused);
    expect(await owner.post(path, { kind: 'webhook', templateId: template.id })).toMatchObject(refused);
    const written = { type: 'purchase', message: 'Sold', templateId: template.id };
    expect(await owner.post(`/api/widgets/${widget.id}/notifications`, written)).toMatchObject(refused);
  });
});
