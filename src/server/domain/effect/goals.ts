// Goals of a site. One is the main one: the hold-out, the guard and the sentence on the dashboard are about it, so that another, or
// another meaning of it, begins a new epoch.
import type { CreateGoalInput, Goal, GoalRef, UpdateGoalInput } from '#shared/contract/goal.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { GOAL_KEY_MAX, GOALS_MAX } from '#shared/limits.ts';
import { makeSlug } from '#shared/slug.ts';
import { isoNow } from '#shared/time.ts';
import { isUniqueViolation } from '../../db/constraints.ts';
import { findRunning } from '../../db/epochs.ts';
import { deleteGoalCounts } from '../../db/experiment-counts.ts';
import {
  findGoal,
  listGoals as findGoals,
  insertGoal,
  deleteGoal as removeGoal,
  type StoredGoal,
  setMainGoal,
  updateGoal as storeGoal,
} from '../../db/goals.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import type { StoredSite } from '../../db/sites.ts';
import { findSource } from '../../db/sources.ts';
import { bumpWidgetsOfSite } from '../../db/widgets.ts';
import type { Deps } from '../../deps.ts';
import { ownSite, type VerifiedActor } from '../access.ts';
import { DomainError, invalid, refusal, refuseIfSiteGone } from '../errors.ts';
import { renewEpoch } from './epochs.ts';

const goalNotFound = () => new DomainError('not-found', 'Goal not found');
const toGoal = ({ siteId: _site, meantSince: _since, ...goal }: StoredGoal): Goal => goal;

function refuseIfKeyTaken(error: unknown): never {
  throw isUniqueViolation(error) ? refusal('conflict', 'key', 'Another goal has this key') : refuseIfSiteGone(error);
}

/** @returns a key that no other goal has. */
function keyFor(name: string, goals: readonly Goal[]): string {
  const taken = new Set(goals.map(({ key }) => key));
  const base = makeSlug(name)
    .slice(0, GOAL_KEY_MAX - 3)
    .replace(/-$/, '');
  let key = base;
  for (let n = 2; taken.has(key); n++) key = `${base}-${n}`;
  return key;
}

type Meaning = Pick<Goal, 'kind' | 'eventKind' | 'sourceId' | 'page' | 'key'>;

/** @returns what is stored of a goal's meaning. @throws validation for a source that the site doesn't have */
async function meaningOf(
  db: Db,
  site: Owned<StoredSite>,
  { name, kind, eventKind, sourceId, page, key }: CreateGoalInput | UpdateGoalInput,
  others: readonly Goal[],
): Promise<Meaning> {
  if (sourceId !== undefined && !(await findSource(db, site, sourceId)))
    throw invalid('sourceId', EVENT_MESSAGES.sourceNotFound);
  if (kind === 'orders')
    return { kind, eventKind: eventKind ?? 'purchase', sourceId: sourceId ?? null, page: null, key: null };
  return { kind, eventKind: null, sourceId: null, page: page ?? null, key: key ?? keyFor(name, others) };
}

const isSameMeaning = (a: Meaning, b: Meaning) =>
  (['kind', 'eventKind', 'sourceId', 'key'] as const).every((field) => a[field] === b[field]) &&
  JSON.stringify(a.page) === JSON.stringify(b.page);

/** @returns the site's goals, the oldest first. @throws not-found */
export const listGoals = async ({ db }: Deps, actor: VerifiedActor, siteId: string): Promise<Goal[]> =>
  (await findGoals(db, (await ownSite(db, actor, siteId)).id)).map(toGoal);

/** Does something to a site's goals, alone. @returns what it returned. @throws not-found */
async function change<T>(
  deps: Deps,
  actor: VerifiedActor,
  siteId: string,
  work: (db: Db, site: Owned<StoredSite>, goals: StoredGoal[]) => Promise<T>,
): Promise<T> {
  const done = await deps.db
    .transaction()
    .execute(async (db) => {
      const site = await ownSite(db, actor, siteId);
      // Held until the end, so that goals are changed by one at a time.
      await bumpWidgetsOfSite(db, siteId, isoNow(deps.clock));
      return work(db, site, await findGoals(db, siteId));
    })
    .catch(refuseIfKeyTaken);
  deps.embedChanges.changed(siteId);
  return done;
}

/** The first goal is the main one by itself. @throws not-found; conflict when there are too many, or for a key that is taken */
export const createGoal = (deps: Deps, actor: VerifiedActor, { siteId, ...input }: CreateGoalInput): Promise<Goal> =>
  change(deps, actor, siteId, async (db, site, goals) => {
    if (goals.length >= GOALS_MAX)
      throw new DomainError('conflict', `A site can have at most ${GOALS_MAX} goals. Delete one first`);
    const isMain = input.isMain === true || goals.length === 0;
    const goal: StoredGoal = {
      ...(await meaningOf(db, site, { siteId, ...input }, goals)),
      id: deps.ids.next(),
      siteId,
      name: input.name,
      isMain,
      meantSince: isoNow(deps.clock),
      createdAt: isoNow(deps.clock),
    };
    await insertGoal(db, goal);
    if (isMain) await setMainGoal(db, siteId, goal.id);
    await renewEpoch(deps, db, site);
    return toGoal(goal);
  });

/** @throws not-found; conflict for a key that is taken */
export const updateGoal = (
  deps: Deps,
  actor: VerifiedActor,
  { siteId, goalId, ...input }: UpdateGoalInput,
): Promise<Goal> =>
  change(deps, actor, siteId, async (db, site, goals) => {
    const known = goals.find(({ id }) => id === goalId);
    if (!known) throw goalNotFound();
    const others = goals.filter(({ id }) => id !== goalId);
    const meaning = await meaningOf(db, site, { siteId, goalId, key: known.key ?? undefined, ...input }, others);
    const isMain = known.isMain || input.isMain === true;
    const isOther = !isSameMeaning(known, meaning);
    const changed: StoredGoal = {
      ...{ ...known, ...meaning, name: input.name, isMain },
      ...(isOther && { meantSince: isoNow(deps.clock) }),
    };
    const { createdAt: _at, siteId: _site, ...kept } = changed;
    await storeGoal(db, site, kept);
    if (input.isMain === true) await setMainGoal(db, siteId, goalId);
    const running = isOther && !isMain ? await findRunning(db, siteId) : undefined;
    // What it came to before was something else.
    if (running) await deleteGoalCounts(db, siteId, goalId, running.id);
    await renewEpoch(deps, db, site, isOther && isMain);
    return toGoal(changed);
  });

/** What it came to goes with it. The oldest of the others becomes the main one. @throws not-found */
export const deleteGoal = (deps: Deps, actor: VerifiedActor, { siteId, goalId }: GoalRef): Promise<void> =>
  change(deps, actor, siteId, async (db, site, goals) => {
    const known = await findGoal(db, site, goalId);
    if (!known) throw goalNotFound();
    await removeGoal(db, site, goalId);
    await deleteGoalCounts(db, siteId, goalId);
    const next = goals.find(({ id }) => id !== goalId);
    if (known.isMain && next) await setMainGoal(db, siteId, next.id);
    await renewEpoch(deps, db, site);
  });
