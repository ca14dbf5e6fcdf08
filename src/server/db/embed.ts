// What the embed path reads: a site with its widget and its notices for the payload, and the stamps that tell whether
// a cached payload is still true. Prepared on SQLite's reader, which never waits for a writer; Kysely on PostgreSQL.
import { sql } from 'kysely';
import { z } from 'zod';
import { fromFlag, fromJson } from './codecs.ts';
import type { Database } from './open.ts';

export type EmbedSite = {
  id: string;
  timezone: string;
  domains: string[];
  widgetId: string;
  isActive: boolean;
  /** What the owner changed, as stored. */
  settings: unknown;
  revision: number;
  /** Differs as soon as site or widget changed. */
  stamp: string;
};

/** An active notice that has not ended; dates are ISO text in UTC. */
export type EmbedNotice = {
  id: string;
  type: string;
  message: string;
  title: string | null;
  image: string | null;
  url: string | null;
  rating: number | null;
  code: string | null;
  count: number | null;
  timestamp: string;
  startsAt: string | null;
  endsAt: string | null;
  position: number;
  rules: unknown;
  appearance: unknown;
};

export type EmbedSource = { site: EmbedSite; notices: EmbedNotice[] };

export type EmbedReads = {
  /**
   * @param now ISO text: notices that ended before are left out.
   * @returns the site's payload in the raw, or null for an unknown site.
   */
  load(siteId: string, now: string): Promise<EmbedSource | null>;
  /** @returns the stamp of each of these sites that exists. */
  stamps(siteIds: string[]): Promise<Map<string, string>>;
};

type StampRow = { site_id: string; site_at: string; widget_id: string; widget_at: string; revision: number };
type SiteRow = StampRow & { timezone: string; domains: string; is_active: number; settings: string };
type NoticeRow = Omit<EmbedNotice, 'startsAt' | 'endsAt' | 'rules' | 'appearance'> & {
  starts_at: string | null;
  ends_at: string | null;
  rules: string | null;
  appearance: string | null;
};

const STAMP = 's.id as site_id, s.updated_at as site_at, w.id as widget_id, w.updated_at as widget_at, w.revision';
const SITE = `select ${STAMP}, s.timezone, s.domains, w.is_active, w.settings
  from sites s join widgets w on w.site_id = s.id`;
const NOTICES = `select id, type, message, title, image, url, rating, code, count, timestamp, starts_at, ends_at, position, rules, appearance
  from notifications`;
const STAMPS = `select ${STAMP} from sites s join widgets w on w.site_id = s.id`;

const stampOf = (row: StampRow) => `${row.site_at} ${row.widget_id} ${row.widget_at} ${row.revision}`;

function toSite(row: SiteRow): EmbedSite {
  return {
    id: row.site_id,
    timezone: row.timezone,
    domains: fromJson(z.array(z.string()), row.domains),
    widgetId: row.widget_id,
    isActive: fromFlag(row.is_active),
    settings: fromJson(z.unknown(), row.settings),
    revision: row.revision,
    stamp: stampOf(row),
  };
}

function toNotice(row: NoticeRow): EmbedNotice {
  const { starts_at, ends_at, rules, appearance, ...rest } = row;
  return {
    ...rest,
    startsAt: starts_at,
    endsAt: ends_at,
    rules: rules === null ? null : fromJson(z.unknown(), rules),
    appearance: appearance === null ? null : fromJson(z.unknown(), appearance),
  };
}

// A site has one widget; the first one counts should there ever be more.
const toStamps = (rows: StampRow[]) => new Map(rows.toReversed().map((row) => [row.site_id, stampOf(row)]));

/** @returns the reads of the embed path; on SQLite the statements are prepared here, once. */
export function makeEmbedReads(database: Database): EmbedReads {
  return database.dialect === 'sqlite' ? sqliteReads(database.reader) : postgresReads(database.db);
}

// In both: site and widget first, notices after. Should something change in between, the notices are newer than the
// stamp, and the next poll sees it; the other way round an old notice would stay under a new stamp.

function sqliteReads(reader: Extract<Database, { dialect: 'sqlite' }>['reader']): EmbedReads {
  const site = reader.prepare<[string], SiteRow>(`${SITE} where s.id = ? order by w.id limit 1`);
  const notices = reader.prepare<[string, string, string], NoticeRow>(
    `${NOTICES} where site_id = ? and widget_id = ? and status = 'active' and (ends_at is null or ends_at > ?)`,
  );
  const stamps = reader.prepare<[string], StampRow>(
    `${STAMPS} where s.id in (select value from json_each(?)) order by w.id`,
  );
  return {
    async load(siteId, now) {
      const row = site.get(siteId);
      if (!row) return null;
      return { site: toSite(row), notices: notices.all(siteId, row.widget_id, now).map(toNotice) };
    },
    async stamps(siteIds) {
      return toStamps(stamps.all(JSON.stringify(siteIds)));
    },
  };
}

function postgresReads(db: Database['db']): EmbedReads {
  return {
    async load(siteId, now) {
      const { rows } = await sql<SiteRow>`${sql.raw(SITE)} where s.id = ${siteId} order by w.id limit 1`.execute(db);
      const [row] = rows;
      if (!row) return null;
      const notices = await sql<NoticeRow>`${sql.raw(NOTICES)}
        where site_id = ${siteId} and widget_id = ${row.widget_id} and status = 'active'
          and (ends_at is null or ends_at > ${now})`.execute(db);
      return { site: toSite(row), notices: notices.rows.map(toNotice) };
    },
    async stamps(siteIds) {
      const { rows } = await sql<StampRow>`${sql.raw(STAMPS)} where s.id = any(${siteIds}) order by w.id`.execute(db);
      return toStamps(rows);
    },
  };
}
