import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR, DEFAULT_RULES } from '#shared/embed/defaults.ts';
import { EMBED_NOTIFICATIONS_MAX } from '#shared/embed/protocol.ts';
import { styleOf } from '#shared/embed/style.ts';
import { wordsOf } from '#shared/embed/widget-words.ts';
import { EMBED_LOOKAHEAD } from '#shared/limits.ts';
import { MINUTE } from '#shared/time.ts';
import { makeNotification } from '#tests/support/notification.ts';
import { runs } from '#tests/support/runs.ts';
import type { EmbedSource, LiveNotification } from '../../db/embed.ts';
import { buildPayload, isAllowedOrigin, type SafeSource, sentAt, withSafeStyles } from './embed.ts';
import { FIRST_STYLE } from './first-style.ts';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');
const PUBLIC = 'https://proofbell.example';
const iso = (ms: number) => new Date(ms).toISOString();

const notification = (id: string, more: Partial<LiveNotification> = {}): LiveNotification => ({
  ...makeNotification({ id, message: 'm', timestamp: iso(NOW) }),
  eventKey: null,
  isSigned: null,
  isRead: null,
  ...more,
});

const source = (notifications: LiveNotification[], more: Partial<EmbedSource['site']> = {}): SafeSource =>
  ({
    site: {
      id: 'site',
      name: 'Shop',
      timezone: 'Europe/Lisbon',
      domains: [],
      widgetId: 'widget',
      isActive: true,
      settings: {},
      revision: 7,
      stamp: '',
      ...{ epochs: [], goals: [] },
      ...more,
    },
    notifications,
  }) as SafeSource;

const idsOf = (built: Awaited<ReturnType<typeof buildPayload>>) => built.full.notifications.map(({ id }) => id);
const ordered = (order: string) => ({ settings: { behavior: { queue: { order } } } });

