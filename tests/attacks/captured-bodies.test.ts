// Attack: read whose orders came to a webhook out of the body that is kept while its fields are mapped: as somebody else, with
// a key that may only read, after its hour, in the database, the log or the export; and break the server by what is mapped.
import { expect, it } from 'vitest';
import { sweep } from '#server/domain/sweep.ts';
import type { Capture } from '#shared/contract/delivery.ts';
import { CAPTURE_MAX_BYTES } from '#shared/limits.ts';
import { HOUR, SECOND } from '#shared/time.ts';
import { describeApp } from '#tests/support/apps.ts';
import { makeClient, makeKey, makeOwner } from '#tests/support/client.ts';
import { makeHookStage } from '#tests/support/hook-client.ts';
import { eachTest } from '#tests/support/stages.ts';
import { wholeExport } from '#tests/support/whole-export.ts';
import { wordsOf } from '#tests/support/words.ts';

describeApp('a body that is kept', { postgres: 'long' }, ({ app, database }) => {
  const stage = eachTest(() => makeHookStage(app));

  const BODY = '{"order": 9007199254740993, "buyer": "zoe@q.example"}';
  const open = async () => (await stage.owner.post<{ capture: Capture }>(`${stage.path}/capture`)).body.capture;
  const capture = async (client = stage.owner) =>
    (await client.get<{ capture: Capture | null }>(`${stage.path}/capture`)).body.capture;
  const rows = () => database().db.selectFrom('source_captures').selectAll().execute();
  const keyOf = async (scope: 'read' | 'write') => makeClient(app, (await makeKey(stage.owner, scope)).key);

  it('is kept as it came, the last one, while its owner maps fields, and no longer', async () => {
    await stage.deliver(BODY);
    expect([await capture(), await rows()]).toEqual([null, []]);
    const until = new Date(app.clock.now() + HOUR).toISOString();
    expect(await open()).toEqual({ until, receivedAt: null, body: null });
    await stage.deliver(BODY);
    const first = { until, receivedAt: new Date(app.clock.now()).toISOString(), body: BODY };
    expect(await capture()).toEqual(first);
    // A flood writes no more than one a second.
    await stage.deliver('{"second":1}');
    expect(await capture()).toEqual(first);
    app.clock.advance(2 * SECOND);
    await stage.deliver('not JSON');
    expect(await capture()).toMatchObject({ body: 'not JSON' });
    expect(await open()).toMatchObject({ body: 'not JSON', until: new Date(app.clock.now() + HOUR).toISOString() });
    expect((await stage.owner.delete(`${stage.path}/capture`)).status).toBe(204);
    expect([await capture(), await rows()]).toEqual([null, []]);
    await stage.deliver(BODY);
    expect(await rows()).toEqual([]);
  });

  it('that can not be read is kept for an hour where its owner wants it, to be mapped', async () => {
    const keep = (isUnreadKept: boolean) => stage.owner.put(stage.path, { isUnreadKept });
    await stage.deliver(BODY);
    expect(await rows()).toEqual([]);
    expect((await keep(true)).body).toMatchObject({ source: { isUnreadKept: true } });
    const problem = 'Not a format we know';
    expect(await stage.answerOf(BODY)).toEqual({ received: true, events: 0, problem });
    const receivedAt = new Date(app.clock.now()).toISOString();
    const until = new Date(app.clock.now() + HOUR).toISOString();
    expect(await capture()).toEqual({ until, receivedAt, body: BODY });
    expect(JSON.stringify(await rows())).not.toContain('zoe');
    // What is read, and a test, replace nothing; mapping begins with it.
    app.clock.advance(2 * SECOND);
    await stage.deliver('{"test": true}');
    expect(await open()).toMatchObject({ receivedAt, body: BODY });
    expect((await stage.owner.delete(`${stage.path}/capture`)).status).toBe(204);
    expect(await rows()).toEqual([]);

    await stage.deliver(BODY);
    app.clock.advance(HOUR - 1);
    await sweep(app.deps);
    expect(await rows()).toHaveLength(1);
    app.clock.advance(1);
    expect(await capture()).toBeNull();
    await sweep(app.deps);
    expect(await rows()).toEqual([]);

    const ends = [
      () => keep(false),
      () => stage.owner.post(`/api/sites/${stage.source.siteId}/forget`, { email: 'zoe@q.example' }),
      () => stage.owner.delete(stage.path),
    ];
    for (const end of ends) {
      await keep(true);
      app.clock.advance(2 * SECOND);
      await stage.deliver(BODY);
      expect(await rows()).toHaveLength(1);
      await end();
      expect(await rows()).toEqual([]);
    }
    const shopify = await stage.owner.post(`/api/sites/${stage.source.siteId}/sources`, {
      kind: 'shopify',
      isUnreadKept: true,
    });
    expect(shopify).toMatchObject({ status: 400, body: { errors: [{ field: 'isUnreadKept' }] } });
  });

  it('is gone after an hour, with the next minute, and does not come back', async () => {
    await open();
    await stage.deliver(BODY);
    app.clock.advance(HOUR - 1);
    expect(await capture()).toMatchObject({ body: BODY });
    await sweep(app.deps);
    expect(await rows()).toHaveLength(1);
    app.clock.advance(1);
    expect(await capture()).toBeNull();
    expect(await open()).toMatchObject({ body: null });
    await stage.deliver(BODY);
    app.clock.advance(HOUR);
    await stage.deliver('{"late":1}');
    await sweep(app.deps);
    expect(await rows()).toEqual([]);
    expect(await open()).toMatchObject({ body: null, receivedAt: null });
  });

  it('is for its owner and keys that may write, and for nobody else', async () => {
    await open();
    await stage.deliver(BODY);
    expect(await capture(await keyOf('write'))).toMatchObject({ body: BODY });
    const reader = await keyOf('read');
    const stranger = await makeOwner(app, 'other@shop.example');
    for (const [client, status] of [
      [reader, 403],
      [stranger, 404],
      [makeClient(app), 401],
    ] as const) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const response = await client.call(method, `${stage.path}/capture`);
        expect([method, response.status]).toEqual([method, status]);
        expect(wordsOf(response.body)).not.toMatch(/zoe|9007199254740993/);
      }
    }
    expect(await capture()).toMatchObject({ body: BODY });
  });

  it('is in clear nowhere: not in the database, the log of deliveries, the server’s log, nor the export', async () => {
    await open();
    await stage.deliver(BODY);
    const { db } = database();
    const log = await db.selectFrom('deliveries').selectAll().execute();
    const sources = await db.selectFrom('sources').selectAll().execute();
    const exported = await wholeExport(stage.owner);
    expect(await rows()).toHaveLength(1);
    const traces = wordsOf([await rows(), log, sources, exported, app.logged, await stage.deliveries()]);
    expect(traces).not.toMatch(/zoe|9007199254740993/);
  });

  it('is only kept of what was rightly signed, up to 64 KiB, and of webhooks alone', async () => {
    await open();
    const unsigned = await app.fetch(`/api/hooks/${stage.source.id}`, { method: 'POST', body: BODY });
    expect([unsigned.status, await rows()]).toEqual([401, []]);
    const most = `{"x":"${'ü'.repeat((CAPTURE_MAX_BYTES - 8) / 2)}"}`;
    expect(Buffer.byteLength(most)).toBe(CAPTURE_MAX_BYTES);
    await stage.deliver(most);
    expect(await capture()).toMatchObject({ body: most });
    app.clock.advance(2 * SECOND);
    await stage.deliver(`${most} `);
    expect(await capture()).toMatchObject({ body: null, receivedAt: expect.any(String) });
    const { body } = await stage.owner.post<{ source: { id: string } }>(`/api/sites/${stage.shop.site.id}/sources`, {
      kind: 'stripe',
    });
    const path = `/api/sites/${stage.shop.site.id}/sources/${body.source.id}/capture`;
    expect(await stage.owner.post(path)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  it('goes with its source', async () => {
    await open();
    await stage.deliver(BODY);
    expect((await stage.owner.delete(stage.path)).status).toBe(204);
    expect(await rows()).toEqual([]);
  });

  it('breaks nothing, however deep, large or strange it and its mapping are', async () => {
    const places = ['/__proto__/x', '/constructor/prototype', '/a/length', '', '/'.repeat(300), '/~0~1'];
    for (const pointer of places) {
      const fields = {
        id: { pointers: [pointer, '/order'] },
        kind: { value: 'purchase' },
        city: { pointers: [pointer] },
      };
      const mapping = { fields, retractWhen: { pointer, equals: ['x'] } };
      expect((await stage.owner.put(stage.path, { mapping })).status).toBe(200);
      await open();
      const depth = 300_000;
      const deep = `{"order":1,"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
      const wide = JSON.stringify({ order: 2, a: Array(200_000).fill({ __proto__: null, x: 'x' }) });
      const own = '{"order":3,"__proto__":{"x":"x"},"constructor":{"prototype":"x"},"":"x","/~":"\\u0000\\ud800"}';
      for (const body of [deep, wide, own, '[]', 'null', '"x"', '\u0000'])
        expect([pointer, body.slice(0, 20), await stage.deliver(body)]).toEqual([pointer, body.slice(0, 20), 200]);
      expect((await stage.owner.get(`${stage.path}/capture`)).status).toBe(200);
    }
    expect({}).not.toHaveProperty('x');
    for (const { verdict } of await stage.deliveries()) expect(['taken', 'refused']).toContain(verdict);
  });
});
