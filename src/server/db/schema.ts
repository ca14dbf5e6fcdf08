// The tables as Kysely sees them: what is stored, not what is answered. Dates are ISO text in UTC, flags 0 or 1, and
// JSON is text with a brand, which only codecs.ts makes and reads.
import type { Generated } from 'kysely';
import type { ApiKeyScope } from '#shared/contract/api-key.ts';

declare const json: unique symbol;
/** JSON text of a `T`. */
export type Json<T> = string & { readonly [json]: T };
export type Flag = 0 | 1;

export type UsersTable = {
  id: string;
  email: string;
  /** Normalised (NFKC) and lower-cased: the one spelling an account is found by. */
  email_lower: string;
  firebase_uid: string | null;
  display_name: string | null;
  photo_url: string | null;
  company_name: string | null;
  role: Generated<string>;
  integrations: Generated<Json<unknown[]>>;
  password_hash: string | null;
  email_verified: Generated<Flag>;
  email_verified_at: string | null;
  subscription_type: string | null;
  subscription_status: Generated<string>;
  max_sites: Generated<number>;
  /** What the operator's single sign-on calls this user; null for who never came that way. */
  sso_subject: string | null;
  created_at: string;
  updated_at: string;
};

export type SessionsTable = {
  /** sha256 (hex) of the session's id: the id itself is only in the browser's cookie. */
  id: string;
  /** What access tokens name. */
  public_id: string;
  user_id: string;
  expires_at: string;
  created_at: string;
  /** Of the browser that signed in, cut. */
  user_agent: string | null;
  /** When it last asked for an access token; null for sessions of before this was kept. */
  last_used_at: string | null;
};

/** Single sign-on tokens that were used, until they would have ended anyway. */
export type SsoTokensTable = { id_hash: string; expires_at: string };

export type ApiKeysTable = {
  id: string;
  user_id: string;
  name: string;
  /** sha256 (hex) of the key. */
  key_hash: string;
  /** Its first characters, for its owner to tell keys apart. */
  start: string;
  scope: ApiKeyScope;
  created_at: string;
  last_used_at: string | null;
};

export type EmailTokensTable = {
  token_hash: string;
  user_id: string;
  purpose: 'verify' | 'reset';
  expires_at: string;
  used_at: string | null;
  created_at: string;
};

/** Mails waiting to be sent; a row goes once its mail is handed over, and stays with next_attempt_at null when given up. */
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

export type LimitsTable = { key: string; hits: number; resets_at: string };

export type SitesTable = {
  id: string;
  owner_id: string;
  name: string;
  slug: string;
  domains: Json<string[]>;
  timezone: string;
  created_at: string;
  updated_at: string;
};

export type WidgetsTable = {
  id: string;
  site_id: string;
  name: string;
  type: 'social-proof';
  is_active: Generated<Flag>;
  /** What the owner changed; defaults are applied when reading. */
  settings: Generated<Json<object>>;
  revision: Generated<number>;
  created_at: string;
  updated_at: string;
};

export type NotificationsTable = {
  id: string;
  site_id: string;
  widget_id: string;
  type: string;
  name: string | null;
  title: string | null;
  message: string;
  image: string | null;
  url: string | null;
  rating: number | null;
  code: string | null;
  count: number | null;
  status: 'active' | 'inactive';
  timestamp: string;
  starts_at: string | null;
  ends_at: string | null;
  display_count: Generated<number>;
  click_count: Generated<number>;
  is_custom: Generated<Flag>;
  source: string;
  metadata: Json<Record<string, unknown>>;
  rules: Json<object> | null;
  appearance: Json<object> | null;
  position: number;
  created_at: string;
  updated_at: string;
};

/** One row a notice and hour in which something happened; `hour` is the hour's start in UTC, aligned to the site's offset. */
export type StatsHourlyTable = {
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
/** What the hours of a day add up to, written with them in one transaction: reports of many days read these. */
export type StatsDailyNotificationTable = DailyCounts & { notification_id: string };
/** Every counted event is in one device's row of its day, 'unknown' when it named none: they add up to the day's counts. */
export type StatsDailyDeviceTable = DailyCounts & { device: string };
/** At most PAGES_PER_DAY paths a site and day; the rest is counted as 'other'. */
export type StatsDailyPageTable = DailyCounts & { page: string };

/** Sums over the page loads of a day whose main-thread time stayed within `up_to` milliseconds; 0 is beyond all bounds. */
export type StatsDailyCostTable = {
  site_id: string;
  day: string;
  up_to: number;
  loads: Generated<number>;
  bytes: Generated<number>;
  requests: Generated<number>;
  microseconds: Generated<number>;
};

/** Every widget build this installation ever served, so that a pinned snippet never breaks. */
export type WidgetBuildsTable = { file: string; source: string; integrity: string; created_at: string };

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
