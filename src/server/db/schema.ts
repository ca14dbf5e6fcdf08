// The tables as Kysely sees them. Dates are ISO text in UTC, flags are 0 or 1, and JSON is branded text. Tables that
// owners edit are derived from the contract, so a new field needs a migration but no change here.
import type { Generated } from 'kysely';
import type { User } from '#shared/contract/account.ts';
import type { ApiKey } from '#shared/contract/api-key.ts';
import type { Notification } from '#shared/contract/notification.ts';
import type { Report } from '#shared/contract/report.ts';
import type { Site } from '#shared/contract/site.ts';
import type { Template } from '#shared/contract/template.ts';
import type { SettingsPatch, Widget } from '#shared/contract/widget.ts';
import type { BillingSchema } from './billing-schema.ts';
import type { TableOf } from './codecs.ts';
import type { EventsSchema } from './events-schema.ts';
import type { QueueSchema } from './queue-schema.ts';

/** An account; `photoUrl` and the subscription's fields are named after their columns. */
export type StoredUser = Omit<User, '_id' | 'photoURL' | 'roles' | 'subscription'> & {
  id: string;
  /** NFKC and lower case, for looking the account up. */
  emailLower: string;
  /** The address it is about to have, once that is confirmed; null when it isn't being changed. */
  pendingEmail: string | null;
  photoUrl: string | null;
  passwordHash: string | null;
  emailVerifiedAt: string | null;
  /** The plan that its best subscription is for; null without one. */
  subscriptionType: string | null;
  /** The user's id in the operator's single sign-on; null until they first use it. */
  ssoSubject: string | null;
  /** The plan that the operator granted; null without. */
  grantedPlan: string | null;
  /** The account's customer at the payment provider; null until it first buys. */
  customerId: string | null;
  createdAt: string;
  updatedAt: string;
};
type UsersTable = TableOf<StoredUser, 'role' | 'integrations' | 'emailVerified' | 'subscriptionStatus'>;

export type StoredSession = {
  /** sha256 (hex) of the session's id. Only the browser has the id itself. */
  id: string;
  /** The id that access tokens carry. */
  publicId: string;
  userId: string;
  expiresAt: string;
  createdAt: string;
  /** Of the browser that logged in, truncated. */
  userAgent: string | null;
  /** When it last asked for an access token; null for sessions older than this column. */
  lastUsedAt: string | null;
  /** When its user last proved who they are; null when they never did. */
  confirmedAt: string | null;
};
type SessionsTable = TableOf<StoredSession>;

/** Used single sign-on tokens, until they expire. */
type SsoTokensTable = { id_hash: string; expires_at: string };

export type StoredApiKey = ApiKey & {
  userId: string;
  /** sha256 (hex) of the key. */
  keyHash: string;
};
type ApiKeysTable = TableOf<StoredApiKey>;

export type StoredEmailToken = {
  tokenHash: string;
  userId: string;
  purpose: 'verify' | 'reset' | 'confirm';
  /** What it was sent to, as users are looked up; null for tokens older than this column. */
  emailLower: string | null;
  expiresAt: string;
  usedAt: string | null;
  createdAt: string;
};
type EmailTokensTable = TableOf<StoredEmailToken>;

/** What somebody wrote by the contact form. */
export type StoredContactMessage = {
  id: string;
  name: string | null;
  email: string;
  message: string;
  createdAt: string;
};
type ContactMessagesTable = TableOf<StoredContactMessage>;

/** A site whose owner gets the weekly summary. */
type WeeklyEmailsTable = { site_id: string; switched_on_at: string };
/** A Monday that is dealt with: `queued_at` is null when there was nothing to tell. */
type WeeklyEmailWeeksTable = { site_id: string; week: string; queued_at: string | null };

type LimitsTable = { key: string; hits: number; resets_at: string };

export type StoredSite = Omit<Site, '_id'> & { ownerId: string };
type SitesTable = TableOf<StoredSite>;

/** Only what the owner changed; reading fills in the defaults. */
export type StoredSettings = Omit<SettingsPatch, 'revision'>;
export type StoredWidget = Omit<Widget, 'settings' | 'styleSheet'> & { settings: StoredSettings; revision: number };
type WidgetsTable = TableOf<StoredWidget, 'isActive' | 'settings' | 'revision'>;

export type NotificationsTable = TableOf<Notification, 'displayCount' | 'clickCount' | 'isCustom' | 'isHeldBack'> & {
  site_id: string;
  /** The template it was made from, also once that is deleted. Unlike `metadata`, callers cannot write it. */
  template_id: string | null;
  /** The event that it tells of; null for those that somebody wrote. */
  event_key: string | null;
  /** Rises with everything that makes its number worth another look, so that no count writes over a later one. */
  computed_turn: Generated<number>;
  /** Whether the delivery of that event was signed; null without one. */
  is_signed: number | null;
  /** Null unless it was deleted: then nobody sees it, and it can be restored for NOTIFICATION_RESTORE_LIFE. */
  deleted_at: string | null;
};

