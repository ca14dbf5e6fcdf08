// What the weekly summary says, read just before it is sent: a site's week, Monday to Sunday in its time zone, beside the
// week before.
import { clickRate } from '#shared/click-rate.ts';
import type { SiteStats } from '#shared/contract/stats.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import type { StoredSite } from '../../db/sites.ts';
import { findUser } from '../../db/users.ts';
import { isWeeklyEmailOn } from '../../db/weekly-emails.ts';
import type { Deps } from '../../deps.ts';
import { siteOfOwner } from '../access.ts';
import { greetingName } from '../account/emails.ts';
import { readEffect } from '../effect/effect.ts';
import { withoutAddresses } from '../mail-words.ts';
import type { Mail, WeeklyLetter, WeeklyMailKind } from '../ports.ts';
import { readSiteStats } from '../stats/site.ts';
import { daysOfWeek } from './schedule.ts';

type LetterParts = Pick<Deps, 'db' | 'clock' | 'readers' | 'tokens'> & { config: Pick<Deps['config'], 'publicUrl'> };

/**
 * @returns the summary; null when it has become pointless: the account has another address or the site is gone, the email
 * was switched off (unless its owner asked for this one), or nothing was displayed.
 */
export async function composeWeeklyEmail(
  { db, clock, readers, tokens, config }: LetterParts,
  { kind, userId, to, siteId, week }: Pick<Mail, 'userId' | 'to' | 'siteId' | 'week'> & { kind: WeeklyMailKind },
): Promise<WeeklyLetter | null> {
  const user = userId === null ? undefined : await findUser(db, userId);
  if (!user?.emailVerified || user.email !== to) return null;
  if (!siteId || !week) return null;
  if (kind === 'weekly-summary' && !(await isWeeklyEmailOn(db, siteId))) return null;
  const days = daysOfWeek(week);
  const found = await readers.read(user.id, async (snapshot) => {
    const site = await siteOfOwner(snapshot, user.id, siteId);
    return (
      site && {
        site,
        effect: await effectOf(snapshot, site, clock.now()),
        stats: await readSiteStats(snapshot, site, { range: 'custom', ...days }, clock.now()),
      }
    );
  });
  if (!found || found.stats.totals.displays === 0) return null;
  const { site, stats } = found;
  const { from: _from, to: _to, ...previous } = stats.previous;
  const home = `${config.publicUrl}/${site.slug}`;
  return {
    kind,
    name: greetingName(user),
    siteName: site.name,
    timezone: site.timezone,
    ...days,
    totals: stats.totals,
    previous,
    best: bestOf(stats.notifications),
    effect: found.effect,
    link: `${home}/analytics?${new URLSearchParams({ range: 'custom', ...days })}`,
    reportsLink: `${home}/reports`,
    code: null,
    unsubscribe: `${config.publicUrl}/unsubscribe?${new URLSearchParams({ t: tokens.signUnsubscribe(siteId) })}`,
  };
}

/** @returns what the epoch that runs has shown of the main goal, in words; null while nothing is measured. */
async function effectOf(db: Db, site: Owned<StoredSite>, now: number): Promise<string | null> {
  const { epoch, goals } = await readEffect(db, site, undefined, now);
  return epoch?.endedAt === null ? (goals.find(({ isMain }) => isMain)?.sentence ?? null) : null;
}

/**
 * The best is the one whose click rate is highest for sure, by the lower end of its interval: one lucky click in two
 * displays doesn't beat fifty in five hundred.
 */
function bestOf(notifications: SiteStats['notifications']): WeeklyLetter['best'] {
  const low = (one: SiteStats['notifications'][number]) => clickRate(one)?.low ?? 0;
  const [best] = notifications
    .filter(({ name, clicks }) => name !== null && clicks > 0)
    .toSorted((a, b) => low(b) - low(a) || b.displays - a.displays);
  if (!best?.name) return null;
  const { name, displays, clicks, dismissals, clickRate: rate } = best;
  return { name: withoutAddresses(name), displays, clicks, dismissals, clickRate: rate };
}
