// Authorization: who the caller is and what they own. Every change to a row passes a check here. Rows of others are
// reported as not found, never as forbidden, so that ids cannot be probed.
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { IMAGE_MESSAGES } from '#shared/image-messages.ts';
import { CONFIRMATION_LIFE } from '#shared/limits.ts';
import { AUTH_ERRORS, MESSAGES } from '#shared/messages.ts';
import { CLOCK_SKEW } from '#shared/time.ts';
import { type ApiKeyUser, findApiKey, type StoredApiKey } from '../db/api-keys.ts';
import { findImage, type ListedImage } from '../db/images.ts';
import type { Db } from '../db/open.ts';
import type { Owned } from '../db/owned.ts';
import { findReport, type StoredReport } from '../db/reports.ts';
import { findSessionOf, type SessionUser, type StoredSession } from '../db/sessions.ts';
import { findAnySite, findSite, type StoredSite } from '../db/sites.ts';
import { findSource, findSourceOf, type StoredSource } from '../db/sources.ts';
import { findTemplate, type StoredTemplate } from '../db/templates.ts';
import { findUser, type StoredUser } from '../db/users.ts';
import { findWidget, findWidgetOfSite, type StoredWidget } from '../db/widgets.ts';
import { DomainError, invalid } from './errors.ts';
import type { Clock } from './ports.ts';

export type SignedInActor = SessionUser & {
  kind: 'user';
  /** The public id of the current session. */
  sessionId: string;
};
/** A script that uses one of its owner's API keys. */
export type KeyActor = Omit<ApiKeyUser, 'lastUsedAt'> & { kind: 'key' };
export type Actor = { kind: 'anonymous' } | SignedInActor | KeyActor;

declare const verified: unique symbol;
/** An actor with a verified email address, which owning anything requires. */
export type VerifiedActor = (SignedInActor | KeyActor) & { readonly [verified]: true };
/** The same, but logged in: API keys cannot manage the account itself. */
export type VerifiedUser = SignedInActor & { readonly [verified]: true };

declare const confirmed: unique symbol;
/** An actor who has proved within CONFIRMATION_LIFE who they are, as taking the account over requires. */
export type Confirmed<A extends SignedInActor = SignedInActor> = A & { readonly [confirmed]: true };

const required = <A extends Actor>(actor: A, message: string = MESSAGES.unauthenticated) => {
  if (actor.kind === 'anonymous') throw new DomainError('unauthenticated', message);
  return actor as Exclude<A, { kind: 'anonymous' }>;
};

function checkVerified({ isVerified }: { isVerified: boolean }): void {
  if (!isVerified) {
    throw new DomainError('verification-required', AUTH_ERRORS['verification-required']);
  }
}

/** @throws unauthenticated; forbidden for a key */
export function requireUser(actor: Actor, message?: string): SignedInActor {
  const caller = required(actor, message);
  if (caller.kind === 'key') throw new DomainError('forbidden', MESSAGES.keyNotHere);
  return caller;
}

/** @throws unauthenticated, verification-required; forbidden for a key */
export function requireVerifiedUser(actor: Actor): VerifiedUser {
  const user = requireUser(actor);
  checkVerified(user);
  return user as VerifiedUser;
}

/**
 * @param isChange whether the call changes data, which a read-only key may not.
 * @throws unauthenticated, verification-required, forbidden
 */
export function requireVerified(actor: Actor, isChange: boolean, message?: string): VerifiedActor {
  const caller = required(actor, message);
  checkVerified(caller);
  if (isChange && caller.kind === 'key' && caller.scope !== 'write') {
    throw new DomainError('forbidden', MESSAGES.keyReadOnly);
  }
  return caller as VerifiedActor;
}

/** @returns the caller's account. @throws unauthenticated when the account is gone */
export async function ownUser(db: Db, actor: SignedInActor): Promise<Owned<StoredUser>> {
  const row = await findUser(db, actor.userId);
  if (!row) throw new DomainError('unauthenticated', MESSAGES.unauthenticated);
  return row as Owned<StoredUser>;
}

/**
 * @returns the caller, whose session was confirmed a moment ago.
 * @throws confirm-required otherwise, naming what to confirm with: `password` or `code`; unauthenticated
 */
export async function requireConfirmed<A extends SignedInActor>(
  { db, clock }: { db: Db; clock: Clock },
  actor: A,
): Promise<Confirmed<A>> {
  const session = await findSessionOf(db, actor.userId, actor.sessionId);
  const age = clock.now() - Date.parse(session?.confirmedAt ?? '');
  // A clock that was set back must not make it last longer; instances' clocks may differ a little.
  if (age > -CLOCK_SKEW && age < CONFIRMATION_LIFE) return actor as Confirmed<A>;
  const { passwordHash } = await ownUser(db, actor);
  const [field, message] =
    passwordHash === null ? ['code', MESSAGES.confirmByCode] : ['password', MESSAGES.confirmByPassword];
  throw new DomainError('confirm-required', MESSAGES.confirmRequired, { fields: [{ field, message }] });
}

/**
 * @returns the caller, who may change the account's address: confirmed as above, unless the account has neither a verified
 * address nor a password. Its code would go to an address that may be mistyped, and it owns nothing yet.
 * @throws confirm-required, unauthenticated
 */
export async function requireEmailChanger<A extends SignedInActor>(
  deps: { db: Db; clock: Clock },
  actor: A,
): Promise<Confirmed<A>> {
  const { emailVerified, passwordHash } = await ownUser(deps.db, actor);
  return emailVerified || passwordHash !== null ? requireConfirmed(deps, actor) : (actor as Confirmed<A>);
}

