// Keeps the notifications of events up to date: after changes, at most once a tick (a second) for each site; every minute
// for changes by time, for work of processes that died, and to delete events after their retention.

import { setTimeout as pause } from 'node:timers/promises';
import { DELIVERY_LIFE, EVENT_RETENTION_DAYS_MAX } from '#shared/limits.ts';
import { DAY, isoNow, MINUTE } from '#shared/time.ts';
import { listSitesWithComputed } from '../../db/aggregates.ts';
import { oldDeliveries } from '../../db/deliveries.ts';
import { oldEvents } from '../../db/events.ts';
import { deleteOldImports } from '../../db/imports.ts';
import { lockNotifications } from '../../db/notification-sets.ts';
import { deleteAll } from '../../db/removals.ts';
import { oldRetractions } from '../../db/retractions.ts';
import { deleteOldSecrets, listDueSites, listOverdueSources } from '../../db/sources.ts';
import { lockWidgetsOfSite, updateWidget } from '../../db/widgets.ts';
import type { Deps } from '../../deps.ts';
import { siteAndWidget } from '../access.ts';
import { guardSite } from '../effect/guard.ts';
import { describeError, isBusy, isLocked } from '../errors.ts';
import { type CountTimes, recount } from './aggregates.ts';
import { applyProjection, isEmpty, planProjection, recordShown } from './projection.ts';

type ProjectorDeps = Pick<
  Deps,
  'config' | 'db' | 'clock' | 'ids' | 'log' | 'readers' | 'texts' | 'embedChanges' | 'mailer'
>;

