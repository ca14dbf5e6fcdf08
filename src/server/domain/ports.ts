// What the domain needs from outside, named by purpose rather than product. Adapters implement these ports; so may
// tests, except where a mock would prove nothing about the real thing.
import type { Mapping } from '#shared/contract/mapping.ts';
import type { ProofClaims, ProofKeys } from '#shared/contract/proof.ts';
import type { Metrics } from '#shared/contract/stats.ts';
import type { HookKind } from '#shared/source-kinds.ts';
import type { MailKind, REGISTRATION_MAIL_KINDS } from '../db/mails.ts';
import type { Db } from '../db/open.ts';
import type { Reading } from './events/delivery.ts';

export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
};

export type SealedTexts = {
  /** @returns the text as it may lie in the database. */
  seal(text: string): Promise<string>;
  /** @returns the text; null when it was sealed with another SECRET_KEY, or changed. */
  open(sealed: string): Promise<string | null>;
  /** The same for what is read once, and must not stay in memory. */
  openOnce(sealed: string): Promise<string | null>;
};

export type Proofs = {
  /** @returns the public key, for everybody. */
  keys(): Promise<ProofKeys>;
  /** @returns a compact JWS. The same claims give the same text. */
  sign(claims: ProofClaims): Promise<string>;
};

/** A delivery as it came over the wire. */
export type RawDelivery = {
  /** @param name in lower case. @returns what was sent under this name beside the body. */
  field(name: string): string | undefined;
  /** As it came: a signature is over its bytes. */
  body: Uint8Array;
};

/** How shops and other senders sign and word what they deliver. */
export type Vendors = {
  /** @param now milliseconds. @returns whether what came beside the body can prove the sender, whatever the body will be. */
  mayProve(kind: HookKind, field: RawDelivery['field'], secret: string, now: number): boolean;
  /** @param now milliseconds. @returns how the delivery proves that its sender has the secret. */
  check(kind: HookKind, raw: RawDelivery, secret: string, now: number): 'signed' | 'bearer' | 'none';
  /** @returns how far a delivery's time is from ours, ms, if that alone keeps it from being taken; else null. */
  clockDistance(kind: HookKind, raw: RawDelivery, secret: string, now: number): number | null;
  /** Whether it only tries out the address, and needs no proof. */
  isPing(kind: HookKind, raw: RawDelivery): boolean;
  /** @returns what it says. Never throws. */
  read(kind: HookKind, raw: RawDelivery, now: number, mapping: Mapping | null): Reading;
};

/** A row of a CSV file and the line it starts on; or why nothing after that line can be read. */
export type CsvRow = { line: number; cells: string[] } | { line: number; problem: 'encoding' | 'quotes' | 'columns' };

