// Sources over REST: what is answered of their secrets, and which may be deleted. On both databases.
import { expect, it } from 'vitest';
import type { NewSource, Source } from '#shared/contract/source.ts';
import { makeTestApp } from './support/app.ts';
import { makeOwner, makeShop } from './support/client.ts';
import { onBothDatabases } from './support/databases.ts';

onBothDatabases('sources', (database) => {
  it('answers a secret of its own once, and keeps all sealed', async () => {
    const app = makeTestApp(database());
    const owner = await makeOwner(app);
    const site = `/api/sites/${(await makeShop(owner)).site.id}`;
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
    await app.stop();
  });
});
