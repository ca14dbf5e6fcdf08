// Who calls, and what is theirs. Every change to a row goes through a check here: what is not the caller's is not
// found, never forbidden, so that ids cannot be probed.
import { MESSAGES } from '#shared/messages.ts';
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
export type Actor = { kind: 'anonymous' } | SignedInActor;

declare const verified: unique symbol;
/** An actor whose e-mail address is verified: what owning anything asks for. */
export type VerifiedActor = SignedInActor & { readonly [verified]: true };

/** @throws unauthenticated */
export function requireUser(actor: Actor, message: string = MESSAGES.unauthenticated): SignedInActor {
  if (actor.kind === 'anonymous') throw new DomainError('unauthenticated', message);
  return actor;
}

/** @throws unauthenticated, verification-required */
export function requireVerified(actor: Actor, message?: string): VerifiedActor {
  const user = requireUser(actor, message);
  if (!user.isVerified) {
    throw new DomainError('verification-required', 'Please verify your email address before continuing.');
  }
  return user as VerifiedActor;
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