export type Csv = {
  /** @returns the rows of a file that comes in parts, without empty lines. @throws what `parts` throws. */
  read(parts: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow, void, undefined>;
};

/** Why a file is no image that can be taken. */
export type ImageProblem = 'type' | 'animated' | 'pixels' | 'damaged' | 'busy';

export type Images = {
  /**
   * @param file as somebody sent it.
   * @returns its pixels as a small WebP, without anything else that was in it; or why it can't be taken: it is of another
   * type, moves, has too many pixels, can't be read, or too many others wait to be read.
   */
  convert(file: Uint8Array): Promise<{ webp: Buffer; width: number; height: number } | { problem: ImageProblem }>;
};

export type Ids = {
  /** A UUIDv7: unique, and ascending over time. */
  next(): string;
  /** `bytes` random bytes in base64url. */
  secret(bytes?: number): string;
  /** @returns that many random decimal digits. */
  digits(count: number): string;
};

export type Passwords = {
  hash(password: string): Promise<string>;
  /** @returns false for a null `hash`, too, after as much work as a real comparison. */
  verify(hash: string | null, password: string): Promise<boolean>;
};

/** One login of a user in one browser. Access tokens name its `publicId`; only the browser holds its secret id. */
export type Session = { publicId: string; userId: string };

export type Sessions = {
  /**
   * @param userAgent of the browser, so that the user can tell sessions apart; null without one.
   * @param db the transaction in which the user was authenticated.
   * @returns the new session with its secret id. Only the id's hash is stored.
   */
  create(userId: string, userAgent: string | null, db: Db): Promise<Session & { id: string }>;
  /** @returns the live session with this id, and whether this call extended it; null when there is none. */
  read(id: string): Promise<{ session: Session; isFresh: boolean } | null>;
  /** Ends the session with this id, if there is one. */
  end(id: string): Promise<void>;
};

/** The claims of a valid single sign-on token. */
export type SsoClaims = {
  subject: string;
  email: string;
  name: string | null;
  /** The token's own id, because each token works once. */
  id: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
};

export type Sso = {
  /** @returns the token's claims, or why it is refused. */
  read(token: string): Promise<SsoClaims | 'expired' | 'not-valid'>;
  /** @returns a token for the user with this email address, like those of the operator's own system. */
  sign(email: string, name: string | null): Promise<string>;
};

/** What an email is about, and who gets it: all the queue holds. Its link is made when it is sent. */
export type Mail = {
  kind: MailKind;
  /** The account that it is about; null for an email about a registration, with a contact message, or of an account that is gone. */
  userId: string | null;
  registrationId?: string | null;
  contactMessageId?: string | null;
  to: string;
  /** The site that it is about; and of a weekly summary the Monday after its week. */
  siteId?: string | null;
  week?: string | null;
};

/** An email about a registration rather than an account. */
export type RegistrationMailKind = (typeof REGISTRATION_MAIL_KINDS)[number];

/** The summary of a week, by itself on Mondays or because its owner asked for one. */
export type WeeklyMailKind = 'weekly-summary' | 'weekly-now';

/** What an email about an account or a registration says. Whoever has the link or the code can act for the user, so neither is ever stored. */
export type AccountLetter = {
  kind: Exclude<MailKind, WeeklyMailKind | 'contact-message'>;
  /** How to greet the user; null without a name. */
  name: string | null;
  /** Null in an email with a code. */
  link: string | null;
  /** To be typed in; null in an email with a link. */
  code: string | null;
  /** The account's new address, in part, where its old one is told; else null. */
  newEmail: string | null;
};

/** What the weekly summary of a site says. */
export type WeeklyLetter = {
  kind: WeeklyMailKind;
  name: string | null;
  siteName: string;
  /** Of the site: `Europe/Lisbon`. */
  timezone: string;
  /** The week, Monday to Sunday. */
  from: string;
  to: string;
  totals: Metrics;
  /** The week before. */
  previous: Metrics;
  /** The notification with the best click rate that the week can tell; null when none was clicked. */
  best: (Metrics & { name: string }) | null;
  /** What notifications changed, in a sentence; null while nothing is measured. */
  effect: string | null;
  /** To the week's statistics, and to where the email is switched on and off. */
  link: string;
  reportsLink: string;
  code: null;
  /** Switches it off, for whoever opens it. */
  unsubscribe: string;
};

/** What somebody wrote by the contact form, to the operator. */
export type ContactLetter = {
  kind: 'contact-message';
  /** As the writer gave it; null without. */
  name: string | null;
  /** The writer's, where replies go. */
  email: string;
  message: string;
  /** ISO. */
  sentAt: string;
  link: null;
  code: null;
};

export type Letter = AccountLetter | WeeklyLetter | ContactLetter;

export type Mailer = {
  /**
   * Queues the email inside the caller's transaction; the sender picks it up after the commit.
   * @returns 0 when it is queued; else, because too many of its kind go to its address, the seconds to wait.
   */
  enqueue(db: Db, mail: Mail): Promise<number>;
  /** Wakes the sender. Call it after the commit, so that the email does not wait for the next poll. */
  wake(): void;
};

/** A rate limit: `limit` hits in `seconds`, counted under `key`. `amount` of them at once; one unless given. */
type LimitRule = { key: string; limit: number; seconds: number; amount?: number };

export type Limiter = {
  /** False when limits are off, for tests. */
  isOn: boolean;
  /** Counts a hit, or several. @returns 0 when allowed, else the seconds to wait. */
  take(rule: LimitRule): Promise<number>;
  /** Takes back a hit that turned out not to count. */
  undo(key: string): Promise<void>;
  /** Resets the count under `key`. */
  clear(key: string): Promise<void>;
};

/**
 * An owner's style sheet: `css` as it may be sent to visitors, written from what was checked, or '' when something in it
 * must not reach their pages; then `issue` says what and where.
 */
export type StyleSheet = { css: string; issue: string | null };

export type Texts = {
  /** Removes every tag and attribute and decodes entities once; `5 < 6` stays as typed. */
  toPlain(value: string): string;
  /** @returns whether the word is one that nobody wants to read in place of a name. */
  isOffensive(word: string): boolean;
  /** @param css as its owner wrote it. */
  readStyleSheet(css: string): Promise<StyleSheet>;
};

export type Tokens = {
  /** @returns a signed access token for the session, and when it expires (ms). */
  signAccess(session: Session): { accessToken: string; expiresAt: number };
  /** @returns the session's public id from a valid, unexpired token, or null. */
  readAccess(token: string): string | null;
  /** @returns a CSRF token for a browser's secret, bound to the id of its session ('' without one). */
  signCsrf(secret: string, sessionId: string): string;
  isCsrf(token: string, secret: string, sessionId: string): boolean;
  /** @returns the signature of a known browser's mark. */
  signMark(text: string): string;
  isMark(text: string, signature: string): boolean;
  /** @returns what is stored of a short emailed code: nobody can find the code by trying all without the key. */
  digestCode(userId: string, code: string): string;
  /** @returns what is stored of an address or an order of a site's events, by which they can be found but not read. */
  digestOfSite(siteId: string, text: string): string;
  /** @returns a token that switches this site's weekly email off, and nothing else; it never expires. */
  signUnsubscribe(siteId: string): string;
  /** @returns the site of such a token; null for any other text. */
  readUnsubscribe(token: string): string | null;
  /** @returns the token for this site's payload in the current window. */
  signEmbed(siteId: string, now: number): string;
  isEmbed(siteId: string, token: string, now: number): boolean;
  /**
   * @param draft random text that makes the token of a link with draft settings unique; none for other links.
   * @returns a token for inspecting this site's widget, and when it expires (ms).
   */
  signInspection(siteId: string, draft?: string): { token: string; expiresAt: number };
  /** @returns the expiry (ms) of a token signed for this site, past or future; null for any other text. */
  readInspection(siteId: string, token: string): { expiresAt: number; hasDraft: boolean } | null;
};

/** A logger: takes structured details and a message. */
export type Log = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>;

/** Notified, after the commit, of each change to a site's embed payload, so that this process serves it at once. */
export type EmbedChanges = { changed(siteId: string): void };

export type Bots = {
  /** @returns whether a user agent is a program's rather than a visitor's; a missing one counts as a program's. */
  isBot(userAgent: string | undefined): boolean;
};
