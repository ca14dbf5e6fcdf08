// Attack: have something proven that isn't so, read more from a proof than the page says, and get one where the widget may
// not run.
import { compactVerify, importJWK } from 'jose';
import { expect, it } from 'vitest';
import { type ProofKeys, proofClaims, proofKeysSchema, shownNotificationSchema } from '#shared/contract/proof.ts';
import type { NewSource } from '#shared/contract/source.ts';
import type { EmbedNotification } from '#shared/embed/payload.ts';
import { DAY, MINUTE, SECOND } from '#shared/time.ts';
import { makeTestApp } from '#tests/support/app.ts';
import { describeShop } from '#tests/support/apps.ts';
import { makeKey, payloadOf } from '#tests/support/client.ts';
import { hmac } from '#tests/support/deliveries.ts';
import { soon } from '#tests/support/soon.ts';
import { wordsOf } from '#tests/support/words.ts';

describeShop('a proof', { postgres: 'long' }, ({ app, owner, shop, database }) => {
  const orderAt = (id: string, occurredAt: number) => ({
    id,
    kind: 'purchase',
    occurredAt: new Date(occurredAt).toISOString(),
    actor: { firstName: 'Zoë', lastName: 'Quist', city: 'Porto', email: 'zoe@q.example' },
    subject: { name: 'Oak Desk' },
    amount: 349,
    currency: 'EUR',
    reference: 'R-77',
  });
  const report = (id: string) =>
    owner.post(`/api/sites/${shop.site.id}/events`, { events: [orderAt(id, app.clock.now() - 7 * MINUTE)] });
  const deliver = async (id: string, { id: sourceId, secret }: NewSource, how: 'signed' | 'bearer') => {
    const body = JSON.stringify(orderAt(id, app.clock.now() - 7 * MINUTE));
    const at = String(Math.floor(app.clock.now() / SECOND));
    const key = Buffer.from((secret ?? '').slice('whsec_'.length), 'base64');
    const headers: Record<string, string> =
      how === 'bearer'
        ? { authorization: `Bearer ${secret}` }
        : {
            'webhook-id': id,
            'webhook-timestamp': at,
            'webhook-signature': `v1,${hmac(key, `${id}.${at}.${body}`, 'base64')}`,
          };
    expect((await app.fetch(`/api/hooks/${sourceId}`, { method: 'POST', headers, body })).status).toBe(200);
  };
  const shown = async (): Promise<EmbedNotification[]> => {
    const payload = await payloadOf(app, shop.site.id);
    return payload.notifications;
  };
  /** @returns those of events, once there are so many: notifications follow their events within a second or so. */
  const ofEvents = async (count = 1): Promise<EmbedNotification[]> => {
    const marked = async () => (await shown()).filter(({ from }) => from);
    await soon(async () => (await marked()).length).toBe(count);
    return marked();
  };
  const proofOf = (id: string, headers: Record<string, string> = {}) =>
    app.fetch(`/api/embed/${shop.site.id}/proof/${id}`, { headers });
  const keys = async (): Promise<ProofKeys> =>
    proofKeysSchema.parse(await (await app.fetch('/.well-known/proofbell.json')).json());
  const claimsOf = async (id: string) => {
    const response = await proofOf(id);
    expect(response.headers.get('content-type')).toBe('application/jose');
    const [key] = (await keys()).keys;
    const { payload, protectedHeader } = await compactVerify(await response.text(), await importJWK(key ?? {}));
    expect(protectedHeader).toEqual({ alg: 'EdDSA', kid: key?.kid });
    return JSON.parse(new TextDecoder().decode(payload)) as Record<string, unknown>;
  };

  it('calls proven only what was signed, whatever its sender calls itself', async () => {
    await deliver('1', shop.source, 'signed');
    await deliver('2', shop.source, 'bearer');
    await report('3');
    const key = await makeKey(owner, 'write');
    expect(key).toBeTruthy();
    await owner.post(`/api/widgets/${shop.widget.id}/notifications`, {
      type: 'purchase',
      message: 'Zoë bought it all',
      source: 'shopify',
      metadata: { eventId: '1' },
    });
    await ofEvents(3);
    const all = await shown();
    const marks = await Promise.all(
      all.map(async ({ id, from, message }) => {
        const { status } = await proofOf(id);
        return [from, status === 200 ? (await claimsOf(id)).signed : status, message.startsWith('Zoë bought Oak')];
      }),
    );
    expect(marks.sort()).toEqual(
      [
        ['✓ Oak & Iron', true, true],
        ['Oak & Iron', false, true],
        ['Oak & Iron', false, true],
        [undefined, 404, false],
        [undefined, 404, false],
      ].sort(),
    );
  });

  it('says what the page says, and nothing of the person, the order or the amount', async () => {
    await deliver('1', shop.source, 'signed');
    const [notification] = await ofEvents();
    const claims = await claimsOf(notification?.id ?? '');
    expect(proofClaims.strict().parse(claims)).toEqual({
      iss: app.deps.config.publicUrl,
      site: shop.site.id,
      notification: notification?.id,
      kind: 'purchase',
      source: 'webhook',
      signed: true,
      time: notification?.timestamp,
    });
    expect(Date.parse(String(claims.time)) % (5 * MINUTE)).toBe(0);
    expect(wordsOf(claims)).not.toMatch(/Zo|Quist|Porto|349|R-77|q\.example/);
    expect(notification?.proof).toBe(`${app.deps.config.publicUrl}/proof/${shop.site.id}/${notification?.id}`);
  });

  it('comes with the words and the shop, and with neither order nor person; what has none says what stands behind it', async () => {
    await deliver('1', shop.source, 'signed');
    const [sale] = await ofEvents();
    const path = `/api/widgets/${shop.widget.id}/notifications`;
    await owner.post(path, {
      type: 'purchase',
      message: 'Zoë bought it all',
      source: 'shopify',
      metadata: { eventId: '1' },
    });
    const shownAt = async (id: string) => {
      // As the page of the proof asks, which is on this server itself.
      const headers = { 'sec-fetch-site': 'same-origin', host: 'proof.example' };
      const response = await app.fetch(`/api/embed/${shop.site.id}/shown/${id}`, { headers });
      return response.status === 200 ? shownNotificationSchema.strict().parse(await response.json()) : response.status;
    };
    const said = await shownAt(sale?.id ?? '');
    expect(said).toMatchObject({ shop: 'Oak & Iron', message: sale?.message, rating: null, basis: 'event' });
    await owner.post(`/api/sites/${shop.site.id}/events`, {
      events: [{ ...orderAt('r', app.clock.now()), kind: 'review', rating: 4, text: 'Solid' }],
    });
    const review = (await ofEvents(2)).find(({ type }) => type === 'review')?.id ?? '';
    expect(await shownAt(review)).toMatchObject({ rating: 4, basis: 'event' });
    expect(await claimsOf(review)).toMatchObject({ kind: 'review', signed: false });
    expect(said).toMatchObject({ proof: await (await proofOf(sale?.id ?? '')).text() });
    expect(wordsOf(said)).not.toMatch(/Quist|349|R-77|q\.example/);
    const written = (await shown()).find(({ message }) => message === 'Zoë bought it all');
    expect(await shownAt(written?.id ?? '')).toMatchObject({ basis: 'author', proof: null });
    await owner.put(`${path}/${written?.id}`, { status: 'inactive' });
    for (const id of [written?.id ?? '', 'nothing', '%00', 'x'.repeat(3_000)]) expect(await shownAt(id)).toBe(404);
    await app.deps.embed.sightings.flush();
    const { installation } = (
      await owner.get<{ installation: { hosts: unknown[] } }>(`/api/sites/${shop.site.id}/installation`)
    ).body;
    expect(installation.hosts).toEqual([]);
  });

  it('is gone with its notification: retracted, switched off, over, or with its site', async () => {
    for (const id of ['1', '2', '3']) await deliver(id, shop.source, 'signed');
    await ofEvents(3);
    const { events } = (
      await owner.get<{ events: { id: string; notificationId: string }[] }>(`/api/sites/${shop.site.id}/events`)
    ).body;
    const first = events.find(({ id }) => id === '1')?.notificationId ?? '';
    const second = events.find(({ id }) => id === '2')?.notificationId ?? '';
    const third = events.find(({ id }) => id === '3')?.notificationId ?? '';
    expect((await proofOf(first)).status).toBe(200);
    const words = (headers = {}) => app.fetch(`/api/embed/${shop.site.id}/shown/${first}`, { headers });
    const before = await words();
    expect([before.status, before.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    const known = { 'if-none-match': before.headers.get('etag') ?? '' };
    expect((await words(known)).status).toBe(304);
    await owner.post(`/api/sites/${shop.site.id}/events/1/retract`);
    expect((await proofOf(first)).status).toBe(404);
    const after = await words(known);
    expect([after.status, after.headers.get('cache-control')]).toEqual([404, 'no-store']);
    await owner.put(`/api/widgets/${shop.widget.id}/notifications/${second}`, { status: 'inactive' });
    expect((await proofOf(second)).status).toBe(404);
    expect((await proofOf(third)).status).toBe(200);
    app.clock.advance(8 * DAY);
    expect((await proofOf(third)).status).toBe(404);
    for (const id of ['nothing', '%00', 'x'.repeat(3_000), '..%2f..%2fsites', shop.notification.id])
      expect((await proofOf(id)).status).toBe(404);
    expect((await app.fetch(`/api/embed/nowhere/proof/${third}`)).status).toBe(404);
  });

  it('is given to no page where the widget may not run, and cached as the payload', async () => {
    await owner.put(`/api/sites/${shop.site.id}`, { domains: ['shop.example'] });
    await deliver('1', shop.source, 'signed');
    const [{ id }] = (await ofEvents()) as [EmbedNotification];
    expect((await proofOf(id, { origin: 'https://evil.example' })).status).toBe(403);
    const words = await app.fetch(`/api/embed/${shop.site.id}/shown/${id}`, {
      headers: { origin: 'https://evil.example' },
    });
    expect(words.status).toBe(403);
    const own = await proofOf(id, { origin: 'https://www.shop.example' });
    expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(own.headers.get('cache-control')).toMatch(
      /^private, max-age=\d+, stale-while-revalidate=30, stale-if-error=3600$/,
    );
    expect(own.headers.get('vary')).toBe('Accept-Encoding, Origin');
    const again = await proofOf(id, { 'if-none-match': own.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  it('is signed with a key that no other purpose has, the same after a restart', async () => {
    await deliver('1', shop.source, 'signed');
    const [{ id }] = (await ofEvents()) as [EmbedNotification];
    const before = [await keys(), await (await proofOf(id)).text()];
    const other = makeTestApp(database());
    const after = await (await other.fetch('/.well-known/proofbell.json')).json();
    await other.stop();
    expect(after).toEqual(before[0]);
    expect(JSON.stringify(before[0])).not.toContain('"d"');
    expect(await (await proofOf(id)).text()).toBe(before[1]);
  });
});
