// What the domain needs from outside, by purpose and not by product. Adapters implement these; tests may too, except
// where a mock would prove nothing about the real thing.
import type { Db } from '../db/open.ts';

export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
};

export type Ids = {
  /** A UUIDv7: unique, and ascending with time. */
  next(): string;
  /** `bytes` random bytes in base64url. */
  secret(bytes?: number): string;
};

export type Passwords = {
  hash(password: string): Promise<string>;
  /** @returns false too when `hash` is null, after as much work as a real comparison. */
  verify(hash: string | null, password: string): Promise<boolean>;
};

/** One login of a user in one browser. Access tokens name its `publicId`; only the browser holds its secret id. */
export type Session = { publicId: string; userId: string };

export type Sessions = {
  /**
   * @param userAgent of the browser, for the owner to tell sessions apart; null without one.
   * @param db the transaction in which the user proved who they are.
   * @returns the new session with its secret id. Only the id's hash is stored.
   */
  create(userId: string, userAgent: string | null, db: Db): Promise<Session & { id: string }>;
  /** @returns the live session of this id, and whether this call extended its life; null when there is none. */
  read(id: string): Promise<{ session: Session; isFresh: boolean } | null>;
  /** Ends the session of this id, if there is one. */
  end(id: string): Promise<void>;
};

/** What a valid single sign-on token says about the user. */
export type SsoClaims = {
  subject: string;
  email: string;
  name: string | null;
  /** The token's own id: each is used once. */
  id: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
};

export type Sso = {
  /** @returns the token's claims, or why it is refused. */
  read(token: string): Promise<SsoClaims | 'expired' | 'not-valid'>;
  /** @returns a token for the user of this email address, as the operator's own system would make one. */
  sign(email: string, name: string | null): Promise<string>;
};

/** An email to a user: what it is about, and what its text is filled with. */
export type Mail = {
  kind: 'verify-email' | 'reset-password' | 'set-password' | 'password-changed';
  to: string;
  /** How to greet the user; null without a name. */
  name: string | null;
  link: string;
};

export type Mailer = {
  /** Queues the mail inside the caller's transaction; the sender picks it up after the commit. */
  enqueue(db: Db, mail: Mail): Promise<void>;
  /** Wakes the sender. Called after the commit, so that the mail does not wait for the next poll. */
  wake(): void;
};

/** How often something may happen: `limit` times in `seconds`, counted under `key`. */
type LimitRule = { key: string; limit: number; seconds: number };

export type Limiter = {
  /** Counts one under the rule. @returns 0 when allowed, else the seconds to wait. */
  take(rule: LimitRule): Promise<number>;
  /** Takes one hit back that turned out not to count. */
  undo(key: string): Promise<void>;
  /** Resets the count under `key`. */
  clear(key: string): Promise<void>;
};

export type Texts = {
  /** Removes every tag and attribute and decodes entities once; `5 < 6` stays as typed. */
  toPlain(value: string): string;
  /** @returns what a style sheet may not contain on a visitor's page, with its place; null when all is allowed. */
  cssIssue(css: string): Promise<string | null>;
};

export type Tokens = {
  /** @returns a signed access token for the session, and when it expires (ms). */
  signAccess(session: Session): { accessToken: string; expiresAt: number };
  /** @returns the session's public id in a valid token that has not expired, or null. */
  readAccess(token: string): string | null;
  /** @returns a CSRF token for a browser's secret, bound to the id of its session ('' without one). */
  signCsrf(secret: string, sessionId: string): string;
  isCsrf(token: string, secret: string, sessionId: string): boolean;
  /** @returns the token that this site's payload carries in the window of `now`. */
  signEmbed(siteId: string, now: number): string;
  isEmbed(siteId: string, token: string, now: number): boolean;
  /** @returns a token that lets its bearer inspect this site's widget, and when it expires (ms). */
  signInspection(siteId: string): { token: string; expiresAt: number };
  /** @returns when a token signed for this site expires or expired (ms); null for any other text. */
  readInspection(siteId: string, token: string): number | null;
};

/** What adapters log to: structured details and a message. */
export type Log = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>;

/** Receives, after the commit, each change of a site's embed payload, so that this process serves it at once. */
export type EmbedChanges = { changed(siteId: string): void };

export type Bots = {
  /** @returns whether a user agent belongs to a program rather than a visitor; a missing one counts as a program. */
  isBot(userAgent: string | undefined): boolean;
};
