// Who calls, and what is theirs. Every change to a row goes through a check here: what is not the caller's is not
// found, never forbidden, so that ids cannot be probed.
import type { ApiKeyScope } from '#shared/contract/api-key.ts';
import { AUTH_ERRORS, MESSAGES } from '#shared/messages.ts';
import { findNotification, type NotificationRow } from '../db/notifications.ts';
import type { Db } from '../db/open.ts';
import type { Owned } from '../db/owned.ts';
import { findSite, type SiteRow } from '../db/sites.ts';
import { findWidget, findWidgetOfSite, type WidgetRow } from '../db/widgets.ts';
import { DomainError } from './errors.ts';

export type SignedInActor = {
  kind: 'user';
  userId: string;
  email: string;
  isVerified: boolean;
  role: string;
  /** The session behind the cookie or access token. */
  sessionId: string;
};
/** A script that calls with one of its owner's API keys. */
export type KeyActor = {
  kind: 'key';
  keyId: string;
  scope: ApiKeyScope;
  userId: string;
  email: string;
  isVerified: boolean;
  role: string;
};
export type Actor = { kind: 'anonymous' } | SignedInActor | KeyActor;

declare const verified: unique symbol;
/** An actor whose e-mail address is verified: what owning anything asks for. */
export type VerifiedActor = (SignedInActor | KeyActor) & { readonly [verified]: true };
/** The same in person: keys do not reach the account's own affairs. */
export type VerifiedUser = SignedInActor & { readonly [verified]: true };

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
 * @param isChange whether something is changed: a key of scope read may not.
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

const own = <T>(row: T | undefined, message: string): Owned<T> => {
  if (row === undefined) throw new DomainError('not-found', message);
  return row as Owned<T>;
};

/** @throws not-found when there is no such site or it is somebody else's; likewise below. */
export const ownSite = async (db: Db, actor: VerifiedActor, id: string): Promise<Owned<SiteRow>> =>
  own(await findSite(db, actor.userId, id), MESSAGES.siteNotFound);

export const ownWidget = async (db: Db, actor: VerifiedActor, id: string): Promise<Owned<WidgetRow>> =>
  own(await findWidget(db, actor.userId, id), 'Widget not found');

export const ownWidgetOfSite = async (db: Db, actor: VerifiedActor, siteId: string): Promise<Owned<WidgetRow>> =>
  own(await findWidgetOfSite(db, actor.userId, siteId), 'Widget not found');

export const ownNotification = async (
  db: Db,
  actor: VerifiedActor,
  ids: { widgetId: string; notificationId: string },
): Promise<Owned<NotificationRow>> => {
  const widget = await ownWidget(db, actor, ids.widgetId);
  return own(await findNotification(db, widget, ids.notificationId), 'Notification not found');
};
