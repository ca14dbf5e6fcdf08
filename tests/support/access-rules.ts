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
  'auth.firstVerificationLink': { who: 'signed in' },
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
  'sites.get': { who: 'verified', input: ({ site }) => ({ id: site.id }), otherUser: 'not-found' },
  'sites.update': { who: 'verified', input: ({ site }) => ({ id: site.id, name: 'Mine' }), otherUser: 'not-found' },
  'sites.delete': { who: 'verified', input: ({ site }) => ({ id: site.id }), otherUser: 'not-found' },
  'sites.inspectionLink': {
    who: 'verified',
    input: ({ site }) => ({ id: site.id, url: 'https://shop.example/' }),
    otherUser: 'not-found',
  },
  'sites.installation': { who: 'verified', input: ({ site }) => ({ id: site.id }), otherUser: 'not-found' },
  'sites.setup': { who: 'verified', input: ({ site }) => ({ id: site.id }), otherUser: 'not-found' },
  'sites.celebrated': {
    who: 'verified',
    input: ({ site }) => ({ id: site.id, isCelebrated: true }),
    otherUser: 'not-found',
  },
  'sites.dataStatement': { who: 'verified', input: ({ site }) => ({ id: site.id }), otherUser: 'not-found' },
  'sites.attention': { who: 'verified', input: ({ site }) => ({ id: site.id }), otherUser: 'not-found' },
  'sites.weeklyEmail': { who: 'verified', input: ({ site }) => ({ id: site.id }), otherUser: 'not-found' },
  'sites.setWeeklyEmail': {
    who: 'verified',
    input: ({ site }) => ({ id: site.id, isOn: true }),
    otherUser: 'not-found',
  },
  'widgets.list': { who: 'verified', input: ({ site }) => ({ siteId: site.id }), otherUser: 'none of it' },
  'widgets.get': { who: 'verified', input: ({ widget }) => ({ id: widget.id }), otherUser: 'not-found' },
  'widgets.bySite': { who: 'verified', input: ({ site }) => ({ siteId: site.id }), otherUser: 'not-found' },
  'widgets.update': {
    who: 'verified',
    input: ({ widget }) => ({ id: widget.id, isActive: false }),
    otherUser: 'not-found',
  },
  'widgets.saveSettings': {
    who: 'verified',
    input: ({ widget }) => ({ id: widget.id, settings: { behavior: { position: 'top-left' } } }),
    otherUser: 'not-found',
  },
  'notifications.list': { who: 'verified', input: widgetOf, otherUser: 'not-found' },
  'notifications.create': {
    who: 'verified',
    input: (shop) => ({ ...widgetOf(shop), ...notification }),
    otherUser: 'not-found',
  },
  'notifications.update': {
    who: 'verified',
    input: (shop) => ({ ...notificationOf(shop), message: 'Mine' }),
    otherUser: 'not-found',
  },
  'notifications.delete': { who: 'verified', input: notificationOf, otherUser: 'not-found' },
  'notifications.duplicate': { who: 'verified', input: notificationOf, otherUser: 'not-found' },
  'notifications.deleted': { who: 'verified', input: widgetOf, otherUser: 'not-found' },
  'notifications.restore': { who: 'verified', input: notificationOf, otherUser: 'not-found' },
  'notifications.bulk': {
    who: 'verified',
    input: (shop) => ({ ...widgetOf(shop), ids: [shop.notification.id], action: 'deactivate' }),
    otherUser: 'not-found',
  },
  'notifications.order': {
    who: 'verified',
    input: (shop) => ({ ...widgetOf(shop), ids: [shop.notification.id] }),
    otherUser: 'not-found',
  },
  'templates.list': { who: 'verified', input: () => ({ limit: 200 }), otherUser: 'none of it' },
  'templates.get': { who: 'verified', input: ({ template }) => ({ id: template.id }), otherUser: 'not-found' },
  'templates.create': {
    who: 'verified',
    input: () => ({ name: 'Hello', category: 'announcements', type: 'custom', settings: { message: 'Hello' } }),
  },
  'templates.clone': { who: 'verified', input: ({ template }) => ({ id: template.id }), otherUser: 'not-found' },
  'templates.delete': { who: 'verified', input: ({ template }) => ({ id: template.id }), otherUser: 'not-found' },
  'templates.createNotification': {
    who: 'verified',
    input: ({ widget, template }) => ({ widgetId: widget.id, templateId: template.id }),
    otherUser: 'not-found',
  },
  'sources.list': { who: 'verified', input: ({ site }) => ({ siteId: site.id }), otherUser: 'not-found' },
  'sources.get': { who: 'verified', input: sourceOf, otherUser: 'not-found' },
  'sources.deliveries': { who: 'verified', input: sourceOf, otherUser: 'not-found' },
  // There are no deliveries in a shop of this test.
  'sources.runDelivery': {
    who: 'verified',
    input: (shop) => ({ ...sourceOf(shop), deliveryId: 'made-up' }),
    status: 404,
    otherUser: 'not-found',
  },
  'sources.capture': { who: 'verified', input: sourceOf, otherUser: 'not-found', isKeptFromReaders: true },
  'sources.openCapture': { who: 'verified', input: sourceOf, otherUser: 'not-found' },
  'sources.closeCapture': { who: 'verified', input: sourceOf, otherUser: 'not-found' },
  'sources.imports': { who: 'verified', input: sourceOf, otherUser: 'not-found' },
  'sources.import': { who: 'verified', input: importOf, otherUser: 'not-found' },
  'sources.undoImport': { who: 'verified', input: importOf, otherUser: 'not-found' },
  'sources.create': {
    who: 'verified',
    input: ({ site }) => ({ siteId: site.id, kind: 'stripe' }),
    otherUser: 'not-found',
  },
  'sources.update': { who: 'verified', input: (shop) => ({ ...sourceOf(shop), name: 'Mine' }), otherUser: 'not-found' },
  'sources.delete': { who: 'verified', input: sourceOf, otherUser: 'not-found' },
  'events.list': { who: 'verified', input: ({ site }) => ({ siteId: site.id }), otherUser: 'not-found' },
  'events.aggregate': {
    who: 'verified',
    input: ({ site }) => ({ siteId: site.id, measure: 'count', kind: 'purchase', window: 'week' }),
    otherUser: 'not-found',
  },
  'events.add': {
    who: 'verified',
    input: ({ site }) => ({
      siteId: site.id,
      events: [{ id: '2', kind: 'signup', occurredAt: '2026-03-01T00:00:00Z' }],
    }),
    otherUser: 'not-found',
  },
  'events.retract': {
    who: 'verified',
    input: ({ site, event }) => ({ siteId: site.id, eventId: event.id }),
    otherUser: 'not-found',
  },
  'events.forget': {
    who: 'verified',
    input: ({ site }) => ({ siteId: site.id, email: 'ana@shop.example' }),
    otherUser: 'not-found',
  },
  'stats.summary': { who: 'verified', otherUser: 'none of it' },
  'stats.account': { who: 'verified', otherUser: 'none of it' },
  'stats.accountCsv': { who: 'verified', input: () => ({ by: 'site' }), otherUser: 'none of it' },
  'stats.site': { who: 'verified', input: ({ site }) => ({ siteId: site.id }), otherUser: 'not-found' },
  'stats.csv': { who: 'verified', input: ({ site }) => ({ siteId: site.id, by: 'page' }), otherUser: 'not-found' },
  'reports.list': { who: 'verified', input: ({ site }) => ({ siteId: site.id }), otherUser: 'not-found' },
  'reports.get': { who: 'verified', input: reportOf, otherUser: 'not-found' },
  'reports.create': {
    who: 'verified',
    input: ({ site }) => ({ siteId: site.id, name: 'Week', range: '7d' }),
    otherUser: 'not-found',
  },
  'reports.update': {
    who: 'verified',
    input: (shop) => ({ ...reportOf(shop), name: 'Mine' }),
    otherUser: 'not-found',
  },
  'reports.delete': { who: 'verified', input: reportOf, otherUser: 'not-found' },
  'reports.stats': { who: 'verified', input: reportOf, otherUser: 'not-found' },
  'reports.csv': { who: 'verified', input: (shop) => ({ ...reportOf(shop), by: 'time' }), otherUser: 'not-found' },
  'reports.preview': { who: 'verified', input: ({ site }) => ({ siteId: site.id }), otherUser: 'not-found' },
  'reports.previewCsv': {
    who: 'verified',
    input: ({ site }) => ({ siteId: site.id, by: 'time' }),
    otherUser: 'not-found',
  },
  'stats.cost': { who: 'verified', input: ({ site }) => ({ siteId: site.id }), otherUser: 'not-found' },
  // Last, because it deletes the account.
  'auth.deleteMe': { who: 'signed in' },
};
