// Reads for visitors and for the inspector: a site with its widget and notifications, and the stamps that tell whether
// a cached payload is still current. Visitors' reads are prepared.
import { sql } from 'kysely';
import { z } from 'zod';
import { notificationSchema } from '#shared/contract/notification.ts';
import { EPOCH_GRACE } from '#shared/limits.ts';
import { isoOf } from '#shared/time.ts';
import { type Columns, fromFlag, fromJson, rowCodec } from './codecs.ts';
import { type Database, type Db, prepareRead } from './open.ts';

type EmbedSite = {
  id: string;
  name: string;
  timezone: string;
  domains: string[];
  widgetId: string;
  isActive: boolean;
  /** Only what the owner changed, as stored. */
  settings: unknown;
  revision: number;
  /** Whether its events come from anywhere but the API. */
  hasSources: boolean;
  /** Changes whenever the site or widget does. */
  stamp: string;
  /** What is measured, and what was until a week ago: browsers may still report it. */
  epochs: EmbedEpochs;
  /** Goals that browsers report; none while nothing is measured. */
  goals: EmbedGoal[];
};

type EmbedEpochs = { id: string; share: number; endedAt: string | null }[];
/** By its key; the page that reaches it, as stored, or null. */
export type EmbedGoal = { id: string; key: string; page: unknown };

// Type, rules and appearance stay unparsed: a value written by another version must not hide the rest from visitors.
const live = rowCodec({
  ...notificationSchema.omit({
    widgetId: true,
    displayCount: true,
    clickCount: true,
    isCustom: true,
    metadata: true,
    createdAt: true,
    updatedAt: true,
  }).shape,
  type: z.string(),
  rules: z.unknown(),
  appearance: z.unknown(),
  aggregate: z.unknown(),
  computed: z.unknown(),
  /** Set when it tells of an event. */
  eventKey: z.string().nullable(),
  /** Whether that event's delivery was signed; null without one. */
  isSigned: z.boolean().nullable(),
  /** Whether it was read from the shop's own API. */
  isRead: z.boolean().nullable(),
});

/** The parts of a notification that visitors and the inspector may see. */
export type LiveNotification = ReturnType<typeof live.decode>;

export type EmbedSource = { site: EmbedSite; notifications: LiveNotification[] };

export type EmbedReads = {
  /**
   * @param now ISO text; leaves out notifications that are inactive or ended before it.
   * @returns null for an unknown site.
   */
  load(siteId: string, now: string): Promise<EmbedSource | null>;
  /** @returns the stamps of those sites that exist. */
  stamps(siteIds: string[]): Promise<Map<string, string>>;
};

type StampRow = { site_id: string; site_at: string; widget_id: string; widget_at: string; revision: number };
type SiteRow = StampRow &
  Record<'name' | 'timezone' | 'domains' | 'settings', string> &
  Record<'is_active' | 'has_sources', number>;
type NotificationRow = Columns<LiveNotification>;

const STAMP = 's.id as site_id, s.updated_at as site_at, w.id as widget_id, w.updated_at as widget_at, w.revision';
const SITE = `select ${STAMP}, s.name, s.timezone, s.domains, w.is_active, w.settings,
  case when exists (select 1 from sources o where o.site_id = s.id and o.kind <> 'api') then 1 else 0 end as has_sources
  from sites s join widgets w on w.site_id = s.id`;
const NOTIFICATIONS = `select ${live.columns.join(', ')} from notifications`;
const STAMPS = `select ${STAMP} from sites s join widgets w on w.site_id = s.id`;

const stampOf = (row: StampRow) => `${row.site_at} ${row.widget_id} ${row.widget_at} ${row.revision}`;

const toSite = (row: SiteRow, epochs: EmbedEpochs = [], goals: EmbedGoal[] = []): EmbedSite => ({
  id: row.site_id,
  name: row.name,
  timezone: row.timezone,
  domains: fromJson(z.array(z.string()), row.domains),
  widgetId: row.widget_id,
  isActive: fromFlag(row.is_active),
  hasSources: fromFlag(row.has_sources),
  settings: fromJson(z.unknown(), row.settings),
  revision: row.revision,
  stamp: stampOf(row),
  epochs,
  goals,
});

// A site has one widget; should there ever be more, the first one counts.
const toStamps = (rows: StampRow[]) => new Map(rows.toReversed().map((row) => [row.site_id, stampOf(row)]));

/** Prepares the reads of the embed path. */
export function makeEmbedReads(database: Database): EmbedReads {
  const site = prepareRead<SiteRow>(database, `${SITE} where s.id = ? order by w.id limit 1`);
  const notifications = prepareRead<NotificationRow>(
    database,
    `${NOTIFICATIONS} where site_id = ? and widget_id = ? and deleted_at is null and status = 'active' and is_held_back = 0
      and (ends_at is null or ends_at > ?)`,
  );
  const epochs = prepareRead<{ id: string; share: number; ended_at: string | null }>(
    database,
    'select id, share, ended_at from epochs where site_id = ? and (ended_at is null or ended_at > ?)',
  );
  const goals = prepareRead<{ id: string; key: string; page: string | null }>(
    database,
    'select id, key, page from goals where site_id = ? and key is not null order by created_at, id',
  );
  const ids =
    database.dialect === 'sqlite' ? 'select value from json_each(?)' : 'select json_array_elements_text(?::json)';
  const stamps = prepareRead<StampRow>(database, `${STAMPS} where s.id in (${ids}) order by w.id`);
  return {
    async load(siteId, now) {
      // Site and widget before notifications. If something changes in between, the notifications are newer than the stamp,
      // and the next poll notices. In the opposite order, old notifications would stay cached under a new stamp.
      const [row] = await site(siteId);
      if (!row) return null;
      const since = isoOf(Date.parse(now) - EPOCH_GRACE);
      const measured = (await epochs(siteId, since)).map(({ ended_at, ...one }) => ({ ...one, endedAt: ended_at }));
      const reached = measured.length > 0 ? await goals(siteId) : [];
      return {
        site: toSite(
          row,
          measured,
          reached.map(({ page, ...one }) => ({ ...one, page: page === null ? null : fromJson(z.unknown(), page) })),
        ),
        notifications: await live.decodeAll(await notifications(siteId, row.widget_id, now)),
      };
    },
    stamps: async (siteIds) => toStamps(await stamps(JSON.stringify(siteIds))),
  };
}

/**
 * For the inspector; the caller has already checked the signed link.
 * @returns the site with all its notifications in the owner's order; null for an unknown site.
 */
export async function findInspection(db: Db, siteId: string): Promise<EmbedSource | null> {
  const sites = await sql<SiteRow>`${sql.raw(SITE)} where s.id = ${siteId} order by w.id limit 1`.execute(db);
  const [row] = sites.rows;
  if (!row) return null;
  const { rows } = await sql<NotificationRow>`${sql.raw(NOTIFICATIONS)}
    where site_id = ${siteId} and widget_id = ${row.widget_id} and deleted_at is null order by position, id`.execute(
    db,
  );
  return { site: toSite(row), notifications: await live.decodeAll(rows) };
}
