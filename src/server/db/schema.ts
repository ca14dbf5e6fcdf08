// The tables as Kysely sees them. Dates are ISO text in UTC, flags are 0 or 1, and JSON is branded text. Most follow from
// the codec of their noun, and those of what owners edit from the contract: a new field needs a migration, and no change here.
import type { Generated } from 'kysely';
import type { Notification } from '#shared/contract/notification.ts';
import type { StoredApiKey } from './api-keys.ts';
import type { TableOf } from './codecs.ts';
import type { StoredConnection } from './connections.ts';
import type { StoredContactMessage } from './contact-messages.ts';
import type { StoredDelivery } from './deliveries.ts';
import type { StoredEpoch, StoredHoldOut } from './epochs.ts';
import type { EventsTable } from './event-codec.ts';
import type { DayCount, StoredBuyer } from './experiment-counts.ts';
import type { StoredGoal } from './goals.ts';
import type { StoredImage } from './images.ts';
import type { StoredImport } from './imports.ts';
import type { StoredJob } from './jobs.ts';
import type { StoredMail } from './mails.ts';
import type { StoredEmailToken } from './one-use-tokens.ts';
import type { StoredRegistrationKey } from './registration-keys.ts';
import type { StoredRegistration } from './registrations.ts';
import type { StoredReport } from './reports.ts';
import type { StoredRetraction } from './retractions.ts';
import type { StoredSession } from './sessions.ts';
import type { StoredSighting } from './sighting-writer.ts';
import type { StoredSite } from './sites.ts';
import type { StoredSource } from './sources.ts';
import type { StoredSubscription } from './subscriptions.ts';
import type { StoredTemplate } from './templates.ts';
import type { StoredUser } from './users.ts';
import type { StoredSettings, StoredWidget } from './widgets.ts';

/** Used single sign-on tokens, until they expire. */
type SsoTokensTable = { id_hash: string; expires_at: string };

/** A site whose owner gets the weekly summary. */
type WeeklyEmailsTable = { site_id: string; switched_on_at: string };
/** A Monday that is dealt with: `queued_at` is null when there was nothing to tell. */
type WeeklyEmailWeeksTable = { site_id: string; week: string; queued_at: string | null };

type LimitsTable = { key: string; hits: number; resets_at: string };

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
  /** 1 when that event was read from the shop's own API. */
  is_read: number | null;
  /** Null unless it was deleted: then nobody sees it, and it can be restored for NOTIFICATION_RESTORE_LIFE. */
  deleted_at: string | null;
};

/** Settings that an inspection link carries, under the sha256 (hex) of its token, until the link expires. */
export type StoredDraft = { tokenHash: string; siteId: string; settings: StoredSettings; expiresAt: string };

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

/** The last body of a source, while its fields are being mapped; or that could not be read, for as long from when it came. */
type SourceCapturesTable = {
  source_id: string;
  at: string;
  /** Sealed; null when it was too large to be kept. */
  body: string | null;
  /** Whether it is kept because it could not be read. */
  is_unread: Generated<number>;
};

/** Numbers that stand for ids in events. */
type IdNumbersTable = { number: Generated<number>; id: string };

/** A source or a site that is gone, and whose events are still being deleted. */
export type StoredRemoval = {
  /** The source's id, or the site's own. */
  id: string;
  siteId: string;
  removedAt: string;
};
/** A notification of an event that came signed or, with `is_read`, was read from its shop; kept as long as its counts. */
type ProvenNotificationsTable = { site_id: string; notification_id: string; is_read: number | null };

/** Webhooks that were taken on, so that each is handled once. */
type WebhookEventsTable = { id: string; type: string; received_at: string };

/** The sandbox provider's objects, in the form in which its API answers them. */
type SandboxObjectsTable = { id: string; type: string; customer_id: string | null; data: string; created_at: string };
/** Its answers by idempotency key. */
type SandboxRequestsTable = { key: string; fingerprint: string; status: number; body: string; created_at: string };
/** Its events that are still to be delivered. */
type SandboxDeliveriesTable = {
  event_id: string;
  attempts: Generated<number>;
  next_attempt_at: string | null;
  last_error: string | null;
  created_at: string;
};

export type Schema = {
  users: TableOf<StoredUser, 'role' | 'integrations' | 'emailVerified' | 'subscriptionStatus'>;
  sessions: TableOf<StoredSession>;
  email_tokens: TableOf<StoredEmailToken>;
  sso_tokens: SsoTokensTable;
  api_keys: TableOf<StoredApiKey>;
  contact_messages: TableOf<StoredContactMessage>;
  limits: LimitsTable;
  registrations: TableOf<StoredRegistration, 'isForced' | 'attempt' | 'reminders'>;
  registration_keys: TableOf<StoredRegistrationKey>;
  subscriptions: TableOf<StoredSubscription>;
  webhook_events: WebhookEventsTable;
  sandbox_objects: SandboxObjectsTable;
  sandbox_requests: SandboxRequestsTable;
  sandbox_deliveries: SandboxDeliveriesTable;
  mails: TableOf<StoredMail, 'attempts'>;
  jobs: TableOf<StoredJob, 'requests' | 'attempts'>;
  sites: TableOf<StoredSite>;
  widgets: TableOf<StoredWidget, 'isActive' | 'settings' | 'revision'>;
  notifications: NotificationsTable;
  templates: TableOf<StoredTemplate>;
  draft_settings: TableOf<StoredDraft>;
  sightings: TableOf<StoredSighting>;
  site_setups: TableOf<StoredSetup>;
  sources: TableOf<StoredSource>;
  source_captures: SourceCapturesTable;
  events: EventsTable;
  id_numbers: IdNumbersTable;
  retractions: TableOf<StoredRetraction>;
  removals: TableOf<StoredRemoval>;
  deliveries: TableOf<StoredDelivery>;
  imports: TableOf<StoredImport>;
  connections: TableOf<StoredConnection>;
  proven_notifications: ProvenNotificationsTable;
  images: TableOf<StoredImage>;
  reports: TableOf<StoredReport>;
  weekly_emails: WeeklyEmailsTable;
  weekly_email_weeks: WeeklyEmailWeeksTable;
  stats_hourly: StatsHourlyTable;
  stats_daily_notification: StatsDailyNotificationTable;
  stats_daily_device: StatsDailyDeviceTable;
  stats_daily_page: StatsDailyPageTable;
  stats_daily_cost: StatsDailyCostTable;
  goals: TableOf<StoredGoal>;
  hold_outs: TableOf<StoredHoldOut>;
  epochs: TableOf<StoredEpoch>;
  experiment_days: TableOf<DayCount>;
  experiment_buyers: TableOf<StoredBuyer>;
  widget_builds: WidgetBuildsTable;
};
