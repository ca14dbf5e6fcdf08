// Fills an empty database for the demo: an owner, a shop's site, its notices, and what visitors made of them for a month.
// Everything goes through the domain, with the clock set back to when it would have happened.
import type { SettingsPatch } from '#shared/contract/widget.ts';
import { deleteSessionsOf } from '../db/sessions.ts';
import { markVerified } from '../db/users.ts';
import type { Deps } from '../deps.ts';
import { requireVerifiedUser, type VerifiedActor } from '../domain/access.ts';
import { register } from '../domain/account.ts';
import { createNotification, updateNotification } from '../domain/notification.ts';
import { createSite } from '../domain/site.ts';
import { getWidgetOfSite, saveSettings } from '../domain/widget.ts';
import { HISTORY_DAYS, makeHistory, type Run } from './history.ts';
import { makeCosts } from './history-cost.ts';
import { type DemoNotice, NOTICES, pagesFor } from './notices.ts';

export const DEMO_EMAIL = 'demo@proofbell.test';
const TIMEZONE = 'Europe/Lisbon';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const HOUR = 60 * MINUTE;
/** Rows of one transaction, as the counting of real events has them. */
const BATCH = 1_000;

/** The shop's colours, and a place that leaves its basket free. */
export const SETTINGS: SettingsPatch = {
  appearance: {
    brandColors: {
      primaryColor: '#9c4a2b',
      secondaryColor: '#5f7350',
      textColor: '#22261f',
      linkColor: '#8a3f22',
      borderColor: '#e2ded3',
    },
    typography: { fontFamily: 'Inter', headingStyle: 'Bold' },
    animations: { animationType: 'Slide In', hoverEffect: 'Lift' },
    layout: { borderRadius: 6, shadowIntensity: 3 },
  },
  behavior: {
    position: 'bottom-left',
    timing: { initialDelay: 2, displayDuration: 7, timeBetween: 4 },
  },
};

export type Demo = { email: string; password: string; siteId: string; widgetId: string };

const iso = (ms: number) => new Date(ms).toISOString();

/** @returns the same dependencies at another time, and without mails: the demo's address does not exist. */
const at = (deps: Deps, ms: number): Deps => ({
  ...deps,
  clock: { now: () => ms },
  mailer: { enqueue: async () => {}, wake() {} },
});

/** Fills the database. @returns how to sign in, with a password made now, and which site the shop embeds. */
export async function seedDemo(deps: Deps): Promise<Demo> {
  const now = deps.clock.now();
  const opening = at(deps, now - HISTORY_DAYS * DAY - 20 * MINUTE);
  const password = deps.ids.secret(12).replace(/[-_]/g, 'x');
  const actor = await openAccount(opening, password);
  const { hostname } = new URL(deps.config.publicUrl);
  const site = await createSite(opening, actor, {
    name: 'Holt & Ash',
    domains: ['localhost', '127.0.0.1', hostname],
    timezone: TIMEZONE,
  });
  const widget = await getWidgetOfSite(opening, actor, site.id);
  await saveSettings(opening, actor, { id: widget.id, settings: SETTINGS });

  const runs: Run[] = [];
  for (const notice of NOTICES) {
    const notificationId = await writeNotice(deps, actor, widget.id, notice, now);
    const { weight, clickRate, dismissRate, age, pausedAge = 0 } = notice;
    if (weight === 0) continue;
    const pages = pagesFor(notice);
    const run = { siteId: site.id, widgetId: widget.id, notificationId, weight, pages, clickRate, dismissRate };
    runs.push({ ...run, from: now - age, until: now - pausedAge });
  }
  const write = deps.writeTallies;
  const tallies = makeHistory(runs, TIMEZONE, now);
  for (let i = 0; i < tallies.length; i += BATCH) await write(tallies.slice(i, i + BATCH));
  await write([], makeCosts(site.id, TIMEZONE, now, deps.config.widget.bytes.brotli));
  return { email: DEMO_EMAIL, password, siteId: site.id, widgetId: widget.id };
}

/** Registers the owner, verified and on the Starter plan: a second site can be tried out. */
async function openAccount(deps: Deps, password: string): Promise<VerifiedActor> {
  const input = { email: DEMO_EMAIL, password, displayName: 'Mara Holt' };
  const { user } = (await register(deps, input, { address: '127.0.0.1', userAgent: null, cookies: '' })).signedIn;
  const now = iso(deps.clock.now());
  await markVerified(deps.db, user._id, now);
  // Nobody is signed in yet.
  await deleteSessionsOf(deps.db, user._id);
  await deps.db
    .updateTable('users')
    .set({ subscription_type: 'starter', subscription_status: 'active', max_sites: 3, updated_at: now })
    .where('id', '=', user._id)
    .execute();
  const { _id: userId, email, role } = user;
  return requireVerifiedUser({ kind: 'user', userId, email, role, isVerified: true, sessionId: 'demo' });
}

/** Writes a notice when it would have been written, and pauses it when it would have been paused. @returns its id. */
async function writeNotice(deps: Deps, actor: VerifiedActor, widgetId: string, notice: DemoNotice, now: number) {
  const written = now - notice.age;
  const { startsIn, endsIn, pausedAge } = notice;
  // Owners choose whole hours.
  const slot = (offset: number) => iso(Math.ceil((now + offset) / HOUR) * HOUR);
  const { id } = await createNotification(
    at(deps, written),
    actor,
    {
      ...notice.content,
      widgetId,
      timestamp: iso(written),
      ...(startsIn !== undefined && { startsAt: slot(startsIn) }),
      ...(endsIn !== undefined && { endsAt: slot(endsIn) }),
    },
    notice.source,
  );
  if (pausedAge !== undefined) {
    const change = { widgetId, notificationId: id, status: 'inactive' } as const;
    await updateNotification(at(deps, now - pausedAge), actor, change);
  }
  return id;
}
