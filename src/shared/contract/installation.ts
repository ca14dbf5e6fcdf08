// What really happened with a site, on the wire: where its snippet was seen, how far it is set up, what needs attention.
import { z } from 'zod';
import { SOURCE_KINDS } from '../source-kinds.ts';
import { id, isoDate } from './text.ts';

const sighting = z.object({ host: z.string(), firstSeenAt: isoDate(), lastSeenAt: isoDate() });

/** Every list is the latest first. Times may be a minute or two old. */
export const installationSchema = z.object({
  /** The server's time of this answer. */
  checkedAt: isoDate(),
  /** Where the snippet was seen, at most HOSTS_PER_SITE. */
  hosts: z.array(sighting),
  /** Hosts that asked and are not among the site's domains. */
  refused: z.array(sighting),
  /** Ids of no site, with which one of the site's own domains asked. */
  otherIds: z.array(z.object({ id: z.string(), host: z.string(), lastSeenAt: isoDate() })),
  isWidgetActive: z.boolean(),
});
export type Installation = z.infer<typeof installationSchema>;

/** What is null has not happened yet. */
export const siteSetupSchema = z.object({
  createdAt: isoDate(),
  /** When a page with the snippet first asked, and which. */
  seen: z.object({ host: z.string(), at: isoDate() }).nullable(),
  firstNotificationAt: isoDate().nullable(),
  /** True to a second, or to the hour for what was counted by earlier versions. */
  firstDisplayAt: isoDate().nullable(),
  firstClickAt: isoDate().nullable(),
  /** When the oldest event that is kept came from a source; tests are none. */
  firstEventAt: isoDate().nullable(),
  /** The notification of the first display; null also when it is deleted. */
  displayedNotification: z.object({ id: z.string(), message: z.string(), url: z.string().nullable() }).nullable(),
  /** Whether the owner was told of the first display. */
  isCelebrated: z.boolean(),
});
export type SiteSetup = z.infer<typeof siteSetupSchema>;

export const celebrateSiteInput = z.strictObject({ id: id(), isCelebrated: z.literal(true, 'Can only be true') });

/** Why an active notification was not displayed, as likely as rules, schedule and sightings can tell. */
const SILENCES = [
  'never-live',
  'ended',
  'not-started',
  'rules',
  'widget-off',
  'not-installed',
  'hidden-on-devices',
  'unknown',
] as const;

const ofSource = { sourceId: z.string(), sourceKind: z.enum(SOURCE_KINDS), name: z.string() };

export const attentionItemSchema = z.discriminatedUnion('kind', [
  /** Visitors who saw notifications did so much less of what they are meant to do that the guard paused the widget. */
  z.object({ kind: z.literal('paused-by-guard'), at: isoDate() }),
  /** More or fewer browsers are in one group of a measured epoch than chance explains. */
  z.object({
    kind: z.literal('broken-groups'),
    /** Whether that looks made up: the orders are as they should be. */
    isForged: z.boolean(),
  }),
  /** Nothing was seen of the snippet for a day, on a site that had it. */
  z.object({ kind: z.literal('not-seen'), host: z.string(), lastSeenAt: isoDate() }),
  /** An active notification without a display for a week. */
  z.object({
    kind: z.literal('silent-notification'),
    notificationId: z.string(),
    message: z.string(),
    /** Since when it has had no display. */
    since: isoDate(),
    reason: z.enum(SILENCES),
    /** A plain sentence, such as what its rules say. */
    detail: z.string().optional(),
  }),
  /** What is drawn is hard to read: below the AA level of WCAG 2.2. */
  z.object({
    kind: z.literal('low-contrast'),
    /** 1 to 21. */
    ratio: z.number(),
    /** What is drawn on the background, such as 'Link text'. */
    pair: z.string(),
    /** The notification whose own appearance it is; absent for the widget's. */
    notificationId: z.string().optional(),
  }),
  /** A page of this host asked within a week, and the site does not list it. */
  z.object({ kind: z.literal('refused-domain'), host: z.string(), lastSeenAt: isoDate() }),
  /** Nothing of a source can be taken before its secret is here. */
  z.object({
    kind: z.literal('source-needs-secret'),
    ...ofSource,
    /** When the sender last delivered in vain; null while it hasn't. */
    refusedAt: isoDate().nullable(),
  }),
  /** A connection to a shop's own API that goes on only once its owner has done something. */
  z.object({ kind: z.literal('source-disconnected'), ...ofSource, problem: z.string() }),
  /** So many deliveries of a WooCommerce shop failed in a row that it has probably switched its webhook off. */
  z.object({ kind: z.literal('source-off'), ...ofSource, failures: z.number().int() }),
  /** What came last from a source, within a week, was refused. */
  z.object({
    kind: z.literal('source-refused'),
    ...ofSource,
    refusedAt: isoDate(),
    /** What was wrong with it; null when it was not correctly signed. */
    reason: z.string().nullable(),
  }),
  /** Nothing came for days from a source that told something almost every day. */
  z.object({ kind: z.literal('source-silent'), ...ofSource, lastDeliveryAt: isoDate() }),
]);
export type AttentionItem = z.infer<typeof attentionItemSchema>;
