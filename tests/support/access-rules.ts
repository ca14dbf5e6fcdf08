// Who may call which procedure, for tests/access.test.ts: an unlisted procedure fails it.
import type { Shop } from './client.ts';

export type Rule = {
  /** 'in person': verified, and not with an API key. */
  who: 'anyone' | 'signed in' | 'verified' | 'in person';
  /** The status when the caller is allowed but the input is useless; 200 by default. */
  status?: number;
  /** A valid call by the owner of `shop`. */
  input?: (shop: Shop) => Record<string, unknown>;
  /** What another user gets for the same call: not found, or a result without the owner's data. */
  otherUser?: 'not-found' | 'none of it';
  /** Whether a read-only key may not call it although it changes nothing. */
  isKeptFromReaders?: true;
};

const widgetOf = ({ widget }: Shop) => ({ widgetId: widget.id });
const notificationOf = ({ widget, notification }: Shop) => ({ widgetId: widget.id, notificationId: notification.id });
const reportOf = ({ site, report }: Shop) => ({ siteId: site.id, reportId: report.id });
const sourceOf = ({ site, source }: Shop) => ({ siteId: site.id, sourceId: source.id });
const importOf = ({ site, imported }: Shop) => ({
  siteId: site.id,
  ...(imported ?? { sourceId: 'made-up', importId: 'made-up' }),
});
/** Nobody's: whoever has a registration's id holds it, logged in or not. */
const madeUp = { id: 'made-up' };
const notification = { type: 'custom', message: 'Hello' };
/** What a verified owner may call for their own things, and nobody finds of another's. */
const owned = (input: NonNullable<Rule['input']>): Rule => ({ who: 'verified', input, otherUser: 'not-found' });

