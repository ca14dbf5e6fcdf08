// Attack: tell of sales that never were, through a source's address: unsigned, wrongly signed, replayed, changed on the
// way; flood it, overfill it, break the database under it, and read in its log whose orders they were.
import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import type { DeliveryList } from '#shared/contract/delivery.ts';
import type { Source } from '#shared/contract/source.ts';
import { HOOK_BODY_MAX_BYTES } from '#shared/limits.ts';
import { DAY, MINUTE, SECOND } from '#shared/time.ts';
import { makeTestApp } from '#tests/support/app.ts';
import { describeShop } from '#tests/support/apps.ts';
import { addSource, payloadOf } from '#tests/support/client.ts';
import { hmac } from '#tests/support/deliveries.ts';
import { soon } from '#tests/support/soon.ts';
import { eachTest } from '#tests/support/stages.ts';
import { wordsOf } from '#tests/support/words.ts';

describeShop('a hook', { postgres: 'long' }, ({ app, owner, shop, database }) => {
  const source = eachTest(() => shop.source);

  /** As https://www.standardwebhooks.com writes it, by hand. */
  const signed = (body: string, { secret = source.secret ?? '', id = 'msg_1', at = app.clock.now() } = {}) => {
    const timestamp = String(Math.floor(at / SECOND));
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
  };
  const deliver = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>, to = source.id) =>
    app.fetch(`/api/hooks/${to}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  const order = (id: string, more: object = {}) =>
    JSON.stringify({
      id,
      kind: 'purchase',
      occurredAt: new Date(app.clock.now() - MINUTE).toISOString(),
      actor: { firstName: 'Zoë', lastName: 'Quist', email: 'zoe@q.example' },
      subject: { name: 'Oak Desk' },
      ...more,
    });
  const sourcePath = () => `/api/sites/${shop.site.id}/sources/${source.id}`;
  const read = async () => (await owner.get<{ source: Source }>(sourcePath())).body.source;
  const deliveries = async () => (await owner.get<DeliveryList>(`${sourcePath()}/deliveries`)).body.deliveries;
  const shown = async () => {
    const payload = await payloadOf(app, shop.site.id);
    return payload.notifications.map(({ message }) => message).filter((message) => message.includes('Zoë'));
  };

  it('believes only what was signed with its secret, as it was signed, within five minutes', async () => {
    const body = order('1');
    const wrong: [string, string, Record<string, string>][] = [
      ['no signature', body, {}],
      ['a bare signature', body, { 'webhook-signature': signed(body)['webhook-signature'] }],
      ['another secret', body, signed(body, { secret: `whsec_${Buffer.alloc(32).toString('base64')}` })],
      ['a changed body', order('1', { amount: 1 }), signed(body)],
      ['a changed id', body, { ...signed(body), 'webhook-id': 'msg_2' }],
      ['six minutes old', body, signed(body, { at: app.clock.now() - 6 * MINUTE })],
      ['six minutes ahead', body, signed(body, { at: app.clock.now() + 6 * MINUTE })],
      ['another bearer', body, { authorization: 'Bearer whsec_' }],
      ['no bearer', body, { authorization: 'Bearer ' }],
      ["an owner's session", body, { authorization: `Bearer ${'x'.repeat(40)}` }],
    ];
    for (const [what, sent, headers] of wrong) {
      const response = await deliver(sent, headers);
      expect([what, response.status]).toEqual([what, 401]);
    }
    expect(await read()).toMatchObject({ status: 'refused', refusedCount: wrong.length, lastDeliveryAt: null });
    // Counted, not logged one by one, but for those whose signature holds.
    const reason = 'Its clock or ours is off by 6 minutes';
    expect(await deliveries()).toMatchObject([
      { verdict: 'refused', reason, isSigned: true },
      { verdict: 'refused', reason },
    ]);
    const late = await deliver(body, signed(body, { at: app.clock.now() - 6 * MINUTE }));
    expect(await late.json()).toMatchObject({ message: expect.stringContaining(reason) });
    const response = await deliver(body, signed(body));
    expect([response.status, await response.json()]).toEqual([200, { received: true, events: 1 }]);
    app.clock.advance(SECOND);
    await soon(shown).toEqual(['Zoë bought Oak Desk']);
    expect(await deliveries()).toContainEqual(
      expect.objectContaining({ verdict: 'taken', accepted: 1, isSigned: true, eventId: '1' }),
    );
    expect(await read()).toMatchObject({ status: 'working' });
    expect((await deliver(order('2'), { authorization: `Bearer ${source.secret}` })).status).toBe(200);
    expect(await deliveries()).toContainEqual(expect.objectContaining({ eventId: '2', isSigned: false }));
  });

  it("believes a vendor's signature over every byte only, and no time that is far ahead or none", async () => {
    const secret = 'a-secret-of-the-shop';
    const sourceOf = async (kind: string) => (await addSource(owner, shop.site.id, { kind, secret })).id;
    const stripe = await sourceOf('stripe');
    const now = Math.floor(app.clock.now() / SECOND);
    const event = '{"object":"event","type":"invoice.paid","livemode":false}';
    const stripeSigned = (time: string | number) => ({
      'stripe-signature': `t=${time},v1=${hmac(secret, `${time}.${event}`, 'hex')}`,
    });
    for (const time of [now + 600, now - 600, now + 31_536_000, 'NaN', '', `${now}.5`, -now])
      expect([time, (await deliver(event, stripeSigned(time), stripe)).status]).toEqual([time, 401]);
    const signed = {
      stripe: { body: event, headers: stripeSigned(now) },
      shopify: { body: '{}', headers: { 'x-shopify-hmac-sha256': hmac(secret, '{}', 'base64') } },
      woocommerce: { body: '{}', headers: { 'x-wc-webhook-signature': hmac(secret, '{}', 'base64') } },
    };
    for (const [kind, { body, headers }] of Object.entries(signed)) {
      const id = kind === 'stripe' ? stripe : await sourceOf(kind);
      for (const changed of [`\ufeff${body}`, `${body}\n`, ` ${body}`, body.replace('}', ' }')])
        expect([kind, (await deliver(changed, headers, id)).status]).toEqual([kind, 401]);
      expect([kind, (await deliver(body, headers, id)).status]).toEqual([kind, 200]);
    }
  });

  it('takes a delivery once, however often it comes and through however many servers', async () => {
    const second = makeTestApp(database());
    const body = order('1');
    const sends = Array.from({ length: 20 }, (_, n) =>
      (n % 2 ? app : second).fetch(`/api/hooks/${source.id}`, { method: 'POST', headers: signed(body), body }),
    );
    const answers = await Promise.all(sends);
    await second.stop();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const all = await deliveries();
    expect(all.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(1);
    expect(all.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(19);
  });

  it('takes what was signed with the secret before for a day', async () => {
    const old = signed(order('1'));
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    expect((await owner.put(sourcePath(), { secret })).status).toBe(200);
    expect((await deliver(order('1'), old)).status).toBe(200);
    expect((await deliver(order('2'), signed(order('2'), { secret }))).status).toBe(200);
    app.clock.advance(DAY);
    expect((await deliver(order('3'), signed(order('3')))).status).toBe(401);
    expect((await deliver(order('3'), signed(order('3'), { secret }))).status).toBe(200);
  });

  it('is not found for an address of no source, of one that takes none, or that was deleted', async () => {
    const { sources } = (await owner.get<{ sources: Source[] }>(`/api/sites/${shop.site.id}/sources`)).body;
    const api = sources.find(({ kind }) => kind === 'api')?.id;
    for (const id of ['nowhere', api ?? '', '%00', 'x'.repeat(3_000)]) {
      expect((await deliver(order('1'), signed(order('1')), id)).status).toBe(404);
    }
    await owner.delete(sourcePath());
    expect((await deliver(order('1'), signed(order('1')))).status).toBe(404);
    await owner.delete(`/api/sites/${shop.site.id}`);
    expect((await deliver(order('1'), signed(order('1')))).status).toBe(404);
  });

  it('answers 200 to what it can not read or use, and says why in a log without anything personal', async () => {
    const strange = ['', '{', '[]', 'null', '7', '"zoe@q.example"', '{"zoe@q.example":1}', order('', {})];
    strange.push(order('1', { occurredAt: new Date(app.clock.now() + 6 * MINUTE).toISOString() }));
    strange.push(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    for (const body of strange)
      expect([body.slice(0, 20), (await deliver(body, signed(body))).status]).toEqual([body.slice(0, 20), 200]);
    const all = await deliveries();
    expect(all.map(({ verdict }) => verdict)).toEqual(strange.map(() => 'refused'));
    for (const { reason } of all) expect(reason).toMatch(/\w/);
    const stored = await app.deps.db.selectFrom('deliveries').selectAll().execute();
    expect(wordsOf([all, stored, app.logged])).not.toMatch(/zoe|Zoë|Quist/);
    // Bytes that are no text.
    const bytes = new Uint8Array([0xff, 0xfe, 0x00]);
    expect((await deliver(bytes, { authorization: `Bearer ${source.secret}` })).status).toBe(200);
  });

  it('takes 2 MiB and no more', async () => {
    const filled = (length: number) => {
      const body = order('1', { text: '' });
      return body.replace('"text":""', `"text":"${'x'.repeat(length - Buffer.byteLength(body))}"`);
    };
    const most = filled(HOOK_BODY_MAX_BYTES);
    expect((await deliver(most, signed(most))).status).toBe(200);
    const more = filled(HOOK_BODY_MAX_BYTES + 1);
    expect((await deliver(more, signed(more))).status).toBe(413);
  });

  it('answers 503 when nothing is stored, so that the sender comes again', async () => {
    const { db } = database();
    await db.schema.alterTable('deliveries').renameTo('deliveries_gone').execute();
    const response = await deliver(order('1'), signed(order('1')));
    await db.schema.alterTable('deliveries_gone').renameTo('deliveries').execute();
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await db.selectFrom('events').selectAll().where('event_id', '=', '1').execute()).toEqual([]);
    expect((await deliver(order('1'), signed(order('1')))).status).toBe(200);
    expect(await deliveries()).toMatchObject([{ accepted: 1 }]);
  });

  it('asks for no session and no token, and none opens it', async () => {
    const response = await owner.call('POST', `/api/hooks/${source.id}`, { id: '1' });
    expect(response.status).toBe(401);
  });

  it('stops a flood of wrong signatures, and no right one with it', async () => {
    const limited = makeTestApp(database(), { AUTH_RATE_LIMIT: '1' });
    const send = async (body: string, headers: Record<string, string>) =>
      (await limited.fetch(`/api/hooks/${source.id}`, { method: 'POST', headers, body })).status;
    const statuses = [];
    for (let n = 0; n < 62; n++) statuses.push(await send('{}', {}));
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 401), 429, 429]);
    expect(await send(order('1'), signed(order('1')))).toBe(200);
    expect(await read()).toMatchObject({ refusedCount: 60 });
    limited.clock.advance(MINUTE);
    expect(await send('{}', {})).toBe(401);
    await limited.stop();
  });
});
