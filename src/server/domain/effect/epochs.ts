// Epochs: how long one share of the browsers is held out for one main goal. Whatever changes either ends the epoch, and the next has
// counts of its own: mixed, they would say anything (docs/decisions/026-effect.md).
import type { HoldOut, UpdateHoldOutInput } from '#shared/contract/effect.ts';
import { DAY, isoNow, isoOf } from '#shared/time.ts';
import {
  endEpoch,
  findHoldOut,
  findRunning,
  insertEpoch,
  listEpochs,
  putHoldOut,
  type StoredEpoch,
} from '../../db/epochs.ts';
import { priceOfMost } from '../../db/experiment-counts.ts';
import { listGoals } from '../../db/goals.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import type { StoredSite } from '../../db/sites.ts';
import { sumCounts } from '../../db/stats.ts';
import { bumpWidgetsOfSite, findWidgetOfSite } from '../../db/widgets.ts';
import type { Deps } from '../../deps.ts';
import { ownSite, type VerifiedActor } from '../access.ts';
import { DomainError } from '../errors.ts';
import type { Ids } from '../ports.ts';
import { sumOf } from '../stats/metrics.ts';

const NOTHING: HoldOut = { share: 0, isGuarded: true, guardsByBrowsers: false };

/** @returns what the owner chose; nothing is held out before that. */
export async function holdOutOf(db: Db, siteId: string): Promise<HoldOut> {
  const stored = await findHoldOut(db, siteId);
  if (!stored) return NOTHING;
  const { siteId: _site, ...chosen } = stored;
  return chosen;
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const ID_LENGTH = 8;
/** @returns 40 random bits as what fits into every shop's fields (`client_reference_id` takes letters, digits, - and _). */
const epochIdOf = (ids: Ids): string =>
  [...Buffer.from(ids.secret(ID_LENGTH), 'base64url')].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** The days before an epoch by which traffic and prices are reckoned. */
const TRAFFIC_DAYS = 28;
const PRICE_DAYS = 90;
/** Of a site without visitors yet; it only says where the interval of money is narrowest. */
const EXPECTED_LEAST = 1_000;

/** @returns about how many browsers will take part in 28 days: no more than there were displays. */
async function expectedOf(db: Db, site: Owned<StoredSite>, now: number): Promise<number> {
  const [from, to] = [now - TRAFFIC_DAYS * DAY, now].map((at) => isoOf(at).slice(0, 10));
  const { displays } = sumOf(await sumCounts(db, site, { from: from ?? '', to: to ?? '' }));
  return Math.max(EXPECTED_LEAST, displays);
}

/** How an epoch is left off when its own site is measured no more, or otherwise. */
const isOver = (running: StoredEpoch, wanted: Pick<StoredEpoch, 'share' | 'goalId' | 'currency'>) =>
  running.share !== wanted.share || running.goalId !== wanted.goalId || running.currency !== wanted.currency;

/**
 * Ends the epoch that runs if it is no longer what its site measures, and begins the next. Call it in the transaction that changes
 * the site, once its widgets are held; and `deps.embedChanges.changed` after the commit.
 * @param isRedefined whether the main goal means something else now.
 */
export async function renewEpoch(
  deps: Pick<Deps, 'clock' | 'ids'>,
  db: Db,
  site: Owned<StoredSite>,
  isRedefined = false,
): Promise<void> {
  const now = isoNow(deps.clock);
  const { share } = await holdOutOf(db, site.id);
  const goal = (await listGoals(db, site.id)).find(({ isMain }) => isMain);
  const running = await findRunning(db, site.id);
  if (share === 0 || !goal) {
    if (running) await endEpoch(db, running, now, 'off');
    return;
  }
  const wanted = { share, goalId: goal.id, currency: site.currency };
  if (running && !isRedefined && !isOver(running, wanted)) return;
  if (running) await endEpoch(db, running, now, 'changed');
  // Paused by the guard: the next begins as it is turned on again.
  const [last] = running ? [] : await listEpochs(db, site.id, 1);
  if (last?.endedBecause === 'harm' && !(await findWidgetOfSite(db, site.ownerId, site.id))?.isActive) return;
  await insertEpoch(db, {
    ...wanted,
    id: epochIdOf(deps.ids),
    siteId: site.id,
    expected: await expectedOf(db, site, deps.clock.now()),
    valueCap:
      site.currency === null
        ? null
        : await priceOfMost(db, site.id, site.currency, isoOf(deps.clock.now() - PRICE_DAYS * DAY)),
    startedAt: now,
    endedAt: null,
    endedBecause: null,
  });
}

/** @throws not-found */
export async function getHoldOut({ db }: Deps, actor: VerifiedActor, siteId: string): Promise<HoldOut> {
  return holdOutOf(db, (await ownSite(db, actor, siteId)).id);
}

/** @throws not-found; conflict without a goal */
export async function updateHoldOut(
  deps: Deps,
  actor: VerifiedActor,
  { siteId, ...changes }: UpdateHoldOutInput,
): Promise<HoldOut> {
  const chosen = await deps.db.transaction().execute(async (db) => {
    const site = await ownSite(db, actor, siteId);
    await bumpWidgetsOfSite(db, siteId, isoNow(deps.clock));
    const before = await holdOutOf(db, siteId);
    const { share = before.share, isGuarded = before.isGuarded, guardsByBrowsers = before.guardsByBrowsers } = changes;
    if (share > 0 && (await listGoals(db, siteId)).length === 0)
      throw new DomainError('conflict', 'Add a goal first: without one there is nothing to measure', {
        fields: [{ field: 'share', message: 'Add a goal first' }],
      });
    await putHoldOut(db, { siteId, share, isGuarded, guardsByBrowsers });
    await renewEpoch(deps, db, site);
    return { share, isGuarded, guardsByBrowsers };
  });
  deps.embedChanges.changed(siteId);
  return chosen;
}