/** Call only after a password, an emailed code or a sign-on token has proved that the caller is this user, or for the operator. */
export const proven = (user: StoredUser): Owned<StoredUser> => user as Owned<StoredUser>;

const notFound = (message: string) => new DomainError('not-found', message);
export const sessionNotFound = () => notFound('Session not found');
export const accountNotFound = () => notFound('Account not found');
export const apiKeyNotFound = () => notFound('API key not found');
export const reportNotFound = () => notFound('Report not found');
export const imageNotFound = () => notFound(IMAGE_MESSAGES.notFound);
export const templateNotFound = () => notFound(MESSAGES.templateNotFound);

const own = <T>(found: T | undefined, error: DomainError): Owned<T> => {
  if (found === undefined) throw error;
  return found as Owned<T>;
};

/** @throws not-found when there is no such session or it belongs to someone else; likewise below. */
export const ownSession = async (db: Db, actor: SignedInActor, publicId: string): Promise<Owned<StoredSession>> =>
  own(await findSessionOf(db, actor.userId, publicId), sessionNotFound());

export const ownApiKey = async (db: Db, actor: VerifiedUser, id: string): Promise<Owned<StoredApiKey>> =>
  own(await findApiKey(db, actor.userId, id), apiKeyNotFound());

export const ownSite = async (db: Db, actor: VerifiedActor, id: string): Promise<Owned<StoredSite>> =>
  own(await findSite(db, actor.userId, id), notFound(MESSAGES.siteNotFound));

/** The same for a caller who needs no verified address: to take along what is theirs. */
export const ownSiteOf = async (db: Db, actor: SignedInActor, id: string): Promise<Owned<StoredSite>> =>
  own(await findSite(db, actor.userId, id), notFound(MESSAGES.siteNotFound));

/** Whether the caller may read what events say of people and orders: keys that may only read may not. */
export const mayReadPersonal = (actor: VerifiedActor): boolean => actor.kind === 'user' || actor.scope === 'write';

/** @returns a report of one of the caller's sites. @throws not-found when either isn't theirs */
export async function ownReport(
  db: Db,
  actor: VerifiedActor,
  siteId: string,
  id: string,
): Promise<{ site: Owned<StoredSite>; report: Owned<StoredReport> }> {
  const site = await ownSite(db, actor, siteId);
  return { site, report: own(await findReport(db, site, id), reportNotFound()) };
}

/** @returns a site for work in the background on its owner's behalf; undefined when it is gone. */
export const siteOfOwner = async (db: Db, ownerId: string, id: string): Promise<Owned<StoredSite> | undefined> =>
  (await findSite(db, ownerId, id)) as Owned<StoredSite> | undefined;

/** @returns a site and its widget, for work in the background on their owner's behalf; undefined when they are gone. */
export async function siteAndWidget(db: Db, siteId: string) {
  const site = await findAnySite(db, siteId);
  const widget = site && (await findWidgetOfSite(db, site.ownerId, siteId));
  return widget && { site: site as Owned<StoredSite>, widget: widget as Owned<StoredWidget> };
}

export const ownSource = async (db: Db, site: Owned<StoredSite>, id: string): Promise<Owned<StoredSource>> =>
  own(await findSource(db, site, id), notFound(EVENT_MESSAGES.sourceNotFound));

/** The same of any of the caller's sites. */
export const ownSourceOf = async (db: Db, actor: SignedInActor, id: string): Promise<Owned<StoredSource>> =>
  own(await findSourceOf(db, actor.userId, id), notFound(EVENT_MESSAGES.sourceNotFound));

export const ownWidget = async (db: Db, actor: VerifiedActor, id: string): Promise<Owned<StoredWidget>> =>
  own(await findWidget(db, actor.userId, id), notFound(MESSAGES.widgetNotFound));

/** @returns one of the caller's templates, or a built-in one, which everybody may read and use. @throws not-found */
export async function readableTemplate(db: Db, actor: VerifiedActor, id: string): Promise<StoredTemplate> {
  const found = await findTemplate(db, actor.userId, id);
  if (!found) throw templateNotFound();
  return found;
}

/** The same for making a notification. @throws not-found; conflict when the template is inactive */
export async function usableTemplate(db: Db, actor: VerifiedActor, id: string): Promise<StoredTemplate> {
  const template = await readableTemplate(db, actor, id);
  if (template.status === 'inactive') throw new DomainError('conflict', MESSAGES.templateInactive);
  return template;
}

/** The same where a body names it in its field `templateId`. @throws validation when there is none; conflict as above */
export async function givenTemplate(db: Db, actor: VerifiedActor, id: string): Promise<StoredTemplate> {
  try {
    return await usableTemplate(db, actor, id);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not-found')
      throw invalid('templateId', MESSAGES.templateNotFound);
    throw error;
  }
}

export const ownImage = async (db: Db, actor: VerifiedActor, id: string): Promise<Owned<ListedImage>> =>
  own(await findImage(db, actor.userId, id), imageNotFound());

/** @throws not-found; forbidden for a built-in template, which everybody can see */
export async function ownTemplate(db: Db, actor: VerifiedActor, id: string): Promise<Owned<StoredTemplate>> {
  const found = await readableTemplate(db, actor, id);
  if (found.ownerId !== actor.userId) throw new DomainError('forbidden', MESSAGES.templateBuiltIn);
  return found as Owned<StoredTemplate>;
}

export const ownWidgetOfSite = async (db: Db, actor: VerifiedActor, siteId: string): Promise<Owned<StoredWidget>> =>
  own(await findWidgetOfSite(db, actor.userId, siteId), notFound(MESSAGES.widgetNotFound));
