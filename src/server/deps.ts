// Everything the domain may reach for, passed as one value. main.ts makes the real one, tests/support makes theirs.
import type { Logger } from 'pino';
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
  Texts,
  Tokens,
} from './domain/ports.ts';

export type Config = {
  /** Without a trailing slash; every link, the snippet and cookies' Secure flag come from it. */
  publicUrl: string;
  version: string;
  operatorName: string;
  /** Where visitors' questions go; shown on pages and in mails when set. */
  contactEmail: string | undefined;
  /** Proxies in front whose X-Forwarded-For entry is believed. */
  trustProxy: number;
  /** Events a minute for one site and address; 0 is no limit. */
  eventRateLimit: number;
};

export type Deps = {
  config: Config;
  database: Database;
  db: Db;
  clock: Clock;
  ids: Ids;
  passwords: Passwords;
  sessions: Sessions;
  tokens: Tokens;
  mailer: Mailer;
  limiter: Limiter;
  texts: Texts;
  bots: Bots;
  embedChanges: EmbedChanges;
  log: Logger;
};
