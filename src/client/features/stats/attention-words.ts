// What is said of each thing that needs attention, and how it is mended: by a press, or at which exact place. Pure.
import { agoOf } from '#client/format/dates.ts';
import { GIVING_UP } from '#client/format/giving-up.ts';
import { screens } from '#client/screens.ts';
import type { AttentionItem } from '#shared/contract/installation.ts';
import type { SourceKind } from '#shared/source-kinds.ts';
import { DAY } from '#shared/time.ts';

type Silent = Extract<AttentionItem, { kind: 'silent-notification' }>;
type Contrast = Extract<AttentionItem, { kind: 'low-contrast' }>;

export type Mending =
  | { kind: 'go'; label: string; href: string }
  | { kind: 'add-domain'; host: string }
  | { kind: 'switch-on' }
  /** The inspector knows more than the server. */
  | { kind: 'inspect' };

export type AttentionWords = {
  title: string;
  text: string;
  /** Visitors get nothing. */
  isUrgent: boolean;
  mending: Mending;
};

const go = (label: string, href: string): Mending => ({ kind: 'go', label, href });

/** @param widgetRules the site's own rules in words. @param now ms. */
export function wordsOf(item: AttentionItem, slug: string, widgetRules: string, now: number): AttentionWords {
  switch (item.kind) {
    case 'paused-by-guard':
      return {
        title: `Notifications were paused ${agoOf(item.at, now)}: they cost orders`,
        text: 'Visitors who could not see them did more of what you want, and that is hardly chance.',
        isUrgent: true,
        mending: go('See the figures', screens.siteEffect.href(slug)),
      };
    case 'broken-groups':
      return {
        title: item.isForged ? 'Somebody is making up visitors' : 'The two groups are not as large as they must be',
        text: item.isForged
          ? 'Far too many in one group, while the orders are as they should be. The orders’ figures stay right.'
          : 'Nothing can be said about the effect until the cause is found.',
        isUrgent: false,
        mending: go('See the figures', screens.siteEffect.href(slug)),
      };
    case 'not-seen':
      return {
        title: `The snippet was last seen ${agoOf(item.lastSeenAt, now)}`,
        text: `It was on ${item.host}. A new theme or a page builder may have dropped it.`,
        isUrgent: true,
        mending: go('Check the installation', screens.siteSetup.href(slug)),
      };
    case 'refused-domain':
      return {
        title: `${item.host} isn't on your domain list`,
        text: `A page there asked for your notifications ${agoOf(item.lastSeenAt, now)} and got none.`,
        isUrgent: true,
        mending: { kind: 'add-domain', host: item.host },
      };
    case 'low-contrast':
      return {
        title: `${item.pair.replace(ON_BACKGROUND, '')} ${item.notificationId ? 'of one notification ' : ''}is hard to read`,
        text: `Its contrast with the background is ${item.ratio.toFixed(1)}:1, less than WCAG 2.2 asks for (AA).`,
        isUrgent: false,
        mending: go('Change the color', colorHref(slug, item)),
      };
    case 'silent-notification':
      return {
        title: `“${item.message}” hasn't been displayed for ${daysSince(item.since, now)} days`,
        text: reasonOf(item),
        isUrgent: item.reason === 'widget-off' || item.reason === 'not-installed',
        mending: mendingOf(item, slug, widgetRules),
      };
    case 'source-needs-secret':
      return {
        title: item.refusedAt
          ? `${item.name} sent a delivery ${agoOf(item.refusedAt, now)}, but you haven't added its secret`
          : `${item.name} isn't connected yet`,
        text: item.refusedAt
          ? 'Add it, and the next deliveries become notifications.'
          : 'Once it is, its orders become notifications.',
        isUrgent: item.refusedAt !== null,
        mending: go(
          item.refusedAt ? 'Add the secret' : 'Finish connecting',
          screens.siteSource.href(slug, item.sourceId),
        ),
      };
    case 'source-disconnected':
      return {
        title: `${item.name} isn't connected any more`,
        text: `${item.problem.replace(/\.$/, '')}. New orders may be missing.`,
        isUrgent: true,
        mending: go('Connect again', screens.siteSource.href(slug, item.sourceId)),
      };
    case 'source-off':
      return {
        title: `${item.name} has probably switched its webhooks off`,
        text: `The last ${item.failures} deliveries failed, and WooCommerce stops after about five. Check the secret, and set their status to Active again.`,
        isUrgent: true,
        mending: go('See how', screens.siteSource.href(slug, item.sourceId)),
      };
    case 'source-refused':
      return {
        title: `A delivery from ${item.name} was refused ${agoOf(item.refusedAt, now)}`,
        text: refusalOf(item),
        isUrgent: true,
        mending: go(
          item.reason === null ? 'Check the secret' : 'Open the source',
          screens.siteSource.href(slug, item.sourceId),
        ),
      };
    case 'source-silent':
      return {
        title: `No deliveries from ${item.name} for ${daysSince(item.lastDeliveryAt, now)} days`,
        text: STOPPED[item.sourceKind],
        isUrgent: false,
        mending: go('Check the source', screens.siteSource.href(slug, item.sourceId)),
      };
  }
}

