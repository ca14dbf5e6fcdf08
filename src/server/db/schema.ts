// The tables as Kysely sees them. Dates are ISO text in UTC, flags 0 or 1, and JSON is text with a brand. Tables of what
// owners edit follow from the contract, so that a new field needs a migration but no second description here.
import type { Generated } from 'kysely';
import type { User } from '#shared/contract/account.ts';
import type { ApiKey } from '#shared/contract/api-key.ts';
import type { Notification } from '#shared/contract/notification.ts';
import type { Site } from '#shared/contract/site.ts';
import type { SettingsPatch, Widget } from '#shared/contract/widget.ts';
import type { TableOf } from './codecs.ts';

/** An account; `photoUrl` and the subscription are spelled as their columns. */
export type StoredUser = Omit<User, '_id' | 'photoURL' | 'roles' | 'subscription'> & {
  id: string;
  /** NFKC and lower case: the spelling an account is found by. */
  emailLower: string;
  photoUrl: string | null;
  passwordHash: string | null;
  emailVerifiedAt: string | null;
  subscriptionType: string | null;
  maxSites: number;
  /** What the operator's single sign-on calls this user; null until they first use it. */
  ssoSubject: string | null;
  createdAt: string;
  updatedAt: string;
};
type UsersTable = TableOf<StoredUser, 'role' | 'integrations' | 'emailVerified' | 'subscriptionStatus' | 'maxSites'>;

export type SessionsTable = {
  /** sha256 (hex) of the session's id. Only the browser has the id itself. */
  id: string;
  /** The id in access tokens. */
  public_id: string;
  user_id: string;
  expires_at: string;
  created_at: string;
  /** Of the browser that logged in, cut. */
  user_agent: string | null;
  /** When it last asked for an access token; null for sessions older than this column. */
  last_used_at: string | null;
};

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
  purpose: 'verify' | 'reset';
  expiresAt: string;
  usedAt: string | null;
  createdAt: string;
};
type EmailTokensTable = TableOf<StoredEmailToken>;

/** The email queue: a row is deleted once its email is handed over, and keeps next_attempt_at null when given up. */
export type MailsTable = {
  id: string;
  recipient: string;
  subject: string;
  body_text: string;
  body_html: string;
  link: string | null;
  attempts: Generated<number>;
  next_attempt_at: string | null;
  last_error: string | null;
  created_at: string;
};

type LimitsTable = { key: string; hits: number; resets_at: string };

export type StoredSite = Omit<Site, '_id'> & { ownerId: string };
type SitesTable = TableOf<StoredSite>;

/** What an owner changed; the defaults are laid under it when reading. */
export type StoredSettings = Omit<SettingsPatch, 'revision'>;
export type StoredWidget = Omit<Widget, 'settings'> & { settings: StoredSettings; revision: number };
type WidgetsTable = TableOf<StoredWidget, 'isActive' | 'settings' | 'revision'>;

export type NotificationsTable = TableOf<Notification, 'displayCount' | 'clickCount' | 'isCustom'> & {
  site_id: string;
};

/** One row per notification and hour with interactions; `hour` is its start in UTC, aligned to the site's offset. */
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
  /** Calendar day of the site's time zone. */
  day: string;
  displays: Generated<number>;
  clicks: Generated<number>;
  dismissals: Generated<number>;
};
/** Sums of a day's hours, written in the same transaction: reports over many days read these. */
type StatsDailyNotificationTable = DailyCounts & { notification_id: string };
/** Every counted interaction is in one device's row of its day, 'unknown' without a device: they add up to the day. */
type StatsDailyDeviceTable = DailyCounts & { device: string };
/** At most PAGES_PER_DAY paths per site and day; the rest counts as 'other'. */
type StatsDailyPageTable = DailyCounts & { page: string };

/** Sums over the page loads of a day whose main-thread time stayed within `up_to` milliseconds; 0 is beyond all bounds. */
type StatsDailyCostTable = {
  site_id: string;
  day: string;
  up_to: number;
  loads: Generated<number>;
  bytes: Generated<number>;
  requests: Generated<number>;
  microseconds: Generated<number>;
};

/** Every file of every widget build this installation ever served, so that a pinned snippet never breaks. */
type WidgetBuildsTable = {
  file: string;
  source: string;
  integrity: string;
  created_at: string;
  /** The compressed copies as the build made them, in base64; null in rows from before they were stored. */
  brotli: string | null;
  gzip: string | null;
};

export type Schema = {
  users: UsersTable;
  sessions: SessionsTable;
  email_tokens: EmailTokensTable;
  sso_tokens: SsoTokensTable;
  api_keys: ApiKeysTable;
  mails: MailsTable;
  limits: LimitsTable;
  sites: SitesTable;
  widgets: WidgetsTable;
  notifications: NotificationsTable;
  stats_hourly: StatsHourlyTable;
  stats_daily_notification: StatsDailyNotificationTable;
  stats_daily_device: StatsDailyDeviceTable;
  stats_daily_page: StatsDailyPageTable;
  stats_daily_cost: StatsDailyCostTable;
  widget_builds: WidgetBuildsTable;
};
