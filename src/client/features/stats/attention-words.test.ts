import { expect, test } from 'vitest';
import type { AttentionItem } from '#shared/contract/installation.ts';
import { wordsOf } from './attention-words.ts';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');
const OF_WIDGET = 'Shows when the page is “/desks”.';
const words = (item: AttentionItem) => wordsOf(item, 'oak', OF_WIDGET, NOW);
const silent = (reason: string, detail?: string) =>
  ({
    kind: 'silent-notification',
    notificationId: 'n1',
    message: 'Ana bought the Oak Desk',
    since: '2026-03-01T12:00:00.000Z',
    reason,
    ...(detail && { detail }),
  }) as AttentionItem;

test('a lost snippet and a refused domain say where and when, and are urgent', () => {
  const lastSeenAt = '2026-03-08T12:00:00.000Z';
  expect(words({ kind: 'not-seen', host: 'oak.example', lastSeenAt })).toMatchObject({
    title: 'The snippet was last seen 2 days ago',
    text: expect.stringContaining('oak.example'),
    isUrgent: true,
    mending: { kind: 'go', href: '/oak/site-setup' },
  });
  expect(words({ kind: 'refused-domain', host: 'outlet.example', lastSeenAt })).toMatchObject({
    title: "outlet.example isn't on your domain list",
    isUrgent: true,
    mending: { kind: 'add-domain', host: 'outlet.example' },
  });
});

test('a source says what is wrong with it, what its vendor does about that, and where it is mended', () => {
  const of = { sourceId: 's1', sourceKind: 'woocommerce', name: 'Woo shop' } as const;
  const refusedAt = '2026-03-10T10:00:00.000Z';
  expect(words({ kind: 'source-needs-secret', ...of, refusedAt })).toMatchObject({
    title: "Woo shop sent a delivery 2 hours ago, but you haven't added its secret",
    isUrgent: true,
    mending: { label: 'Add the secret', href: '/oak/sources/s1' },
  });
  expect(words({ kind: 'source-needs-secret', ...of, refusedAt: null })).toMatchObject({
    title: "Woo shop isn't connected yet",
    isUrgent: false,
    mending: { label: 'Finish connecting' },
  });
  const problem = "oak.example doesn't accept the keys, or no longer. Connect it again";
  expect(words({ kind: 'source-disconnected', ...of, problem })).toMatchObject({
    title: "Woo shop isn't connected any more",
    text: `${problem}. New orders may be missing.`,
    isUrgent: true,
    mending: { label: 'Connect again', href: '/oak/sources/s1' },
  });
  expect(words({ kind: 'source-off', ...of, failures: 5 })).toMatchObject({
    title: 'Woo shop has probably switched its webhooks off',
    text: expect.stringMatching(/last 5 deliveries failed.*Active again/),
    isUrgent: true,
    mending: { label: 'See how', href: '/oak/sources/s1' },
  });
  expect(words({ kind: 'source-refused', ...of, refusedAt, reason: null })).toMatchObject({
    title: 'A delivery from Woo shop was refused 2 hours ago',
    text: expect.stringMatching(/signature doesn't match the secret.*set its status to Active again/),
    mending: { label: 'Check the secret', href: '/oak/sources/s1' },
  });
  expect(words({ kind: 'source-refused', ...of, refusedAt, reason: 'Not valid JSON' })).toMatchObject({
    text: "Its signature is right, but we couldn't read it. Not valid JSON.",
  });
  expect(words({ kind: 'source-silent', ...of, lastDeliveryAt: '2026-03-06T10:00:00.000Z' })).toMatchObject({
    title: 'No deliveries from Woo shop for 4 days',
    text: expect.stringContaining('still Active'),
    mending: { href: '/oak/sources/s1' },
  });
});

test.each([
  ['Text on the background', '/oak/appearance?setting=appearance.brandColors.textColor'],
  ['Time on the background', '/oak/appearance?setting=appearance.brandColors.textColor'],
  ['Link text on the background', '/oak/appearance?setting=appearance.brandColors.linkColor'],
  ['Icons and numbers on the background', '/oak/appearance?setting=appearance.brandColors.primaryColor'],
])('low contrast of %s leads to its color', (pair, href) => {
  expect(words({ kind: 'low-contrast', ratio: 2.61, pair })).toMatchObject({
    title: expect.stringMatching(/is hard to read$/),
    text: expect.stringContaining('2.6:1'),
    mending: { href },
  });
  expect(words({ kind: 'low-contrast', ratio: 2.61, pair, notificationId: 'n1' })).toMatchObject({
    mending: { href: '/oak/notifications?edit=n1&section=appearance' },
  });
});

test.each([
  ['never-live', undefined, { href: '/oak/notifications?edit=n1' }],
  ['ended', undefined, { href: '/oak/notifications?edit=n1' }],
  ['not-started', undefined, { href: '/oak/notifications?edit=n1' }],
  ['rules', 'Shows when the device is mobile.', { href: '/oak/notifications?edit=n1&section=rules' }],
  ['rules', OF_WIDGET, { href: '/oak/rules' }],
  ['widget-off', undefined, { kind: 'switch-on' }],
  ['not-installed', undefined, { href: '/oak/site-setup' }],
  ['hidden-on-devices', undefined, { href: '/oak/behavior?setting=behavior.visibility.showOnDesktop' }],
  ['unknown', 'A page shows at most 1, and others come first.', { href: '/oak/behavior?setting=behavior.queue.order' }],
  ['unknown', undefined, { kind: 'inspect' }],
])('a notification that is silent because of %s (%s) is mended at the exact place', (reason, detail, mending) => {
  const said = words(silent(reason, detail));
  expect(said.title).toBe("“Ana bought the Oak Desk” hasn't been displayed for 9 days");
  expect(said.mending).toMatchObject(mending);
  expect(said.text).toContain(detail ?? '.');
});
