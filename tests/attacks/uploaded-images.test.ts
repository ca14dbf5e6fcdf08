// Attack: upload what isn't an image, or is more than one: a page with a script, an animation, gigabytes in a few kilobytes,
// a strip, half a file, where a photo was taken; as somebody else, with a key that only reads, or a hundred at once. And
// have visitors' browsers run what is served of it.
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { sweep } from '#server/domain/sweep.ts';
import { IMAGE_MESSAGES } from '#shared/image-messages.ts';
import {
  IMAGE_BODY_MAX_BYTES,
  IMAGE_KEPT_SIDE,
  IMAGE_MAX_BYTES,
  IMAGE_SIDE_MAX,
  IMAGES_MAX,
  IMAGES_PER_HOUR,
  UNUSED_IMAGE_LIFE,
} from '#shared/limits.ts';
import { MINUTE } from '#shared/time.ts';
import { describeShop } from '#tests/support/apps.ts';
import { PASSWORD } from '#tests/support/auth.ts';
import { makeClient, makeKey, makeOwner } from '#tests/support/client.ts';
import { png, pngChunk, SMALL_PNG, uploadImage } from '#tests/support/images.ts';

/** A photo as a phone takes it: lying on its side, and with the place in it. */
const photo = () =>
  sharp({ create: { width: 600, height: 300, channels: 3, background: '#c84' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: 'Ana Secret' }, IFD3: { GPSLatitude: '38/1 43/1 0/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>Lisbon</secret></x:xmpmeta>')
    .toBuffer();

describeShop('an uploaded image', { postgres: 'long', plan: 'growth' }, ({ app, owner, shop }) => {
  const stored = () => app.deps.db.selectFrom('images').selectAll().execute();
  const fetchImage = async (url: string, headers = {}) => app.fetch(new URL(url).pathname, { headers });
  const minute = () => sweep(app.deps);
  const notify = (image: string) =>
    owner.post<{ notification: { id: string } }>(`/api/widgets/${shop.widget.id}/notifications`, {
      type: 'custom',
      message: 'Hello',
      image,
    });

  it('is served as a small WebP without anything but its pixels, in which browsers run nothing', async () => {
    const file = await photo();
    expect(file.includes('Ana Secret') && file.includes('Lisbon')).toBe(true);
    const { status, body } = await uploadImage(owner, file, 'image/jpeg');
    expect(status).toBe(201);
    // Upright.
    expect(body.image).toMatchObject({ width: 128, height: IMAGE_KEPT_SIDE });
    expect(body.image.url).toBe(`${app.deps.config.publicUrl}/api/images/${body.image.id}`);
    const response = await fetchImage(body.image.url);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([bytes.length, (await sharp(bytes).metadata()).format]).toEqual([body.image.bytes, 'webp']);
    const { exif, xmp, icc, iptc, orientation } = await sharp(bytes).metadata();
    expect([exif, xmp, icc, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(bytes.includes('Secret') || bytes.includes('Lisbon')).toBe(false);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=86400, immutable',
    });
    expect(response.headers.get('set-cookie')).toBeNull();
    const etag = response.headers.get('etag') ?? '';
    expect((await fetchImage(body.image.url, { 'if-none-match': etag })).status).toBe(304);
  });

  it('is what its bytes say, not what its sender calls it', async () => {
    expect((await uploadImage(owner, await photo(), 'image/png')).status).toBe(201);
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
    for (const file of [page, svg, gif, Buffer.from('BM'), Buffer.alloc(0), Buffer.from('%PDF-1.7')])
      expect(await uploadImage(owner, file)).toMatchObject({
        status: 415,
        body: { code: 'unsupported-type', errors: [{ field: 'image', message: IMAGE_MESSAGES.type }] },
      });
    for (const type of ['text/html', 'image/svg+xml', 'image/gif', 'multipart/form-data; boundary=x', ''])
      expect([type, (await uploadImage(owner, SMALL_PNG, type)).status]).toEqual([type, 415]);
    expect(await stored()).toHaveLength(1);
  });

  it('has nothing of a page that hides in it', async () => {
    const script = '<script>alert(document.domain)</script>';
    const text = pngChunk('tEXt', Buffer.from(`Comment\0${script}`, 'latin1'));
    const { body } = await uploadImage(owner, png({ width: 40, height: 40, before: [text], after: script }));
    const [row] = await stored();
    expect(Buffer.from(row?.data ?? '', 'base64').includes('script')).toBe(false);
    expect(body.image.bytes).toBeLessThan(200);
  });

  it('is none when it moves, is cut off, or holds more than it may', async () => {
    const pixels = Buffer.alloc(8 * 16 * 3).fill(200, 8 * 8 * 3);
    const frames = await sharp(pixels, { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    expect(frames.includes('ANIM')).toBe(true);
    const hidden = Buffer.from(frames);
    // The flag that says so is off.
    hidden[20] = (hidden[20] ?? 0) & ~2;
    const animated = png({ width: 4, height: 4, before: [pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))] });
    const whole = await photo();
    const huge = deflateSync(Buffer.alloc(9_000_000));
    const tried: [string, Uint8Array, string?][] = [
      ['animated', frames, 'image/webp'],
      ['animated', animated],
      ['pixels', png({ width: IMAGE_SIDE_MAX + 1, height: 1 })],
      ['pixels', png({ width: 1, height: 100_000, pixels: deflateSync(Buffer.alloc(200_000)) })],
      ['damaged', png({ width: 2_147_483_647, height: 2_147_483_647, pixels: huge })],
      ['pixels', png({ width: 8_000, height: 8_000, pixels: huge })],
      ['damaged', whole.subarray(0, Math.floor(whole.length / 2)), 'image/jpeg'],
      ['damaged', png({ width: 500, height: 500, pixels: deflateSync(Buffer.alloc(501)) })],
      ['damaged', hidden, 'image/webp'],
      ['damaged', SMALL_PNG.subarray(0, 20)],
      ['damaged', png({ width: 0, height: 0 })],
      ['damaged', Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBPVP8X'), Buffer.alloc(40)]), 'image/webp'],
      ['damaged', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(5_000, 0xff)]), 'image/jpeg'],
    ];
    for (const [problem, file, type] of tried) {
      const { status, body } = await uploadImage(owner, file, type);
      expect([problem, status, body.errors]).toEqual([
        problem,
        400,
        [{ field: 'image', message: IMAGE_MESSAGES[problem as 'pixels'] }],
      ]);
    }
    expect(await stored()).toEqual([]);
  });

  it('takes no more memory than its pixels, whatever its data unpacks to', async () => {
    const bomb = png({ width: 10, height: 10, pixels: deflateSync(Buffer.alloc(30_000_000)) });
    expect(bomb.length).toBeLessThan(IMAGE_MAX_BYTES);
    expect([201, 400]).toContain((await uploadImage(owner, bomb)).status);
  });

  it('has limits of its own', async () => {
    const large = png({ width: 9, height: 9, before: [pngChunk('tEXt', Buffer.alloc(IMAGE_MAX_BYTES))] });
    expect(await uploadImage(owner, large)).toMatchObject({
      status: 413,
      body: { code: 'too-large', errors: [{ field: 'image', message: IMAGE_MESSAGES.large }] },
    });
    expect(await uploadImage(owner, Buffer.alloc(IMAGE_BODY_MAX_BYTES + 1))).toMatchObject({
      status: 413,
      body: { code: 'too-large' },
    });
    expect(await stored()).toEqual([]);
  });

  it('is for owners and keys that may write, with a token where there is a session', async () => {
    const other = await makeOwner(app, 'other@other.example');
    const reader = makeClient(app, (await makeKey(owner, 'read')).key);
    const writer = makeClient(app, (await makeKey(owner, 'write')).key);
    expect((await uploadImage(makeClient(app), SMALL_PNG)).status).toBe(401);
    expect((await uploadImage(reader, SMALL_PNG)).status).toBe(403);
    const cookie = [...owner.cookies].map((pair) => pair.join('=')).join('; ');
    const headers = { 'content-type': 'image/png', cookie };
    const forged = await app.fetch('/api/images', { method: 'POST', headers, body: new Uint8Array(SMALL_PNG) });
    expect(forged.status).toBe(403);
    expect(await stored()).toEqual([]);
    const { image } = (await uploadImage(writer, SMALL_PNG)).body;
    expect((await other.delete(`/api/images/${image.id}`)).status).toBe(404);
    expect((await reader.delete(`/api/images/${image.id}`)).status).toBe(403);
    expect((await other.get<{ images: [] }>('/api/images')).body.images).toEqual([]);
    expect((await owner.get<{ images: [] }>('/api/images')).body.images).toEqual([image]);
    expect((await owner.delete(`/api/images/${image.id}`)).status).toBe(204);
    const gone = await fetchImage(image.url);
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store']);
    for (const id of ['%00', 'x'.repeat(300), '..%2f', '%ff'])
      expect([400, 404]).toContain((await app.fetch(`/api/images/${id}`)).status);
  });

  it('comes a hundred at once without a fault, and no more are kept than may be', async () => {
    const filler = { data: '', width: 1, height: 1, bytes: 0, kept_until: '9999', created_at: '2026' };
    const { id: owner_id } = await app.deps.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const some = Array.from({ length: IMAGES_MAX - 3 }, (_, n) => ({ ...filler, id: `filler-${n}`, owner_id }));
    await app.deps.db.insertInto('images').values(some).execute();
    const large = png({ width: 1_500, height: 1_500 });
    const all = Promise.all(Array.from({ length: 100 }, () => uploadImage(owner, large)));
    const visitor = await app.fetch(`/api/embed/${shop.site.id}`);
    expect(visitor.status).toBe(200);
    const counts = Map.groupBy(await all, ({ status }) => status);
    expect([...counts.keys()].filter((status) => ![201, 409, 429].includes(status))).toEqual([]);
    expect(counts.get(201)).toHaveLength(3);
    for (const { headers } of counts.get(429) ?? []) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await stored()).toHaveLength(IMAGES_MAX);
  });

  it('goes with what used it, a day later at most, and with the account at once', async () => {
    const [used, unused, restored] = [
      (await uploadImage(owner, SMALL_PNG)).body.image,
      (await uploadImage(owner, SMALL_PNG)).body.image,
      (await uploadImage(owner, SMALL_PNG)).body.image,
    ];
    const { notification } = (await notify(used.url)).body;
    // The address that the server had before, and in a template.
    await owner.post('/api/templates', {
      name: 'Own',
      category: 'announcements',
      type: 'custom',
      settings: { message: 'Hello', image: restored.url.replace(/^.*?(?=\/api)/, 'https://before.example') },
    });
    const statuses = async () =>
      Promise.all([used, unused, restored].map(async ({ url }) => (await fetchImage(url)).status));
    await minute();
    expect(await statuses()).toEqual([200, 200, 200]);
    app.clock.advance(UNUSED_IMAGE_LIFE);
    await minute();
    expect(await statuses()).toEqual([200, 404, 200]);
    await owner.delete(`/api/widgets/${shop.widget.id}/notifications/${notification.id}`);
    // It could still be restored.
    await minute();
    expect(await statuses()).toEqual([200, 404, 200]);
    app.clock.advance(UNUSED_IMAGE_LIFE);
    await minute();
    await minute();
    expect(await statuses()).toEqual([404, 404, 200]);
    await owner.post('/api/auth/confirm', { password: PASSWORD });
    expect((await owner.delete('/api/auth/me')).status).toBe(204);
    expect(await statuses()).toEqual([404, 404, 404]);
  });

  it('goes with its site within a minute', async () => {
    const { image } = (await uploadImage(owner, SMALL_PNG)).body;
    await notify(image.url);
    app.clock.advance(UNUSED_IMAGE_LIFE + MINUTE);
    await minute();
    expect((await fetchImage(image.url)).status).toBe(200);
    await owner.delete(`/api/sites/${shop.site.id}`);
    await minute();
    expect((await fetchImage(image.url)).status).toBe(404);
  });
});

describeShop('uploads', { env: { AUTH_RATE_LIMIT: '1' } }, ({ app, owner }) => {
  it('are limited in an hour', async () => {
    const { id } = await app.deps.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    await app.deps.limiter.take({ key: `images:${id}`, limit: 1, seconds: 3600, amount: IMAGES_PER_HOUR });
    expect((await uploadImage(owner, SMALL_PNG)).status).toBe(429);
  });
});
