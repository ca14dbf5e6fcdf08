// The weekly summary by email: whether a site's owner gets it, one at once for whoever asks, and the links that switch it
// off. When it is sent by itself is in schedule.ts, what it says in letter.ts.
import type { SentWeeklyEmail, WeeklyEmail } from '#shared/contract/weekly-email.ts';
import { MESSAGES } from '#shared/messages.ts';
import { HOUR, isoNow, SECOND } from '#shared/time.ts';
import type { Owned } from '../../db/owned.ts';
import { findAnySite, type StoredSite } from '../../db/sites.ts';
import { sumCounts } from '../../db/stats.ts';
import { findUser } from '../../db/users.ts';
import { deleteWeeklyEmail, findLastQueued, insertWeeklyEmail, isWeeklyEmailOn } from '../../db/weekly-emails.ts';
import type { Deps } from '../../deps.ts';
import { accountNotFound, ownSite, type VerifiedActor } from '../access.ts';
import { DomainError, invalid, refuseIfSiteGone } from '../errors.ts';
import { take } from '../rate-limit.ts';
import { sumOf } from '../stats/metrics.ts';
import { makeZone } from '../stats/zone.ts';
import { daysOfWeek, lastWeek, nextWeeklyAt } from './schedule.ts';

/** Summaries that a user may ask for in an hour. */
const ASKED_MAX = 3;

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

/**
 * Sends the summary of the last whole week to the owner's own address at once, whether it is on or not.
 * @returns the week's first and last day.
 * @throws not-found; conflict where the server can't send email, or nothing was displayed; rate-limited
 */
export async function sendWeeklyEmail(deps: Deps, actor: VerifiedActor, siteId: string): Promise<SentWeeklyEmail> {
  const { db, clock, config, mailer } = deps;
  const site = await ownSite(db, actor, siteId);
  if (config.mail === 'outbox') throw new DomainError('conflict', MESSAGES.noMailServer);
  const week = lastWeek(makeZone(site.timezone), clock.now());
  const days = daysOfWeek(week);
  if (sumOf(await sumCounts(db, site, days)).displays === 0)
    throw new DomainError('conflict', MESSAGES.nothingLastWeek);
  const user = await findUser(db, actor.userId);
  if (!user) throw accountNotFound();
  await take(deps, `weekly-now:${user.id}`, ASKED_MAX, HOUR / SECOND, MESSAGES.askedTooOften);
  await db
    .transaction()
    .execute((tx) => mailer.enqueue(tx, { kind: 'weekly-now', userId: user.id, to: user.email, siteId, week }));
  mailer.wake();
  return days;
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
