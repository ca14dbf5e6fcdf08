// Notifications end up on other people's pages: markup, scripts, links and style sheets that must not get there, and
// texts that must arrive as their owner typed them.
import { beforeEach, expect, it } from 'vitest';
import type { Notification } from '#shared/contract/notification.ts';
import { describeShop } from './support/apps.ts';
import { ownersRows } from './support/rows.ts';

describeShop('a notification', { postgres: 'long' }, ({ app, owner, shop }) => {
  let list: string;

  beforeEach(() => {
    list = `/api/widgets/${shop.widget.id}/notifications`;
  });

  const create = (input: object) =>
    owner.post<{ notification: Notification }>(list, { type: 'custom', message: 'Hello', ...input });

  /** Expects both creating and updating with `input` to be refused, naming `field`, without any changes. */
  async function expectRefused(input: object, field: string, message?: RegExp): Promise<void> {
    const before = await ownersRows(app.deps.db);
    for (const [method, path, body] of [
      ['POST', list, { type: 'custom', message: 'Hello', ...input }],
      ['PUT', `${list}/${shop.notification.id}`, input],
    ] as const) {
      const response = await owner.call(method, path, body);
      const label = `${method} ${JSON.stringify(input).slice(0, 200)}`;
      expect([label, response.status, response.body.errors?.map((each) => each.field)]).toEqual([label, 400, [field]]);
      if (message) expect(response.body.errors?.[0]?.message).toMatch(message);
    }
    expect(await ownersRows(app.deps.db)).toEqual(before);
  }

  const TEXTS = [
    ['Oak & Iron', 'Oak & Iron'],
    ['5 < 6', '5 < 6'],
    ['I <3 it', 'I <3 it'],
    ['a > b & c < d', 'a > b & c < d'],
    ['"Quoted" and \'quoted\'', '"Quoted" and \'quoted\''],
    ['Ünïcödé 日本語 😀', 'Ünïcödé 日本語 😀'],
    ['<b>x</b>', 'x'],
    ['<a href="javascript:alert(1)" onclick="x()">Ana</a> bought it', 'Ana bought it'],
    ['<script>alert(1)</script>Hi', 'Hi'],
    ['<style>body{}</style>Hi<!-- note -->', 'Hi'],
    ['<img src=x onerror=alert(1)>Hi', 'Hi'],
    ['Tom &amp; Jerry', 'Tom & Jerry'],
    ['  padded  ', 'padded'],
    ['a&#0;b&#xD800;c', 'a\ufffdb\ufffdc'],
  ] as const;

  it('loses its markup, and keeps all other text as typed', async () => {
    for (const [typed, stored] of TEXTS) {
      const created = await create({ message: typed, title: typed, name: typed });
      expect([typed, created.status]).toEqual([typed, 201]);
      expect(created.body.notification).toMatchObject({ message: stored, title: stored, name: stored });
      const { notifications } = (await owner.get<{ notifications: Notification[] }>(list)).body;
      expect(notifications[0]).toEqual(created.body.notification);
    }
  });

  it('is refused when its message is empty without tags', async () => {
    for (const message of ['', '   ', '<b></b>', '<script>alert(1)</script>', '<!-- only a note -->', '<br> <br>']) {
      await expectRefused({ message }, 'message');
    }
  });

  it('clears an optional text that is empty without tags', async () => {
    const { notification } = (await create({ title: '<b></b>', name: '' })).body;
    expect(notification).toMatchObject({ title: null, name: null });
  });

  const UNSAFE = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'mailto:a@b.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:evil',
    'https://',
    'https://exa mple.com',
    'https://example.com/\u007f',
    'https://example.com/\u0085',
    '/a\tb',
    'shop.example',
    'page',
    '#top',
    '?x=1',
    `https://example.com/${'x'.repeat(2048)}`,
    'https://example.com/\0',
    'https://example.com/\ud800',
  ];

  it('cannot link to, or use as an image, anything but a plain web address', async () => {
    for (const address of UNSAFE) {
      await expectRefused({ url: address }, 'url');
      await expectRefused({ image: address }, 'image');
    }
  });

  it('can link to web addresses and to paths on the page’s own site, unchanged', async () => {
    const good = [
      'https://shop.example/oak?a=1&b=2#top',
      'http://shop.example',
      '/',
      '/oak-desk',
      'HTTPS://SHOP.EXAMPLE/x',
    ];
    for (const address of good) {
      const { notification } = (await create({ url: address, image: address })).body;
      expect(notification).toMatchObject({ url: address, image: address });
    }
  });

  it('loses its link when set to null or an empty text', async () => {
    for (const none of [null, '']) {
      const { notification } = (await create({ url: '/x', image: '/y' })).body;
      const path = `${list}/${notification.id}`;
      const changed = await owner.put<{ notification: Notification }>(path, { url: none, image: none });
      expect(changed.body.notification).toMatchObject({ url: null, image: null });
    }
  });

  it('cannot end before it starts, even when only one of the two is changed', async () => {
    const [early, late] = ['2026-03-10T12:00:00.000Z', '2026-03-11T12:00:00.000Z'];
    await expectRefused({ startsAt: late, endsAt: early }, 'endsAt');
    await expectRefused({ startsAt: late, endsAt: late }, 'endsAt');
    // The same instant in another time zone, and dates whose texts sort the other way round.
    await expectRefused({ startsAt: '2026-03-10T12:00:00Z', endsAt: '2026-03-10T13:00:00+02:00' }, 'endsAt');
    const { notification } = (await create({ startsAt: early, endsAt: late })).body;
    const path = `${list}/${notification.id}`;
    expect((await owner.put(path, { endsAt: '2026-03-09T00:00:00Z' })).status).toBe(400);
    expect((await owner.put(path, { startsAt: '2026-03-12T00:00:00Z' })).status).toBe(400);
    const moved = await owner.put<{ notification: Notification }>(path, { startsAt: null, endsAt: early });
    expect(moved.body.notification).toMatchObject({ startsAt: null, endsAt: early });
  });

  it('refuses invalid dates', async () => {
    const dates = [
      'yesterday',
      '2026-13-01T00:00:00Z',
      '2026-02-30T00:00:00Z',
      '2026-03-10',
      '2026-03-10T12:00:00',
      '1773144000000',
      '9999-12-31T23:59:59-14:00',
      '0000-01-01T00:00:00+14:00',
      '',
    ];
    for (const value of dates) {
      for (const field of ['timestamp', 'startsAt', 'endsAt']) await expectRefused({ [field]: value }, field);
    }
  });

  it('refuses texts that are too long or cannot be stored', async () => {
    for (const bad of ['a\0b', 'a\ud800b']) {
      for (const field of ['message', 'title', 'name']) await expectRefused({ [field]: bad }, field);
      for (const metadata of [{ name: bad }, { note: bad }, { [bad]: 1 }, { deep: [{ note: bad }] }]) {
        await expectRefused({ metadata }, 'metadata');
      }
    }
    await expectRefused({ message: 'x'.repeat(501) }, 'message');
    await expectRefused({ title: 'x'.repeat(121) }, 'title');
    await expectRefused({ name: 'x'.repeat(81) }, 'name');
    await expectRefused({ metadata: { name: 'x'.repeat(81) } }, 'metadata.name');
    await expectRefused({ metadata: { note: 'ä'.repeat(2_048) } }, 'metadata', /4096 bytes/);
  });

  it('refuses metadata that JSON cannot represent, which only tRPC can send', async () => {
    const ring: Record<string, unknown> = {};
    ring.ring = ring;
    const before = await ownersRows(app.deps.db);
    for (const value of [10n, new Map([[1, 2]]), new Date(0), ring, Number.NaN, new Set([1])]) {
      const input = { widgetId: shop.widget.id, type: 'custom', message: 'Hello', metadata: { value } };
      const response = await owner.procedure('mutation', 'notifications.create', input);
      expect([String(value), response.status, response.body.errors?.[0]?.field]).toEqual([
        String(value),
        400,
        'metadata',
      ]);
    }
    expect(await ownersRows(app.deps.db)).toEqual(before);
  });

  it('cannot have a style sheet of more than 4 KiB', async () => {
    const customCSS = `/*${'ä'.repeat(2_048)}*/`;
    await expectRefused({ appearance: { customCSS } }, 'appearance.customCSS');
    const settings = { appearance: { customCSS } };
    const response = await owner.put(`/api/widgets/${shop.widget.id}/settings`, { settings });
    expect([response.status, response.body.errors?.[0]?.field]).toEqual([400, 'settings.appearance.customCSS']);
  });

  it('does not let the owner set its counts, widget or source', async () => {
    const ours = { displayCount: 99, clickCount: 98, source: 'api', createdAt: 'x', updatedAt: 5 };
    const created = await create(ours);
    expect(created.status).toBe(201);
    expect(created.body.notification).toMatchObject({ displayCount: 0, clickCount: 0, source: 'manual' });
    const before = await ownersRows(app.deps.db);
    for (const [field, value] of Object.entries({ ...ours, widgetId: 'x', notificationId: 'x', id: 'x' })) {
      const response = await owner.put(`${list}/${shop.notification.id}`, { [field]: value });
      expect([field, response.status, response.body.errors?.map((each) => each.field)]).toEqual([field, 400, [field]]);
    }
    expect(await ownersRows(app.deps.db)).toEqual(before);
  });

  it('is refused for a type, status or flag that does not exist', async () => {
    for (const [field, value] of Object.entries({ type: 'spam', status: 'paused', isCustom: 1, position: 0.5 })) {
      await expectRefused({ [field]: value }, field);
    }
    await expectRefused({ rules: { match: 'none' } }, 'rules.match');
    await expectRefused({ appearance: { layout: { borderRadius: 99 } } }, 'appearance.layout.borderRadius');
  });
});
