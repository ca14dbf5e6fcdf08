// Everything the domain may reach for, passed as one value: the type, and the real ones wired from the environment.
import { join } from 'node:path';
import type { Logger } from 'pino';
import { bots } from './adapters/bots.ts';
import { makeIds, systemClock } from './adapters/clock-ids.ts';
import { makeLimiter } from './adapters/limiter.ts';
import { makeSessions } from './adapters/lucia-sessions.ts';
import { makeMailer, type RunningMailer } from './adapters/mailer.ts';
import { makePasswords } from './adapters/passwords.ts';
import { makeSso } from './adapters/sso.ts';
import { toPlain } from './adapters/texts.ts';
import { makeTokens } from './adapters/tokens.ts';
import { makeTallyWriter, type TallyWriter } from './db/counting.ts';
import { type HotReads, prepareHotReads } from './db/hot-reads.ts';
import type { Database, Db } from './db/open.ts';
import type {
  Bots,
  Clock,
  EmbedChanges,
  Ids,
  Limiter,
  Mailer,
  Passwords,
  Sessions,
  Sso,
  Texts,
  Tokens,
} from './domain/ports.ts';
import type { Env } from './env.ts';

/** A widget build: its file's name, SRI value, and bytes as served. */
export type WidgetBuild = { file: string; integrity: string; bytes: { raw: number; gzip: number; brotli: number } };

export type Config = {
  /** Without a trailing slash; every link, the snippet and cookies' Secure flag come from it. */
  publicUrl: string;
  version: string;
  operatorName: string;
  /** Where visitors' questions go; shown on pages when set. */
  contactEmail: string | undefined;
  /** Whether mails go over SMTP or into files. */
  mail: 'smtp' | 'outbox';
  /** The widget build this process serves. */
  widget: WidgetBuild;
  /** Proxies in front whose X-Forwarded-For entry is believed. */
  trustProxy: number;
  /** Events a minute for one site and address; 0 is no limit. */
  eventRateLimit: number;
};

export type Deps = {
  config: Config;
  database: Database;
  db: Db;
  hotReads: HotReads;
  /** Stores counted events; all of one call or none. */
  writeTallies: TallyWriter;
  clock: Clock;
  ids: Ids;
  passwords: Passwords;
  sessions: Sessions;
  tokens: Tokens;
  /** Null where no SSO_SECRET is set. */
  sso: Sso | null;
  mailer: Mailer;
  limiter: Limiter;
  texts: Texts;
  bots: Bots;
  embedChanges: EmbedChanges;
  log: Logger;
};

/** What is there before the embed path, which needs these and completes them. */
export type BaseDeps = Omit<Deps, 'embedChanges' | 'mailer'> & { mailer: RunningMailer };

/**
 * @param env parsed; @param secretKey at least 32 bytes, the same for all instances of one database.
 * @param build what `npm run build` made of the widget. @param clock the system's unless a test brings its own.
 */
export function makeDeps(
  env: Env,
  secretKey: string,
  database: Database,
  log: Logger,
  build: { version: string; widget: WidgetBuild },
  clock: Clock = systemClock,
): BaseDeps {
  const { db } = database;
  const ids = makeIds(clock);
  return {
    config: {
      publicUrl: env.PUBLIC_URL,
      version: build.version,
      operatorName: env.OPERATOR_NAME,
      contactEmail: env.CONTACT_EMAIL,
      mail: env.SMTP_URL ? 'smtp' : 'outbox',
      widget: build.widget,
      trustProxy: env.TRUST_PROXY,
      eventRateLimit: env.EVENT_RATE_LIMIT,
    },
    database,
    db,
    hotReads: prepareHotReads(database),
    writeTallies: makeTallyWriter(database),
    clock,
    ids,
    passwords: makePasswords(),
    sessions: makeSessions(db, clock, ids, env.PUBLIC_URL.startsWith('https:')),
    tokens: makeTokens(secretKey, clock),
    sso: env.SSO_SECRET ? makeSso(env.SSO_SECRET, env.PUBLIC_URL, clock, ids) : null,
    mailer: makeMailer(database, clock, ids, log, {
      smtpUrl: env.SMTP_URL,
      from: env.MAIL_FROM,
      outbox: join(env.DATA_DIR, 'outbox'),
    }),
    limiter: makeLimiter(db, clock, env.AUTH_RATE_LIMIT),
    texts: {
      toPlain,
      // Loaded when first needed: few save a style sheet, and everybody waits for the start.
      cssFault: async (css) => (await import('./adapters/style-sheets.ts')).cssFault(css),
    },
    bots,
    log,
  };
}
