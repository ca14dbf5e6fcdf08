// The handlers of what is queued about events (../jobs.ts).
import { isoNow } from '#shared/time.ts';
import type { JobKind } from '../../db/jobs.ts';
import { bumpWidgetsOfSite } from '../../db/widgets.ts';
import { nextTurn } from '../../turns.ts';
import type { JobHandler } from '../queue.ts';
import { CONNECTION_JOBS, type ConnectionJobDeps } from './connection-jobs.ts';
import { retractSome } from './retract.ts';
import { resumeRetracting } from './unfinished-retractions.ts';

export type EventJobDeps = ConnectionJobDeps;

export const EVENT_JOBS = {
  ...CONNECTION_JOBS,
  /** Goes on with a retraction whose process has died. It may not have, and then both do the same. */
  async 'finish-retraction'(deps, subject) {
    let left = await resumeRetracting(deps.db, subject);
    const siteId = left[0]?.kept.siteId;
    for (; left.length > 0; await nextTurn())
      left = await deps.db.transaction().execute(async (db) => {
        // Its site may be gone by now.
        if (!(await bumpWidgetsOfSite(db, left[0]?.kept.siteId ?? '', isoNow(deps.clock)))) return [];
        return (await retractSome(deps, db, left)).left;
      });
    if (siteId !== undefined) await deps.projector.changed(siteId, true);
    return undefined;
  },
} satisfies Partial<Record<JobKind, JobHandler<EventJobDeps>>>;