/** Built-in ones have no owner. */
export type StoredTemplate = Omit<Template, 'isBuiltIn' | 'usageCount'> & {
  ownerId: string | null;
  /** Name and message in lower case, for searching: databases disagree about the case of letters. */
  searchText: string;
};
type TemplatesTable = TableOf<StoredTemplate>;

/** Settings that an inspection link carries, under the sha256 (hex) of its token, until the link expires. */
export type StoredDraft = { tokenHash: string; siteId: string; settings: StoredSettings; expiresAt: string };
type DraftSettingsTable = TableOf<StoredDraft>;

/** How a page's request for a site ended. */
export type SightingKind = 'seen' | 'refused' | 'other-id';

/** That pages of a host asked for a site. A site has a bounded number of each kind (db/sightings.ts). */
export type StoredSighting = {
  siteId: string;
  kind: SightingKind;
  host: string;
  /** The unknown id that was asked for instead of the site's own; '' for other kinds. */
  askedId: string;
  firstSeenAt: string;
  lastSeenAt: string;
  /** From how many addresses it came, as far as the servers' samples can tell: what decides which hosts stay. */
  reach: number;
};
type SightingsTable = TableOf<StoredSighting>;

/** When each step of a site's set-up happened; absent until something did. */
export type StoredSetup = {
  siteId: string;
  seenHost: string | null;
  seenAt: string | null;
  firstDisplayAt: string | null;
  /** The notification of the first display. */
  displayedId: string | null;
  firstClickAt: string | null;
  celebratedAt: string | null;
};
type SiteSetupsTable = TableOf<StoredSetup>;

export type StoredReport = Report & { siteId: string };
type ReportsTable = TableOf<StoredReport>;

/**
 * One row per notification and hour with interactions; `hour` is the hour's start in UTC, aligned to the site's offset.
 */
type StatsHourlyTable = {
  site_id: string;
  widget_id: string;
  notification_id: string;
  hour: string;
  displays: Generated<number>;
  clicks: Generated<number>;
  dismissals: Generated<number>;
};

type DailyCounts = {
  site_id: string;
  /** Calendar day in the site's time zone. */
  day: string;
  displays: Generated<number>;
  clicks: Generated<number>;
  dismissals: Generated<number>;
};
/** Sums of a day's hours, written in the same transaction: reports over many days read these. */
type StatsDailyNotificationTable = DailyCounts & { notification_id: string };
/** Each interaction counts in one device row of its day ('unknown' without a device), so the rows add up to the day. */
type StatsDailyDeviceTable = DailyCounts & { device: string };
/**
 * At most PAGES_PER_DAY paths per site and day; the rest counts as 'other'. `reach` is how many addresses the displays
 * came from (docs/decisions/003-counting.md); it says which paths stay.
 */
type StatsDailyPageTable = DailyCounts & { page: string; reach: Generated<number> };

/** Measured page loads of a day whose bytes, requests or microseconds of main thread ended in the bucket up to `up_to`. */
type StatsDailyCostTable = {
  site_id: string;
  day: string;
  measure: string;
  up_to: number;
  loads: Generated<number>;
};

/** Every file of every widget build that this installation has served, so that a pinned snippet never breaks. */
type WidgetBuildsTable = {
  file: string;
  source: string;
  integrity: string;
  created_at: string;
  /** The compressed copies as the build made them, in base64; null in older rows. */
  brotli: string | null;
  gzip: string | null;
};

export type Schema = BillingSchema &
  QueueSchema &
  EventsSchema & {
    users: UsersTable;
    sessions: SessionsTable;
    email_tokens: EmailTokensTable;
    sso_tokens: SsoTokensTable;
    api_keys: ApiKeysTable;
    contact_messages: ContactMessagesTable;
    limits: LimitsTable;
    sites: SitesTable;
    widgets: WidgetsTable;
    notifications: NotificationsTable;
    templates: TemplatesTable;
    draft_settings: DraftSettingsTable;
    sightings: SightingsTable;
    site_setups: SiteSetupsTable;
    reports: ReportsTable;
    weekly_emails: WeeklyEmailsTable;
    weekly_email_weeks: WeeklyEmailWeeksTable;
    stats_hourly: StatsHourlyTable;
    stats_daily_notification: StatsDailyNotificationTable;
    stats_daily_device: StatsDailyDeviceTable;
    stats_daily_page: StatsDailyPageTable;
    stats_daily_cost: StatsDailyCostTable;
    widget_builds: WidgetBuildsTable;
  };
