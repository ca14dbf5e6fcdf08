// What really happened with a site: where its snippet was seen, and how far it is set up.

import type { Installation, SiteSetup } from '#shared/contract/installation.ts';
import { isAllowedHost } from '#shared/embed/protocol.ts';
import { MESSAGES } from '#shared/messages.ts';
import { HOUR, isoNow, MINUTE } from '#shared/time.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import { findFirstHour, listSightings, readSetup, storeCelebrated } from '../../db/sightings.ts';
import type { StoredSite } from '../../db/sites.ts';
import { domainsOf } from '../../db/sites.ts';
import type { Deps } from '../../deps.ts';
import { ownSite, ownWidgetOfSite, type VerifiedActor } from '../access.ts';
import { DomainError, refuseIfSiteGone } from '../errors.ts';

/** @returns the hosts that asked and that the site still doesn't list, the latest first. */
export const listRefused = async (db: Db, site: Owned<StoredSite>) =>
  (await listSightings(db, site, 'refused')).filter(({ host }) => !isAllowedHost(host, domainsOf(site)));

/** @throws not-found */
export async function readInstallation(deps: Deps, actor: VerifiedActor, id: string): Promise<Installation> {
  const { db } = deps;
  const site = await ownSite(db, actor, id);
  const { isActive } = await ownWidgetOfSite(db, actor, id);
  const withoutId = ({ host, firstSeenAt, lastSeenAt }: Installation['hosts'][number]) => ({
    host,
    firstSeenAt,
    lastSeenAt,
  });
  return {
    checkedAt: isoNow(deps.clock),
    hosts: (await listSightings(db, site, 'seen')).map(withoutId),
    refused: (await listRefused(db, site)).map(withoutId),
    otherIds: (await listSightings(db, site, 'other-id')).map(({ askedId, host, lastSeenAt }) => ({
      id: askedId,
      host,
      lastSeenAt,
    })),
    isWidgetActive: isActive,
  };
}

/**
 * @param noted ISO time at which this version noted the event, or null.
 * @param hour of the statistics in which it happened first, if it did. @param notBefore ISO.
 * @returns when it happened: as noted, unless the statistics know of an earlier hour; null when it did not happen.
 */
export function momentOf(noted: string | null, hour: string | undefined, notBefore: string): string | null {
  if (hour === undefined) return noted;
  // What is counted at the end of an hour is noted a moment later.
  if (noted !== null && Date.parse(noted) < Date.parse(hour) + HOUR + MINUTE) return noted;
  return hour < notBefore ? notBefore : hour;
}

/** @throws not-found */
export async function readSiteSetup(deps: Deps, actor: VerifiedActor, id: string): Promise<SiteSetup> {
  const { db } = deps;
  const site = await ownSite(db, actor, id);
  const setup = await readSetup(db, site);
  if (!setup) throw new DomainError('not-found', MESSAGES.siteNotFound);
  const { createdAt } = site;
  const { seenHost, seenAt, firstDisplayAt, firstClickAt } = setup;
  const now = deps.clock.now();
  const findHour = async (noted: string | null, count: 'displays' | 'clicks') => {
    const first = noted === null ? await findFirstHour(db, site, count) : undefined;
    // What was counted in the running hour is noted to the second within a second: its hour would be a wrong time until then.
    return first && Date.parse(first.hour) + HOUR <= now ? first : undefined;
  };
  const display = await findHour(firstDisplayAt, 'displays');
  const click = await findHour(firstClickAt, 'clicks');
  const displayedAt = momentOf(firstDisplayAt, display?.hour, createdAt);
  const displayedId = setup.displayedId ?? display?.notificationId ?? null;
  const message = setup.displayedMessage ?? display?.message ?? null;
  const url = setup.displayedMessage === null ? (display?.url ?? null) : setup.displayedUrl;
  return {
    createdAt,
    seen: seenHost === null || seenAt === null ? null : { host: seenHost, at: seenAt },
    firstNotificationAt: setup.firstNotificationAt ?? displayedAt,
    firstDisplayAt: displayedAt,
    firstClickAt: momentOf(firstClickAt, click?.hour, createdAt),
    firstEventAt: setup.firstEventAt,
    displayedNotification: displayedId === null || message === null ? null : { id: displayedId, message, url },
    isCelebrated: setup.celebratedAt !== null,
  };
}

/** Notes that the owner was told of the first display, once. @throws not-found */
export async function celebrateSite(deps: Deps, actor: VerifiedActor, id: string): Promise<SiteSetup> {
  const site = await ownSite(deps.db, actor, id);
  await storeCelebrated(deps.db, site, isoNow(deps.clock)).catch(refuseIfSiteGone);
  return readSiteSetup(deps, actor, id);
}
