// A source's deliveries as its owner reads them, and what became of their events.
import type { Delivery, DeliveryList, DeliveryListInput, DeliveryRef, DeliveryRun } from '#shared/contract/delivery.ts';
import { pageOf } from '#shared/contract/text.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { findDelivery, listDeliveries as listStored } from '../../db/deliveries.ts';
import type { Deps } from '../../deps.ts';
import { mayReadPersonal, ownSite, ownSource, type VerifiedActor } from '../access.ts';
import { DomainError } from '../errors.ts';
import { readEvent } from './events.ts';
import { project } from './projector.ts';

/** @returns one page of a source's deliveries, the last first. @throws not-found */
export async function listDeliveries(
  { readers }: Deps,
  actor: VerifiedActor,
  { siteId, sourceId, ...paging }: DeliveryListInput,
): Promise<DeliveryList> {
  const { page, limit, offset } = pageOf(paging);
  const { deliveries, total } = await readers.read(actor.userId, async (db) => {
    const source = await ownSource(db, await ownSite(db, actor, siteId), sourceId);
    return listStored(db, source, { limit, offset });
  });
  const readable = mayReadPersonal(actor) ? deliveries : deliveries.map((one) => ({ ...one, eventId: null }));
  return { deliveries: readable, total, page, limit };
}

/**
 * Runs the rules again over the events of a delivery's site: which one shows depends on all of them. The body isn't kept, so
 * that an unreadable delivery stays unreadable.
 * @returns what became of it. @throws not-found
 */
export async function runDelivery(
  deps: Deps,
  actor: VerifiedActor,
  { siteId, sourceId, deliveryId }: DeliveryRef,
): Promise<DeliveryRun> {
  const site = await ownSite(deps.db, actor, siteId);
  const source = await ownSource(deps.db, site, sourceId);
  const found = await findDelivery(deps.db, source, deliveryId);
  if (!found) throw new DomainError('not-found', EVENT_MESSAGES.deliveryNotFound);
  const { eventKey, ...delivery }: Delivery & { eventKey: string | null } = found;
  if (eventKey === null) return { delivery, event: null, reason: EVENT_MESSAGES.deliveryWithoutEvent };
  await project(deps, site.id);
  const event = await readEvent(deps, site, source, eventKey);
  return { delivery, event: event ?? null, reason: event ? event.reason : EVENT_MESSAGES.eventExpired };
}
