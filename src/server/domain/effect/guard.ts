// A campaign that hurts stops itself: once the held out reach the main goal so much more often that chance hardly explains it, the
// widget is paused, its epoch ends, and its owner is told. Turned on again by hand, it begins a new epoch.
import { isoNow } from '#shared/time.ts';
import { endEpoch, findHoldOut, findRunning, listRunning, type StoredEpoch } from '../../db/epochs.ts';
import { listDays } from '../../db/experiment-counts.ts';
import { listGoals } from '../../db/goals.ts';
import type { Db } from '../../db/open.ts';
import { findUser } from '../../db/users.ts';
import { lockWidgetsOfSite, updateWidget } from '../../db/widgets.ts';
import type { Deps } from '../../deps.ts';
import { siteAndWidget } from '../access.ts';
import { armsOf, isOfOrders } from './effect.ts';
import { isEnough, lnHarm, ratioOf } from './evidence.ts';

type GuardDeps = Pick<Deps, 'db' | 'clock' | 'embedChanges' | 'mailer'>;

/** Reports of browsers alone must be of this many days: a flood of an hour is no visitor. */
const DAYS_LEAST = 2;

/** @returns whether what has been counted says that notifications do harm. */
async function isHarmful(db: Db, epoch: StoredEpoch): Promise<boolean> {
  const chosen = await findHoldOut(db, epoch.siteId);
  const goal = (await listGoals(db, epoch.siteId)).find(({ id }) => id === epoch.goalId);
  if (!chosen?.isGuarded || !goal || (!isOfOrders(goal) && !chosen.guardsByBrowsers)) return false;
  const rows = await listDays(db, epoch.siteId, epoch.id);
  const reached = rows.filter(({ goalId }) => goalId === goal.id);
  if (!isOfOrders(goal) && new Set(reached.map(({ day }) => day)).size < DAYS_LEAST) return false;
  const share = epoch.share / 100;
  const arms = armsOf(reached);
  const enrolled = armsOf(rows.filter(({ goalId }) => goalId === ''));
  if (!isEnough(lnHarm(arms, share))) return false;
  const { isRatioBroken, isForged } = ratioOf(enrolled, arms, share);
  return !isRatioBroken || (isForged && isOfOrders(goal));
}

/** Pauses a site's widget if its notifications do harm. Call it after commits that change what is counted. */
export async function guardSite(deps: GuardDeps, siteId: string): Promise<void> {
  const { db, clock, embedChanges, mailer } = deps;
  const running = await findRunning(db, siteId);
  if (!running || !(await isHarmful(db, running))) return;
  const isPaused = await db.transaction().execute(async (tx) => {
    // Widgets first, as everywhere; and its owner may have ended the epoch meanwhile.
    await lockWidgetsOfSite(tx, siteId);
    if ((await findRunning(tx, siteId))?.id !== running.id || !(await isHarmful(tx, running))) return false;
    const owned = await siteAndWidget(tx, siteId);
    if (!owned) return false;
    const now = isoNow(clock);
    await updateWidget(tx, owned.widget, { isActive: false, updatedAt: now });
    await endEpoch(tx, running, now, 'harm');
    const owner = await findUser(tx, owned.site.ownerId);
    if (owner) await mailer.enqueue(tx, { kind: 'notifications-paused', userId: owner.id, to: owner.email, siteId });
    return true;
  });
  if (!isPaused) return;
  embedChanges.changed(siteId);
}

/** Looks at all sites: what browsers report changes without any delivery. */
export async function guardAll(deps: GuardDeps, stopping: AbortSignal): Promise<void> {
  for (const { siteId } of await listRunning(deps.db)) {
    if (stopping.aborted) return;
    await guardSite(deps, siteId);
  }
}
