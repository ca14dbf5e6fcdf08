// What of a site needs its owner's attention, the most urgent first.
import type { AttentionItem } from '#shared/contract/installation.ts';
import { DAY } from '#shared/time.ts';
import { listSightings } from '../db/sightings.ts';
import type { Deps } from '../deps.ts';
import { ownSite, type VerifiedActor } from './access.ts';

/** A site that had the widget and was not seen for this long has perhaps lost it. */
const UNSEEN_FOR = DAY;
/** How long a refusal is worth mentioning. */
const REFUSED_FOR = 7 * DAY;

type Sighting = { host: string; lastSeenAt: string };

/** @param hosts where the snippet was seen, the latest first. @param now milliseconds, likewise below. */
function unseen(hosts: readonly Sighting[], now: number): AttentionItem[] {
  const [latest] = hosts;
  if (!latest || now - Date.parse(latest.lastSeenAt) < UNSEEN_FOR) return [];
  return [{ kind: 'not-seen', host: latest.host, lastSeenAt: latest.lastSeenAt }];
}

/** @param refused hosts that asked, the latest first. */
const refusals = (refused: readonly Sighting[], now: number): AttentionItem[] =>
  refused
    .filter(({ lastSeenAt }) => now - Date.parse(lastSeenAt) < REFUSED_FOR)
    .map(({ host, lastSeenAt }) => ({ kind: 'refused-domain', host, lastSeenAt }));

/** @throws not-found */
export async function readAttention(deps: Deps, actor: VerifiedActor, id: string): Promise<AttentionItem[]> {
  const { db, clock } = deps;
  const site = await ownSite(db, actor, id);
  const now = clock.now();
  return [
    ...unseen(await listSightings(db, site, 'seen'), now),
    ...refusals(await listSightings(db, site, 'refused'), now),
  ];
}