export const RULES: Record<string, Rule> = {
  'auth.register': { who: 'anyone', input: () => ({ email: 'new@shop.example', password: 'correct horse' }) },
  'auth.login': { who: 'anyone', input: () => ({ email: 'owner@shop.example', password: 'correct horse' }) },
  'auth.logout': { who: 'anyone' },
  'auth.session': { who: 'anyone' },
  'auth.sso': { who: 'anyone', input: () => ({ token: 'made up' }), status: 404 },
  'auth.forgotPassword': { who: 'anyone', input: () => ({ email: 'owner@shop.example' }) },
  'auth.verifyEmail': { who: 'anyone', input: () => ({ code: 'made up' }), status: 400 },
  'auth.resetPassword': { who: 'anyone', input: () => ({ token: 'made up', password: 'another one' }), status: 400 },
  'auth.checkReset': { who: 'anyone', input: () => ({ token: 'made up' }) },
  'auth.token': { who: 'signed in' },
  'auth.me': { who: 'signed in' },
  'auth.password': { who: 'signed in' },
  'auth.export': { who: 'signed in' },
  'auth.exportList': {
    who: 'signed in',
    input: ({ source }) => ({ id: source.id, list: 'events' }),
    status: 404,
    otherUser: 'not-found',
  },
  'auth.sendVerificationEmail': { who: 'signed in' },
  'auth.updateMe': { who: 'signed in', input: () => ({ displayName: 'Una' }) },
  'auth.confirm': { who: 'signed in', input: () => ({ password: 'correct horse' }) },
  'auth.changePassword': {
    who: 'signed in',
    input: () => ({ currentPassword: 'correct horse', newPassword: 'correct zebra' }),
  },
  'auth.changeEmail': { who: 'signed in', input: () => ({ email: 'moved@shop.example' }) },
  'auth.emailChange': { who: 'signed in' },
  'auth.cancelEmailChange': { who: 'signed in' },
  'auth.sendConfirmCode': { who: 'signed in', status: 409 },
  'auth.sessions': { who: 'signed in' },
  'auth.endSession': {
    who: 'signed in',
    input: ({ session }) => ({ id: session.id }),
    status: 404,
    otherUser: 'not-found',
  },
  'auth.endOtherSessions': { who: 'signed in' },
  'apiKeys.list': { who: 'in person', otherUser: 'none of it' },
  'apiKeys.create': { who: 'in person', input: () => ({ name: 'Script', scope: 'read' }), otherUser: 'none of it' },
  'apiKeys.revoke': { who: 'in person', input: ({ apiKey }) => ({ id: apiKey.id }), otherUser: 'not-found' },
  'meta.info': { who: 'anyone' },
  // Where no address for messages is set, as in most tests.
  'contact.send': { who: 'anyone', input: () => ({ email: 'ana@shop.example', message: 'Hello' }), status: 404 },
  'registration.plans': { who: 'anyone' },
  'registration.start': { who: 'anyone', input: () => ({ email: 'newer@shop.example' }) },
  'registration.get': { who: 'anyone', input: () => madeUp, status: 404, otherUser: 'not-found' },
  'registration.lookUp': { who: 'anyone', input: () => ({ email: 'owner@shop.example' }) },
  'registration.payment': { who: 'anyone', input: () => madeUp, status: 404, otherUser: 'not-found' },
  'registration.createUser': {
    who: 'anyone',
    input: () => ({ ...madeUp, password: 'correct horse' }),
    status: 404,
    otherUser: 'not-found',
  },
  'registration.verification': { who: 'anyone', input: () => madeUp, status: 404, otherUser: 'not-found' },
  'registration.resendVerification': { who: 'anyone', input: () => madeUp, status: 404, otherUser: 'not-found' },
  'registration.finish': { who: 'anyone', input: () => madeUp, status: 404, otherUser: 'not-found' },
  'registration.forceFinish': { who: 'anyone', input: () => madeUp, status: 404, otherUser: 'not-found' },
  'registration.current': { who: 'anyone' },
  'registration.mailLink': { who: 'anyone', input: () => ({ email: 'owner@shop.example' }) },
  'registration.resume': { who: 'anyone', input: () => ({ token: 'made up' }), status: 400 },
  'billing.read': { who: 'signed in' },
  'billing.offer': { who: 'anyone' },
  'billing.checkout': { who: 'in person', input: () => ({ plan: 'growth', cycle: 'annual' }), status: 400 },
  'billing.confirm': { who: 'signed in', input: () => ({ sessionId: 'cs_test_of_nobody' }), status: 400 },
  'billing.portal': { who: 'signed in', status: 409 },
  'sites.list': { who: 'verified', otherUser: 'none of it' },
  'sites.create': { who: 'verified', input: () => ({ name: 'Another' }) },
  'sites.get': owned(({ site }) => ({ id: site.id })),
  'sites.update': owned(({ site }) => ({ id: site.id, name: 'Mine' })),
  'sites.delete': owned(({ site }) => ({ id: site.id })),
  'sites.inspectionLink': owned(({ site }) => ({ id: site.id, url: 'https://shop.example/' })),
  'sites.installation': owned(({ site }) => ({ id: site.id })),
  'sites.setup': owned(({ site }) => ({ id: site.id })),
  'sites.celebrated': owned(({ site }) => ({ id: site.id, isCelebrated: true })),
  'sites.dataStatement': owned(({ site }) => ({ id: site.id })),
  'sites.attention': owned(({ site }) => ({ id: site.id })),
  'sites.weeklyEmail': owned(({ site }) => ({ id: site.id })),
  'sites.setWeeklyEmail': owned(({ site }) => ({ id: site.id, isOn: true })),
  // Without a mail server.
  'sites.sendWeeklyEmail': { ...owned(({ site }) => ({ id: site.id })), status: 409 },
  'widgets.list': { who: 'verified', input: ({ site }) => ({ siteId: site.id }), otherUser: 'none of it' },
  'widgets.get': owned(({ widget }) => ({ id: widget.id })),
  'widgets.bySite': owned(({ site }) => ({ siteId: site.id })),
  'widgets.update': owned(({ widget }) => ({ id: widget.id, isActive: false })),
  'widgets.saveSettings': owned(({ widget }) => ({ id: widget.id, settings: { behavior: { position: 'top-left' } } })),
  'notifications.list': owned(widgetOf),
  'notifications.create': owned((shop) => ({ ...widgetOf(shop), ...notification })),
  'notifications.update': owned((shop) => ({ ...notificationOf(shop), message: 'Mine' })),
  'notifications.delete': owned(notificationOf),
  'notifications.duplicate': owned(notificationOf),
  'notifications.deleted': owned(widgetOf),
  'notifications.restore': owned(notificationOf),
  'notifications.bulk': owned((shop) => ({ ...widgetOf(shop), ids: [shop.notification.id], action: 'deactivate' })),
  'notifications.order': owned((shop) => ({ ...widgetOf(shop), ids: [shop.notification.id] })),
  'templates.list': { who: 'verified', input: () => ({ limit: 200 }), otherUser: 'none of it' },
  'templates.get': owned(({ template }) => ({ id: template.id })),
  'templates.create': {
    who: 'verified',
    input: () => ({ name: 'Hello', category: 'announcements', type: 'custom', settings: { message: 'Hello' } }),
  },
  'templates.clone': owned(({ template }) => ({ id: template.id })),
  'templates.delete': owned(({ template }) => ({ id: template.id })),
  'images.list': { who: 'verified', otherUser: 'none of it' },
  'images.delete': owned(({ image }) => ({ id: image?.id ?? 'made-up' })),
  'templates.createNotification': owned(({ widget, template }) => ({ widgetId: widget.id, templateId: template.id })),
  'sources.list': owned(({ site }) => ({ siteId: site.id })),
  'sources.get': owned(sourceOf),
  'sources.activity': owned(sourceOf),
  'sources.deliveries': owned(sourceOf),
  // There are no deliveries in a shop of this test.
  'sources.runDelivery': { ...owned((shop) => ({ ...sourceOf(shop), deliveryId: 'made-up' })), status: 404 },
  'sources.capture': { ...owned(sourceOf), isKeptFromReaders: true },
  'sources.openCapture': owned(sourceOf),
  'sources.closeCapture': owned(sourceOf),
  // What a shop of this test has is no vendor's.
  'sources.connect': { ...owned((shop) => ({ ...sourceOf(shop), shop: 'oak.example' })), status: 409 },
  'sources.checkConnection': { ...owned(sourceOf), status: 409 },
  'sources.disconnect': owned(sourceOf),
  'sources.imports': owned(sourceOf),
  'sources.import': owned(importOf),
  'sources.undoImport': owned(importOf),
  'sources.create': owned(({ site }) => ({ siteId: site.id, kind: 'stripe' })),
  'sources.update': owned((shop) => ({ ...sourceOf(shop), name: 'Mine' })),
  'sources.delete': owned(sourceOf),
  'events.list': owned(({ site }) => ({ siteId: site.id })),
  'events.aggregate': owned(({ site }) => ({ siteId: site.id, measure: 'count', kind: 'purchase', window: 'week' })),
  'events.add': owned(({ site }) => ({
    siteId: site.id,
    events: [{ id: '2', kind: 'signup', occurredAt: '2026-03-01T00:00:00Z' }],
  })),
  'events.retract': owned(({ site, event }) => ({ siteId: site.id, eventId: event.id })),
  'events.forget': owned(({ site }) => ({ siteId: site.id, email: 'ana@shop.example' })),
  'stats.summary': { who: 'verified', otherUser: 'none of it' },
  'stats.account': { who: 'verified', otherUser: 'none of it' },
  'stats.accountCsv': { who: 'verified', input: () => ({ by: 'site' }), otherUser: 'none of it' },
  'stats.site': owned(({ site }) => ({ siteId: site.id })),
  'stats.csv': owned(({ site }) => ({ siteId: site.id, by: 'page' })),
  'effect.listGoals': owned(({ site }) => ({ siteId: site.id })),
  'effect.createGoal': owned(({ site }) => ({ siteId: site.id, name: 'Orders', kind: 'orders' })),
  'effect.updateGoal': owned(({ site, goal }) => ({
    ...{ siteId: site.id, goalId: goal?.id ?? 'made-up' },
    ...{ name: 'Mine', kind: 'orders' },
  })),
  'effect.deleteGoal': owned(({ site, goal }) => ({ siteId: site.id, goalId: goal?.id ?? 'made-up' })),
  'effect.holdOut': owned(({ site }) => ({ siteId: site.id })),
  'effect.updateHoldOut': owned(({ site }) => ({ siteId: site.id, share: 10 })),
  'effect.get': owned(({ site }) => ({ siteId: site.id })),
  'reports.list': owned(({ site }) => ({ siteId: site.id })),
  'reports.get': owned(reportOf),
  'reports.create': owned(({ site }) => ({ siteId: site.id, name: 'Week', range: '7d' })),
  'reports.update': owned((shop) => ({ ...reportOf(shop), name: 'Mine' })),
  'reports.delete': owned(reportOf),
  'reports.stats': owned(reportOf),
  'reports.csv': owned((shop) => ({ ...reportOf(shop), by: 'time' })),
  'reports.preview': owned(({ site }) => ({ siteId: site.id })),
  'reports.previewCsv': owned(({ site }) => ({ siteId: site.id, by: 'time' })),
  'stats.cost': owned(({ site }) => ({ siteId: site.id })),
  // Last, because it deletes the account.
  'auth.deleteMe': { who: 'signed in' },
};
