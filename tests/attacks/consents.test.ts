// Attack: send keys of one's own for somebody's source, or somebody's keys again, late, twice or to another source.
import { describe, expect, it } from 'vitest';
import { MINUTE } from '#shared/time.ts';
import { describeApp, startApp } from '../support/apps.ts';
import { CONNECTABLE, makeConnectable } from '../support/connected-shop.ts';
import { status } from '../support/shop-server.ts';
import { startWooShop, wooOrder } from '../support/woo-shop.ts';

describeApp('keys that a shop sends', { env: CONNECTABLE, turns: 'forced' }, ({ app }) => {
  const start = async () => {
    const woo = await startWooShop();
    const stage = await makeConnectable(app, 'woocommerce');
    const ask = async () => (await stage.connect({ shop: woo.address })).body.consentUrl ?? '';
    return { woo, stage, ask };
  };
  const rows = () => app.deps.db.selectFrom('connections').selectAll().execute();

  it('count once, however many bring them at once', async () => {
    const { woo, stage, ask } = await start();
    const url = await ask();
    const all = await Promise.all(Array.from({ length: 5 }, () => woo.agree(app, url)));
    expect(all.map((one) => one.status).sort()).toEqual([200, 404, 404, 404, 404]);
    expect((await woo.agree(app, url)).status).toBe(404);
    await stage.work();
    expect(await stage.connection()).toMatchObject({ state: 'connected' });
    expect(woo.keys.size).toBe(1);
  });

  it('count for ten minutes, and only what was asked for last', async () => {
    const { woo, stage, ask } = await start();
    const first = await ask();
    const second = await ask();
    expect((await woo.agree(app, first)).status).toBe(404);
    app.clock.advance(10 * MINUTE);
    expect(await stage.connection()).toMatchObject({ state: 'failed', problem: expect.stringContaining('10 minutes') });
    expect((await woo.agree(app, second)).status).toBe(404);
    const third = await ask();
    app.clock.advance(10 * MINUTE - 1);
    expect((await woo.agree(app, third)).status).toBe(200);
  });

  it('are of the source that asked', async () => {
    const { woo, stage, ask } = await start();
    const other = await makeConnectable(app, 'woocommerce', stage);
    const url = (await ask()).replaceAll(stage.source.id, other.source.id);
    expect((await woo.agree(app, url)).status).toBe(404);
    expect(await other.connection()).toBeNull();
    for (const user_id of ['', 'x'.repeat(43), '__proto__', "' or 1=1 --", 'x'.repeat(5_000)]) {
      const { status: code } = await woo.agree(app, await ask(), { user_id });
      expect([user_id.slice(0, 50), code === 400 || code === 404]).toEqual([user_id.slice(0, 50), true]);
    }
  });

  it('are tried at the address that the owner typed: those of another shop are refused', async () => {
    const { woo, stage, ask } = await start();
    const evil = await startWooShop();
    const theirs = evil.keysFor(await ask());
    const { consumer_key, consumer_secret } = theirs;
    const { status: code } = await woo.agree(app, await ask(), { consumer_key, consumer_secret });
    expect(code).toBe(400);
    expect(evil.asked).toEqual([]);
    const problem = `${woo.address.slice(7)} doesn't accept the keys: they aren't of this shop`;
    expect(await stage.connection()).toMatchObject({ state: 'failed', problem });
    expect((await rows()).map(({ keys }) => keys)).toEqual([null]);
  });

  it('of another shop end no connection that works', async () => {
    const { woo, stage, ask } = await start();
    await woo.agree(app, await ask());
    await stage.work();
    expect((await woo.agree(app, await ask(), { consumer_key: 'ck_made_up_by_somebody' })).status).toBe(400);
    await stage.work();
    expect(await stage.connection()).toMatchObject({ state: 'connected' });
  });

  it('are refused when they may not write, when the shop fails, and when they are nonsense', async () => {
    const { woo, stage, ask } = await start();
    const agree = async (change: object) => (await woo.agree(app, await ask(), change)).status;
    expect(await agree({ key_permissions: 'read' })).toBe(400);
    for (const change of [
      { consumer_key: 7 },
      { consumer_secret: null },
      { user_id: ['x'] },
      { consumer_key: 'a b c d e f g' },
    ])
      expect(await agree(change)).toBe(400);
    const url = await ask();
    woo.failOn(/webhooks/, ...Array.from({ length: 3 }, () => status(500)));
    expect((await woo.agree(app, url)).status).toBe(400);
    expect(await stage.connection()).toMatchObject({ state: 'failed', problem: '127.0.0.1 answered 500' });
    const post = async (body: string, headers = {}) =>
      (await app.fetch(`/api/hooks/${stage.source.id}/consent`, { method: 'POST', body, headers })).status;
    for (const body of ['', '[]', '{"user_id":', 'x'.repeat(8_000)]) expect(await post(body)).toBe(400);
    expect(await post('x'.repeat(9_000))).toBe(413);
    expect(await post('{}', { 'content-encoding': 'gzip' })).toBe(415);
  });

  it('lie in the database sealed, and what they answer to as a hash', async () => {
    const { woo, stage, ask } = await start();
    const url = await ask();
    const asked = new URL(url).searchParams.get('user_id') ?? '';
    expect(asked).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await rows())).not.toContain(asked);
    const { posted } = await woo.agree(app, url);
    expect(JSON.stringify(await rows())).not.toContain(posted.consumer_secret);
    await stage.work();
    const all = JSON.stringify([await stage.read(), (await stage.owner.get('/api/auth/export')).body, app.logged]);
    for (const secret of [posted.consumer_key, posted.consumer_secret, asked]) expect(all).not.toContain(secret);
  });

  it('come for a hundred sources at once, and each is connected', async () => {
    const { stage } = await start();
    const stages = [];
    await app.deps.db.updateTable('users').set({ granted_plan: 'agency' }).execute();
    for (let site = 0; site < 10; site++) {
      const made = await stage.owner.post<{ data: { site: { id: string; slug: string } } }>('/api/sites', {
        name: `S${site}`,
      });
      const { site: own } = made.body.data;
      for (let n = 0; n < 10; n++) {
        const shop = await startWooShop();
        shop.orders.push(wooOrder(1, stage.ago(10)));
        const { source } = (
          await stage.owner.post<{ source: { id: string } }>(`/api/sites/${own.id}/sources`, { kind: 'woocommerce' })
        ).body;
        stages.push({ shop, path: `/api/sites/${own.id}/sources/${source.id}/connection` });
      }
    }
    const asked = await Promise.all(
      stages.map(({ shop, path }) => stage.owner.post<{ consentUrl: string }>(path, { shop: shop.address })),
    );
    const agreed = await Promise.all(stages.map(({ shop }, n) => shop.agree(app, asked[n]?.body.consentUrl ?? '')));
    expect(agreed.filter((one) => one.status !== 200)).toEqual([]);
    await stage.work();
    const states = (await rows()).filter(({ kind, read_at }) => kind === 'woocommerce' && read_at !== null);
    expect(states.map(({ state, found }) => [state, found])).toEqual(stages.map(() => ['connected', 1]));
  });
});

describe('where the owner comes back to', () => {
  it('proves nothing, whatever it says', async () => {
    const app = await startApp(CONNECTABLE);
    const woo = await startWooShop();
    const stage = await makeConnectable(app, 'woocommerce');
    const url = (await stage.connect({ shop: woo.address })).body.consentUrl ?? '';
    for (const success of ['0', '1']) {
      const state = new URL(url).searchParams.get('user_id');
      await stage.owner.get(`/${stage.shop.site.slug}/sources/${stage.source.id}?success=${success}&user_id=${state}`);
      expect(await stage.connection()).toMatchObject({ state: 'waiting' });
    }
    expect((await woo.agree(app, url)).status).toBe(200);
  });

  it('may be where nothing is waited for any more: whoever refused there, or changed their mind here', async () => {
    const app = await startApp(CONNECTABLE);
    const woo = await startWooShop();
    const stage = await makeConnectable(app, 'woocommerce');
    const url = (await stage.connect({ shop: woo.address })).body.consentUrl ?? '';
    expect((await stage.disconnect()).status).toBe(204);
    expect(await stage.connection()).toBeNull();
    expect((await woo.agree(app, url)).status).toBe(404);
    expect(woo.keys.size).toBe(0);
  });
});
