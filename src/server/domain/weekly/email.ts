// The weekly summary by email: whether a site's owner gets it, and the links that switch it off. When it is sent is in
// weekly-schedule.ts, what it says in weekly-letter.ts.
import type { WeeklyEmail } from '#shared/contract/weekly-email.ts';
import { MESSAGES } from '#shared/messages.ts';
import { isoNow } from '#shared/time.ts';
import type { Owned } from '../../db/owned.ts';
import { findAnySite, type StoredSite } from '../../db/sites.ts';
import { deleteWeeklyEmail, findLastQueued, insertWeeklyEmail, isWeeklyEmailOn } from '../../db/weekly-emails.ts';
import type { Deps } from '../../deps.ts';
import { ownSite, type VerifiedActor } from '../access.ts';
import { invalid, refuseIfSiteGone } from '../errors.ts';
import { makeZone } from '../stats/zone.ts';
import { nextWeeklyAt } from './schedule.ts';

async function readWeeklyEmail({ db, clock }: Deps, site: Owned<StoredSite>): Promise<WeeklyEmail> {
  const isOn = await isWeeklyEmailOn(db, site.id);
  return {
    isOn,
    lastSentAt: await findLastQueued(db, site.id),
    nextAt: isOn ? nextWeeklyAt(makeZone(site.timezone), clock.now()) : null,
  };
}

/** @throws not-found */
export const getWeeklyEmail = async (deps: Deps, actor: VerifiedActor, siteId: string): Promise<WeeklyEmail> =>
  readWeeklyEmail(deps, await ownSite(deps.db, actor, siteId));

/** Switches it on or off; queued emails are not sent once it is off. @throws not-found */
export async function setWeeklyEmail(
  deps: Deps,
  actor: VerifiedActor,
  { id, isOn }: { id: string; isOn: boolean },
): Promise<WeeklyEmail> {
  const site = await ownSite(deps.db, actor, id);
  if (!isOn) await deleteWeeklyEmail(deps.db, site.id);
  else await insertWeeklyEmail(deps.db, site, isoNow(deps.clock)).catch(refuseIfSiteGone);
  return readWeeklyEmail(deps, site);
}

/** A site as whoever holds one of its links sees it. */
export type Subscription = { siteName: string; isOn: boolean };

async function siteOfLink({ db, tokens }: Deps, token: string): Promise<{ siteId: string; siteName: string }> {
  const siteId = tokens.readUnsubscribe(token);
  const site = siteId === null ? undefined : await findAnySite(db, siteId);
  if (!site) throw invalid('t', MESSAGES.unsubscribeLinkNotValid);
  return { siteId: site.id, siteName: site.name };
}

/** @throws validation naming `t` when the token isn't one of ours, or its site is gone */
export async function readSubscription(deps: Deps, token: string): Promise<Subscription> {
  const { siteId, siteName } = await siteOfLink(deps, token);
  return { siteName, isOn: await isWeeklyEmailOn(deps.db, siteId) };
}

/**
 * Switches it off. The token is the authority: people must be able to unsubscribe without logging in, from any email
 * they ever got, so it never expires; and it is good for nothing else. @throws as above
 */
export async function unsubscribe(deps: Deps, token: string): Promise<Subscription> {
  const { siteId, siteName } = await siteOfLink(deps, token);
  await deleteWeeklyEmail(deps.db, siteId);
  return { siteName, isOn: false };
}
