// Deletes, every minute, what nobody can get any more or is kept no longer: notifications that can't be restored, images
// that nothing uses, draft settings of links that have ended, bodies kept to map their fields, contact messages of 90 days
// ago, counts of attempts (some under network addresses) whose time is over, and which webhooks came a month ago. And writes
// down which deliveries could not be stored when they came. What was deleted then leaves the write-ahead log, too, and the
// disk is looked at.
import { isoNow } from '#shared/time.ts';
import { deleteOldCaptures } from '../db/captures.ts';
import { emptyLog } from '../db/deleted-bytes.ts';
import { dropOldLimits } from '../db/limits.ts';
import type { Deps } from '../deps.ts';
import { forgetOldEvents } from './billing/events.ts';
import { purgeOldContactMessages } from './contact.ts';
import { describeError } from './errors.ts';
import { deleteOldImages } from './notification/images.ts';
import { purgeOldNotifications } from './notification/notification-sets.ts';
import { purgeOldDrafts } from './site/inspection.ts';

type SweepDeps = Pick<Deps, 'database' | 'db' | 'clock' | 'hookFailures' | 'log' | 'readers' | 'reserve'>;

/** Never throws: what fails is logged. @param stopping ends it between two rows: the next sweep goes on from there. */
export async function sweep(deps: SweepDeps, stopping?: AbortSignal): Promise<void> {
  const results = await Promise.allSettled([
    purgeOldNotifications(deps, stopping),
    deleteOldImages(deps, stopping),
    purgeOldDrafts(deps, stopping),
    purgeOldContactMessages(deps, stopping),
    deleteOldCaptures(deps.db, isoNow(deps.clock), stopping),
    dropOldLimits(deps.db, deps.clock.now(), stopping),
    forgetOldEvents(deps, stopping),
    deps.hookFailures.write(deps.db),
  ]);
  // While the database is down there are only warnings; the next sweep makes up for it.
  for (const result of results) {
    if (result.status === 'rejected') deps.log.warn(describeError(result.reason), 'expired rows not deleted');
  }
  await deps.readers
    .alone(() => emptyLog(deps.database))
    .catch((error: unknown) => deps.log.warn(describeError(error), 'the write-ahead log was not emptied'));
  await deps.reserve.refill().catch((error: unknown) => deps.log.warn(describeError(error), 'disk not looked at'));
}
