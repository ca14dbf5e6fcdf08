// What an account's export has of each table, and what it leaves out and why.
import type { WholeExport } from './whole-export.ts';

export type Entry = Record<string, unknown>;
const listOf = (name: string) => (data: WholeExport) => data.sites.flatMap((site) => site[name] as Entry[]);
const partOf = (name: string) => (data: WholeExport) => data.sites.map((site) => site[name] as Entry);

/** Each exported table, and where its rows are in the export. */
export const EXPORTED: Record<string, (data: WholeExport) => Entry[]> = {
  users: ({ account }) => [account],
  sessions: ({ sessions }) => sessions,
  api_keys: ({ apiKeys }) => apiKeys,
  templates: ({ templates }) => templates,
  images: ({ images }) => images,
  subscriptions: ({ subscriptions }) => subscriptions,
  registrations: ({ registrations }) => registrations,
  sites: ({ sites }) => sites,
  widgets: listOf('widgets'),
  notifications: listOf('notifications'),
  reports: listOf('reports'),
  sources: listOf('sources'),
  events: listOf('events'),
  deliveries: listOf('deliveries'),
  imports: listOf('imports'),
  sightings: (data) =>
    partOf('installation')(data).flatMap((installation) => Object.values(installation).flat() as Entry[]),
  site_setups: partOf('setup'),
  weekly_emails: partOf('weeklyEmail'),
  weekly_email_weeks: (data) => partOf('weeklyEmail')(data).flatMap(({ weeks }) => weeks as Entry[]),
  stats_daily_notification: listOf('notificationDays'),
  stats_daily_device: listOf('deviceDays'),
  stats_daily_page: listOf('pageDays'),
  stats_daily_cost: listOf('costDays'),
  goals: listOf('goals'),
  hold_outs: partOf('holdOut'),
  epochs: listOf('epochs'),
  experiment_days: listOf('experimentDays'),
};
/** Tables with rows of owners of which nothing is exported, and why. */
export const LEFT_OUT: Record<string, string> = {
  source_captures: 'the last body of a webhook while its fields are mapped: for an hour, encrypted',
  connections: "where a source's shop is and the keys to it, encrypted: what was read there is among the events",
  proven_notifications: 'which notifications told of events that came signed, as the events say',
  retractions: 'hashes of what must not show again',
  experiment_buyers: 'hashes of buyers, so that each counts once: what they come to is among the days',
  email_tokens: 'hashes of emailed codes',
  registration_keys: 'hashes of what opens a registration',
  jobs: 'what is still to be done in the background, by the ids of what is exported',
  sandbox_objects: 'what the payment provider of test mode knows: it stands for another company',
  mails: 'emails that wait to be sent: what they say is elsewhere',
  draft_settings: 'a day of drafts behind inspection links, under a hash',
  stats_hourly: 'its days are exported',
};
/** Tables that hold nothing of any owner. */
export const OF_NOBODY = [
  'sso_tokens',
  'limits',
  'widget_builds',
  'migrations',
  'kysely_migration',
  'kysely_migration_lock',
]
  .concat(['webhook_events'])
  // Ids of what is gone, for as long as its events are being deleted.
  .concat(['removals'])
  // Numbers that stand for ids, which are exported.
  .concat(['id_numbers'])
  // Messages to the operator: anybody can type anybody's address, so an address there proves nothing.
  .concat(['contact_messages'])
  // Answers and messages of the payment provider of test mode, kept for days.
  .concat(['sandbox_requests', 'sandbox_deliveries']);
/** Columns of exported tables that are not, and why. */
export const COLUMNS_LEFT_OUT: Record<string, string> = {
  'users.password_hash': 'a hash',
  'registrations.email_lower': 'the address again, for looking it up',
  'users.subscription_type': 'part of the subscription, whose plan may be a larger one that was granted',
  'users.subscription_status': 'the same',
  'users.email_lower': 'the address again, for looking it up',
  'sessions.id': 'a hash',
  'sessions.public_id': 'names a session in access tokens',
  'api_keys.key_hash': 'a hash',
  'templates.search_text': 'its texts again, for searching',
  'images.kept_until': 'when it is looked again whether anything uses it',
  'sources.secret': 'opens the way to new events; encrypted',
  'sources.previous_secret': 'the same',
  'sources.previous_secret_until': 'how long that one is accepted',
  'sources.capture_until': 'until when that body is kept',
  'sources.failed_at': 'when the last failed delivery was',
  'sources.shown_until': 'when the notifications are looked at next',
  'sources.projected_until': 'what they were looked at for last',
  'notifications.event_key': 'our id of the event; metadata has its own',
  'notifications.computed_turn': 'keeps a count from writing over a later one',
  'notifications.is_signed': 'what the event itself says',
  'notifications.is_read': 'the same',
  'deliveries.event_key': 'our id of the event',
  'imports.touched_at': 'whether it is still running',
  'events.number': 'the order in which they were stored',
  'events.site_number': 'stands for an id that is there',
  'events.source_number': 'the same',
  'events.import_number': 'the same',
  'events.person_hash': 'a hash',
  'events.customer_hash': 'a hash',
  'events.reference_hash': 'a hash',
  'events.price_hash': 'a hash',
  'sightings.kind': 'says in which list it is',
};
