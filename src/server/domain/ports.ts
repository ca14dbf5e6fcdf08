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

/** A signed-in browser. `publicId` is what access tokens name; the id itself is only in the cookie. */
export type Session = { publicId: string; userId: string };

export type Sessions = {
  /**
   * @param userAgent of the browser, for the owner to tell sessions apart; null when it told none.
   * @param db the transaction in which the user was found to be who they are.
   * @returns the new session and the Set-Cookie value that carries it.
   */
  create(userId: string, userAgent: string | null, db: Db): Promise<{ session: Session; setCookie: string }>;
  /** @returns the session in a Cookie header, and a Set-Cookie value when its life was prolonged; null when there is none. */
  read(cookieHeader: string): Promise<{ session: Session; setCookie?: string } | null>;
  /** Ends the session in a Cookie header, if there is one. @returns the Set-Cookie value that clears the cookie. */
  end(cookieHeader: string): Promise<string>;
  /** Ends the session that an access token names. */
  endByPublicId(publicId: string): Promise<void>;
  /** @returns the session's cookie value, or null: what CSRF tokens are bound to. Asks no database. */
  cookieValue(cookieHeader: string): string | null;
};

/** What a good single sign-on token says of the user. */
export type SsoClaims = {
  subject: string;
  email: string;
  name: string | null;
  /** The token's own id: it is good for one use. */
  id: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
};

export type Sso = {
  /** @returns what the token says, or why it says nothing. */
  read(token: string): Promise<SsoClaims | 'expired' | 'not-valid'>;
  /** @returns a token for the user of this e-mail address, as the operator's own system would make one. */
  sign(email: string, name: string | null): Promise<string>;
};

export type Mail = { to: string; subject: string; text: string; html: string; link?: string };

export type Mailer = {
  /** Queues a mail with `db`, the transaction of its cause, and tells the sender after `db`'s commit by itself polling. */
  enqueue(db: Db, mail: Mail): Promise<void>;
  /** Wakes the sender: called after the commit, so that the mail does not wait for the next poll. */
  wake(): void;
};

/** How often something may happen: `limit` times in `seconds`, counted under `key`. */
export type LimitRule = { key: string; limit: number; seconds: number };

export type Limiter = {
  /** Counts one under the rule. @returns 0 when allowed, else the seconds to wait. */
  take(rule: LimitRule): Promise<number>;
  /** Takes one counted hit back: it turned out not to be what the rule is about. */
  undo(key: string): Promise<void>;
  /** Forgets what was counted under `key`. */
  clear(key: string): Promise<void>;
};

export type Texts = {
  /** Removes every tag and attribute and decodes entities once; `5 < 6` stays as typed. */
  toPlain(value: string): string;
  /** @returns what in a style sheet may not stand on a visitor's page, with its place, or null. */
  cssFault(css: string): Promise<string | null>;
};

export type Tokens = {
  /** @returns a signed access token for the session, and when it ends (ms). */
  signAccess(session: Session): { accessToken: string; expiresAt: number };
  /** @returns the session's public id in a good token that has not ended, or null. */
  readAccess(token: string): string | null;
  /** @returns a CSRF token for the secret in the browser's CSRF cookie, bound to its session cookie ('' without). */
  signCsrf(secret: string, sessionCookie: string): string;
  isCsrf(token: string, secret: string, sessionCookie: string): boolean;
  /** @returns the token a payload of this site carries in the window that `now` falls into. */
  signEmbed(siteId: string, now: number): string;
  isEmbed(siteId: string, token: string, now: number): boolean;
  /** @returns a token that lets its bearer look at this site's widget in full, and when it ends (ms). */
  signInspection(siteId: string): { token: string; expiresAt: number };
  /** @returns when a token that was signed for this site ends or has ended (ms); null for any other text. */
  readInspection(siteId: string, token: string): number | null;
};

/** What adapters log to: structured details, and what happened in words. */
export type Log = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>;

/** Told after the commit of whatever changes a site's embed payload, so that this process serves it at once. */
export type EmbedChanges = { changed(siteId: string): void };

export type Bots = {
  /** @returns whether a User-Agent header belongs to a program rather than a visitor; none at all counts as one. */
  isBot(userAgent: string | undefined): boolean;
};