describe('buildPayload', () => {
  it('has in its full form what a browser needs, with defaults filled in and no keys for absent values', async () => {
    const { full } = await buildPayload(
      source([notification('a', { title: 'T' }), notification('b')]),
      NOW,
      'tok',
      PUBLIC,
    );
    expect(full).toEqual({
      v: 1,
      revision: 7,
      site: { id: 'site', timezone: 'Europe/Lisbon' },
      widget: {
        appearance: DEFAULT_APPEARANCE,
        behavior: DEFAULT_BEHAVIOR,
        rules: DEFAULT_RULES,
        style: FIRST_STYLE,
        words: wordsOf('auto', true, false),
      },
      notifications: [
        { id: 'b', type: 'purchase', message: 'm' },
        { id: 'a', type: 'purchase', message: 'm', title: 'T' },
      ],
      token: 'tok',
    });
  });

  it('says in its compact form what the widget does not know by itself, and nothing else', async () => {
    const sold = { eventKey: 'e', isSigned: true, source: 'shopify' };
    const rows = [notification('a', sold), notification('b', { type: 'review' })];
    const { compact } = await buildPayload(source(rows, ordered('custom')), NOW, 'tok', PUBLIC);
    expect(compact).toEqual({
      v: 2,
      token: 'tok',
      proof: `${PUBLIC}/proof/site/`,
      widget: {
        behavior: { queue: { order: 'custom' } },
        style: styleOf(DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR, [{ type: 'review' }]),
      },
      notifications: [
        { id: 'a', message: 'm', timestamp: '2026-03-10T12:00:00Z', from: '✓ Shopify' },
        { id: 'b', type: 'review', message: 'm' },
      ],
    });
    expect((await buildPayload(source([notification('a')]), NOW, 'tok', PUBLIC)).compact).toEqual({
      v: 2,
      token: 'tok',
      widget: {},
      notifications: [{ id: 'a', message: 'm' }],
    });
  });

  it('has its words in the compact form in one language: the fixed one, or the one asked for', async () => {
    const words = async (language: string, asked: string, more: Partial<LiveNotification> = {}) => {
      const settings = { behavior: { language } };
      const built = await buildPayload(source([notification('a', more)], { settings }), NOW, '', PUBLIC);
      return [built.compact.widget.words, built.wordsFor(asked)];
    };
    expect(await words('auto', 'no')).toEqual([undefined, { no: ['Lukk'] }]);
    expect(await words('auto', 'xx')).toEqual([undefined, undefined]);
    expect(await words('de', 'fr')).toEqual([{ de: ['Schließen'] }, undefined]);
    expect(await words('en', 'fr')).toEqual([undefined, undefined]);
    const english = { en: ['Close', 'Copy *', 'Copied'] };
    expect(await words('auto', 'fr', { code: 'OAK' })).toEqual([english, { fr: ['Fermer', 'Copier *', 'Copié'] }]);
  });

  it("carries the widget's own words: all languages or the fixed one, and only what its notifications need", async () => {
    const words = async (behavior: object, more: Partial<LiveNotification> = {}) =>
      (await buildPayload(source([notification('a', more)], { settings: { behavior } }), NOW, '', PUBLIC)).full.widget
        .words;
    expect(await words({})).toMatchObject({ en: ['Close'], de: ['Schließen'], pt: ['Fechar'] });
    expect(await words({}, { code: 'OAK' })).toMatchObject({ fr: ['Fermer', 'Copier *', 'Copié'] });
    expect(await words({ language: 'de' })).toEqual({ de: ['Schließen'] });
    expect(await words({ interaction: { allowClosing: false } })).toBeUndefined();
  });

  it('includes stars, code and number where a notification has them, even the number 0', async () => {
    const { full } = await buildPayload(
      source([notification('a', { rating: 5, code: 'OAK10', count: 0 })]),
      NOW,
      '',
      PUBLIC,
    );
    expect(full.notifications[0]).toMatchObject({ rating: 5, code: 'OAK10', count: 0 });
  });

  it('includes live notifications and those that start within the lookahead, with their times', async () => {
    const notifications = [
      notification('ended', { endsAt: iso(NOW) }),
      notification('live', { startsAt: iso(NOW - MINUTE), endsAt: iso(NOW + 1) }),
      notification('soon', { startsAt: iso(NOW + EMBED_LOOKAHEAD) }),
      notification('later', { startsAt: iso(NOW + EMBED_LOOKAHEAD + 1) }),
    ];
    const built = await buildPayload(source(notifications), NOW, '', PUBLIC);
    expect(idsOf(built).sort()).toEqual(['live', 'soon']);
    expect(built.full.notifications.find(({ id }) => id === 'soon')?.startsAt).toBe(iso(NOW + EMBED_LOOKAHEAD));
  });

  it('is valid until the next start or end of any notification', async () => {
    const ends = async (...notifications: LiveNotification[]) =>
      (await buildPayload(source(notifications), NOW, '', PUBLIC)).until;
    expect(await ends(notification('a'))).toBe(Infinity);
    expect(
      await ends(
        notification('a', { endsAt: iso(NOW + 5 * MINUTE) }),
        notification('b', { startsAt: iso(NOW + MINUTE) }),
      ),
    ).toBe(NOW + MINUTE);
    expect(await ends(notification('a', { startsAt: iso(NOW - MINUTE), endsAt: iso(NOW + 3 * MINUTE) }))).toBe(
      NOW + 3 * MINUTE,
    );
  });

  it('is empty while the widget is inactive', async () => {
    expect(idsOf(await buildPayload(source([notification('a')], { isActive: false }), NOW, '', PUBLIC))).toEqual([]);
  });

  it("follows the owner's order", async () => {
    const notifications = [
      notification('old', { timestamp: iso(NOW - 2 * MINUTE), position: 1 }),
      notification('new', { timestamp: iso(NOW), position: 2 }),
      notification('mid', { timestamp: iso(NOW - MINUTE), position: 0 }),
    ];
    const by = async (order: string) =>
      idsOf(await buildPayload(source([...notifications], ordered(order)), NOW, '', PUBLIC));
    expect(await by('newest')).toEqual(['new', 'mid', 'old']);
    expect(await by('oldest')).toEqual(['old', 'mid', 'new']);
    expect(await by('custom')).toEqual(['mid', 'old', 'new']);
    expect(await by('random')).toEqual(['new', 'mid', 'old']);
  });

  it('keeps the first notifications in that order, whatever order the rows come in', async () => {
    const many = Array.from({ length: EMBED_NOTIFICATIONS_MAX + 20 }, (_, i) =>
      notification(`n${String(i).padStart(3, '0')}`, { position: i, timestamp: iso(NOW - i * MINUTE) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(many, { minLength: many.length }), async (rows) => {
        const ids = idsOf(await buildPayload(source([...rows], ordered('custom')), NOW, '', PUBLIC));
        expect(ids).toEqual(many.slice(0, EMBED_NOTIFICATIONS_MAX).map(({ id }) => id));
      }),
      { numRuns: runs(20, 200) },
    );
  });

  it('includes a notification’s own style and rules if it has any, with known keys only', async () => {
    const appearance = { layout: { padding: '8px', secret: 1 }, customCSS: '.own{}', other: true };
    const rows = [notification('b'), notification('a', { type: 'review', appearance, rules: { match: 'any' } })];
    const { full, compact } = await buildPayload(source(rows, ordered('custom')), NOW, '', PUBLIC);
    const [own, plain] = full.notifications;
    const look = {
      ...DEFAULT_APPEARANCE,
      layout: { ...DEFAULT_APPEARANCE.layout, padding: '8px' },
      customCSS: '.own{}',
    };
    const changes = styleOf(look, DEFAULT_BEHAVIOR, [{ type: 'review' }]);
    expect(own?.style).toBe(FIRST_STYLE + changes);
    expect(compact.notifications).toEqual([
      { id: 'a', type: 'review', message: 'm', style: changes },
      { id: 'b', message: 'm' },
    ]);
    expect(own?.rules).toEqual({ match: 'any', conditions: [] });
    expect([plain?.style, plain?.rules]).toEqual([undefined, undefined]);
  });

  it('includes compiled rules, and the styles of all types that may be shown', async () => {
    const rules = { conditions: [{ type: 'page', operator: 'contains', value: ['/Desk'] }] };
    const { full, compact } = await buildPayload(
      source([notification('a', { type: 'signup' })], { settings: { rules } }),
      NOW,
      '',
      PUBLIC,
    );
    expect(full.widget.rules).toEqual({ match: 'all', conditions: [{ type: 'page', like: [['', '/desk', '']] }] });
    const style = styleOf(DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR, [{ type: 'signup' }]);
    expect(full.widget.style).toBe(FIRST_STYLE + style);
    expect([compact.widget, compact.site]).toEqual([
      { rules: full.widget.rules, style },
      { timezone: 'Europe/Lisbon' },
    ]);
  });
});

it('reads the style sheets of what is sent, and no others', async () => {
  const sheetOf = (at: number) => ({ customCSS: `.a${at}{}` });
  const rows = Array.from({ length: 300 }, (_, at) => notification(`n${at}`, { appearance: sheetOf(at) }));
  const stored = source(rows, ordered('custom'));
  const read: string[] = [];
  const readStyleSheet = async (css: string) => {
    read.push(css);
    return { css, issue: null };
  };
  const safe = await withSafeStyles({ readStyleSheet }, stored, sentAt(stored, NOW));
  const { notifications } = (await buildPayload(safe, NOW, '', PUBLIC)).full;
  expect([notifications.length, read.length]).toEqual([EMBED_NOTIFICATIONS_MAX, EMBED_NOTIFICATIONS_MAX]);
  expect(notifications.every(({ style }) => read.some((css) => style?.includes(css)))).toBe(true);
});

describe('isAllowedOrigin', () => {
  it.each([
    [undefined, ['shop.example'], true],
    ['https://anywhere.example', [], true],
    ['https://shop.example', ['shop.example'], true],
    ['http://shop.example:8080', ['shop.example'], true],
    ['https://www.shop.example', ['shop.example'], true],
    ['https://SHOP.example', ['shop.example'], true],
    ['https://shop.example.', ['shop.example'], true],
    ['https://evilshop.example', ['shop.example'], false],
    ['https://shop.example.evil.example', ['shop.example'], false],
    ['https://example', ['shop.example'], false],
    ['null', ['shop.example'], false],
    ['', ['shop.example'], false],
    ['file://', ['shop.example'], false],
  ])('of %s for %j is %s', (origin, domains, allowed) => {
    expect(isAllowedOrigin(origin, domains)).toBe(allowed);
  });
});