export type Projector = {
  /**
   * Call it after a commit that changed a site's events or sources. Never throws.
   * @param isLess whether events are gone: the payload is dropped, and computed numbers are recounted at once.
   * @returns when the site's notifications are up to date, unless that has to wait for its tick: then at once.
   */
  changed(siteId: string, isLess?: boolean): Promise<void>;
};
export type RunningProjector = Projector & {
  /** Deletes events after their retention, and brings up to date what the time has changed. */
  eachMinute(stopping: AbortSignal): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Events this recent may be committed after the projection has read: longer than a delivery takes from its time to its
 * commit, by clocks that differ a little.
 */
const UNSURE = 3 * MINUTE;

/** Brings the notifications of a site's events up to date. */
export async function project(deps: ProjectorDeps, siteId: string): Promise<void> {
  const { db, clock } = deps;
  const owned = await siteAndWidget(db, siteId);
  if (!owned) return;
  const { site, widget } = owned;
  const sure = new Date(clock.now() - UNSURE).toISOString();
  const plan = await db.transaction().execute(async (tx) => {
    // Widgets before the notifications below them, as everywhere else.
    if (!(await lockWidgetsOfSite(tx, siteId))) return null;
    const made = await planProjection(deps, tx, site, widget, clock.now());
    if (isEmpty(made)) return made;
    const now = isoNow(clock);
    await updateWidget(tx, widget, { updatedAt: now });
    await lockNotifications(tx, widget);
    await applyProjection(deps, tx, widget, made, now);
    return made;
  });
  if (!plan) return;
  if (!isEmpty(plan)) deps.embedChanges.changed(siteId);
  // Outside: others change several sources in an order of their own.
  await recordShown(db, plan, sure);
}

/** Deletes rows after their retention, a few at a time. @returns the sites that lost events. */
async function dropOldEvents({ db, clock }: ProjectorDeps, stopping: AbortSignal): Promise<Set<string>> {
  const before = (ms: number) => new Date(clock.now() - ms).toISOString();
  const sites = new Set<string>();
  for (const { id, siteId, retentionDays } of await listOverdueSources(db, isoNow(clock))) {
    await deleteOldImports(db, id, before(retentionDays * DAY));
    if ((await deleteAll(db, 'events', oldEvents(db, siteId, id, before(retentionDays * DAY)), stopping)) > 0)
      sites.add(siteId);
  }
  await deleteOldSecrets(db, isoNow(clock));
  await deleteAll(db, 'retractions', oldRetractions(db, before(EVENT_RETENTION_DAYS_MAX * DAY)), stopping);
  await deleteAll(db, 'deliveries', oldDeliveries(db, before(DELIVERY_LIFE)), stopping);
  return sites;
}

/** Deletes rows after their retention. @returns the sites where that, or the time, may change what shows. */
async function sitesDue(deps: ProjectorDeps, stopping: AbortSignal): Promise<Set<string>> {
  const due = await listDueSites(deps.db, isoNow(deps.clock));
  // Tried again in a minute; the rest goes on.
  const dropped = await dropOldEvents(deps, stopping).catch((error: unknown) => {
    deps.log.warn(describeError(error), 'old events not deleted');
    return [];
  });
  return new Set([...due, ...dropped]);
}

/** Stop it before closing the database. */
export function makeProjector(deps: ProjectorDeps): RunningProjector {
  const { log } = deps;
  // How often events change a site's payload at most: each change makes a new one for everybody.
  const { tick } = deps.config;
  type Turn = { running: Promise<void> | null; timer: NodeJS.Timeout | null; isAsked: boolean; isLess: boolean };
  const turns = new Map<string, Turn>();
  const times: CountTimes = new Map();
  let isStopped = false;

  /** Looks at a site once; whatever changes makes one new payload, unless counting takes long. */
  async function lookAt(siteId: string, turn: Turn, isLess: boolean): Promise<void> {
    // Retracted and undone events are already gone from the database.
    let isChanged = isLess;
    const note = () => {
      isChanged = true;
    };
    const noting = { ...deps, embedChanges: { changed: note } };
    const tell = () => {
      if (isChanged) deps.embedChanges.changed(siteId);
      isChanged = false;
    };
    await project(noting, siteId).catch((error: unknown) => {
      // Another transaction has locked it for long: the next tick tries again.
      turn.isAsked ||= isBusy(error) || isLocked(error);
      log.warn({ ...describeError(error), siteId }, 'notifications of events not updated');
    });
    await guardSite(noting, siteId).catch((error: unknown) => {
      log.warn({ ...describeError(error), siteId }, 'harm not looked for');
    });
    const counting = isLess ? recount(noting, siteId, true, times) : undefined;
    if (counting) await Promise.race([counting, pause(tick, undefined, { ref: false })]);
    tell();
    await counting;
    tell();
  }

  const run = (siteId: string, turn: Turn): Promise<void> => {
    const { isLess } = turn;
    turn.isAsked = false;
    turn.isLess = false;
    const own = lookAt(siteId, turn, isLess).finally(() => {
      turn.running = null;
      if (isStopped) return;
      turn.timer = setTimeout(() => {
        turn.timer = null;
        if (turn.isAsked) void run(siteId, turn);
        else turns.delete(siteId);
      }, tick);
      turn.timer.unref();
    });
    turn.running = own;
    return own;
  };
  const changed = async (siteId: string, isLess = false): Promise<void> => {
    const turn = turns.get(siteId);
    if (turn) {
      turn.isAsked = true;
      turn.isLess ||= isLess;
    } else if (!isStopped) {
      const fresh: Turn = { running: null, timer: null, isAsked: false, isLess };
      turns.set(siteId, fresh);
      await run(siteId, fresh);
    }
  };
  async function eachMinute(stopping: AbortSignal): Promise<void> {
    for (const siteId of await sitesDue(deps, stopping)) {
      if (stopping.aborted) return;
      await changed(siteId);
    }
    for (const siteId of await listSitesWithComputed(deps.db)) {
      if (stopping.aborted) return;
      await recount(deps, siteId, false, times);
    }
  }
  return {
    changed,
    eachMinute,
    async stop() {
      isStopped = true;
      for (const { timer } of turns.values()) if (timer) clearTimeout(timer);
      await Promise.all([...turns.values()].map(({ running }) => running));
    },
  };
}
