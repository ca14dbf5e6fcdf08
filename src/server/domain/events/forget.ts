// 'Forget a person' in all of a site's sources: by their address, or by an order as its customer calls it.
import type { ForgetInput, Forgotten } from '#shared/contract/event.ts';
import { isSameOrder, spellingsOf } from '#shared/order-number.ts';
import { deleteCapturesOf } from '../../db/captures.ts';
import { countConcerned, listOrders } from '../../db/event-orders.ts';
import { lockSite } from '../../db/sites.ts';
import type { Deps } from '../../deps.ts';
import { ownSite, type VerifiedActor } from '../access.ts';
import type { Retraction } from './delivery.ts';
import { retractAll } from './events.ts';
import { keyedHashOf } from './keyed-hashes.ts';

/** Orders that one number may be of: each source has its own. */
const ORDERS_MAX = 1_000;

/**
 * Forgets a person, or with `dryRun` only says how many events that would be.
 * @throws not-found; rate-limited when too much was erased
 */
export async function forget(
  deps: Deps,
  actor: VerifiedActor,
  { siteId, email, reference, dryRun }: ForgetInput,
): Promise<Forgotten> {
  const { db } = deps;
  const site = await ownSite(db, actor, siteId);
  const of = (value: string): Retraction => ({ matches: 'reference', value, because: 'forgotten' });
  const person: Retraction[] = email === undefined ? [] : [{ matches: 'person', value: email, because: 'forgotten' }];
  const spellings = reference === undefined ? [] : spellingsOf(reference);
  const named =
    reference === undefined
      ? []
      : (await deps.readers.read(actor.userId, (reader) => listOrders(reader, site, reference, ORDERS_MAX))).filter(
          ({ eventId, reference: own, orderNumber }) =>
            [eventId, own, orderNumber].some((number) => number !== null && isSameOrder(number, reference)),
        );
  if (dryRun) {
    const hashes = [...person, ...spellings.map(of)].map((one) => keyedHashOf(deps, site.id, one));
    return {
      retracted: 0,
      found: await countConcerned(
        db,
        site,
        hashes,
        named.map(({ id }) => id),
      ),
    };
  }
  // Each as its own source calls it; and as it was called here, for what is yet to come.
  const orders = new Set([...spellings, ...named.flatMap((one) => one.reference ?? [])]);
  const events = named.filter((one) => one.reference === null);
  const bySource = Map.groupBy(events, ({ sourceId }) => sourceId);
  // Bodies that could not be read may be about anybody.
  await db.transaction().execute(async (tx) => {
    await lockSite(tx, site);
    await deleteCapturesOf(tx, site);
  });
  let retracted = await retractAll(deps, actor, site, '', [...person, ...[...orders].map(of)]);
  for (const [sourceId, some] of bySource) {
    const own = some.map(({ eventId }): Retraction => ({ matches: 'event', value: eventId, because: 'forgotten' }));
    retracted += await retractAll(deps, actor, site, sourceId, own);
  }
  return { retracted };
}