const daysSince = (iso: string, now: number) => Math.floor((now - Date.parse(iso)) / DAY);

function refusalOf({ sourceKind, reason }: Extract<AttentionItem, { kind: 'source-refused' }>): string {
  if (reason !== null) return `Its signature is right, but we couldn't read it. ${reason}.`;
  return ["Its signature doesn't match the secret.", GIVING_UP[sourceKind]].filter(Boolean).join(' ');
}

/** What stops a sender that has worked. */
const STOPPED: Record<SourceKind, string> = {
  shopify: 'It used to send something almost every day. Check in Shopify that its webhooks are still there.',
  woocommerce: 'It used to send something almost every day. Check in WooCommerce that its webhooks are still Active.',
  stripe: 'It used to send something almost every day. Check in Stripe that the endpoint is still enabled.',
  webhook: 'It used to send something almost every day. Check that its sender is still running.',
  api: 'It used to send something almost every day. Check that the script that sends events is still running.',
  csv: 'A file used to be imported almost every day. Check that the script that sends them is still running.',
};

/** Settings screens bring the setting into view (settings/setting-field.tsx). */
const settingHref = (screen: string, path: string) => `${screen}?setting=${path}`;

const ON_BACKGROUND = / on the background$/;

/** Which color draws what the contrast's `pair` names. */
const COLORS: Record<string, string> = {
  Text: 'textColor',
  Time: 'textColor',
  'Link text': 'linkColor',
  'Icons and numbers': 'primaryColor',
};

function colorHref(slug: string, { pair, notificationId }: Contrast): string {
  if (notificationId) return screens.siteNotifications.editHref(slug, notificationId, 'appearance');
  const color = COLORS[pair.replace(ON_BACKGROUND, '')];
  const screen = screens.siteAppearance.href(slug);
  return color ? settingHref(screen, `appearance.brandColors.${color}`) : screen;
}

const REASONS: Record<Silent['reason'], string> = {
  'never-live': 'Its start and end leave no time to show it.',
  ended: 'Its dates have ended.',
  'not-started': 'Its start is more than a year ahead.',
  rules: 'Its rules match none of your visitors.',
  'widget-off': 'The widget is paused.',
  'not-installed': 'The snippet was never seen on your site.',
  'hidden-on-devices': 'The widget is hidden on every device.',
  unknown: 'Open your page with the inspector to see why.',
};

function reasonOf({ reason, detail }: Silent): string {
  if (!detail) return REASONS[reason];
  return reason === 'rules' ? `Its rules probably match none of your visitors. ${detail}` : detail;
}

function mendingOf({ reason, detail, notificationId }: Silent, slug: string, widgetRules: string): Mending {
  switch (reason) {
    case 'never-live':
    case 'ended':
    case 'not-started':
      return go('Change its dates', screens.siteNotifications.editHref(slug, notificationId));
    case 'rules':
      return detail === widgetRules
        ? go('Open the rules', screens.siteRules.href(slug))
        : go('Open its rules', screens.siteNotifications.editHref(slug, notificationId, 'rules'));
    case 'widget-off':
      return { kind: 'switch-on' };
    case 'not-installed':
      return go('Get the snippet', screens.siteSetup.href(slug));
    case 'hidden-on-devices':
      return go(
        'Choose the devices',
        settingHref(screens.siteBehavior.href(slug), 'behavior.visibility.showOnDesktop'),
      );
    case 'unknown':
      // What comes before it in the queue is known; the order is changed on the same screen.
      return detail
        ? go('Change the queue', settingHref(screens.siteBehavior.href(slug), 'behavior.queue.order'))
        : { kind: 'inspect' };
  }
}
