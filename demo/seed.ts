// Fills an empty database for the demo: an owner, a shop's site with its notifications, its orders, two months of interactions and
// a hold-out, and a second site in set-up.
// Everything goes through the domain, with the clock set back to when it would have happened.

import { markVerified } from '#server/db/users.ts';
import type { Deps } from '#server/deps.ts';
import { requireVerifiedUser, type VerifiedActor } from '#server/domain/access.ts';
import { register } from '#server/domain/account/login.ts';
import { recount } from '#server/domain/events/aggregates.ts';
import { createNotification, updateNotification } from '#server/domain/notification/notification.ts';
import { createFromTemplate, createTemplate } from '#server/domain/notification/template.ts';
import { createSite } from '#server/domain/site/site.ts';
import { getWidgetOfSite, saveSettings } from '#server/domain/site/widget.ts';
import { makeZone } from '#server/domain/stats/zone.ts';
import type { SettingsPatch } from '#shared/contract/widget.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { shopOriginOf } from './banner.ts';
import type { ShopHook } from './checkout.ts';
import { HISTORY_DAYS, makeHistory, type Run } from './history.ts';
import { makeCosts } from './history-cost.ts';
import { beginHoldOut, HOLD_OUT_AGE, makeArmDays } from './hold-out.ts';
import { seedJournal } from './journal.ts';
import { type DemoNotification, NOTIFICATIONS, OF_EVENTS, pagesFor } from './notifications.ts';
import { seedOrders } from './orders.ts';
import { TEMPLATES, type TemplateKey } from './templates.ts';

const DEMO_EMAIL = 'demo@proofbell.test';
const TIMEZONE = 'Europe/Lisbon';
/** Rows per transaction, like a batch of real interactions. */
const BATCH = 1_000;

/** The shop's colors, and a position that doesn't cover its basket. */
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
  // The shop's pages, but not for readers who come from its newsletter: they have read all of it there.
  rules: {
    match: 'all',
    conditions: [
      { type: 'page', operator: 'starts-with', value: ['/demo/shop'] },
      { type: 'query', name: 'utm_source', operator: 'is-not', value: ['newsletter'] },
    ],
  },
};

export type Demo = { email: string; password: string; siteId: string; widgetId: string; hook: ShopHook };

const iso = (ms: number) => new Date(ms).toISOString();

/**
 * @returns the same dependencies at another time, without emails, since the demo's address does not exist, and without
 * the projector, which would work at the time that it is.
 */
const at = (deps: Deps, ms: number): Deps => ({
  ...deps,
  clock: { now: () => ms },
  mailer: { enqueue: async () => 0, wake() {} },
  projector: { changed: async () => {} },
});

/** Fills the database. @returns the login, with a fresh password, and the site that the shop embeds. */
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
    currency: 'EUR',
  });
  const widget = await getWidgetOfSite(opening, actor, site.id);
  await saveSettings(opening, actor, { id: widget.id, settings: SETTINGS });

  const templateIds = new Map<TemplateKey, string>();
  for (const [key, template] of Object.entries(TEMPLATES)) {
    templateIds.set(key as TemplateKey, (await createTemplate(opening, actor, template)).id);
  }

  const runs: Run[] = [];
  for (const notification of NOTIFICATIONS) {
    const templateId = notification.template && templateIds.get(notification.template);
    const written = { ...notification, content: { ...notification.content, ...(templateId && { templateId }) } };
    const notificationId = await writeNotification(deps, actor, widget.id, written, now);
    const { weight, clickRate, dismissRate, age, offAge = 0 } = notification;
    if (weight === 0) continue;
    const pages = pagesFor(notification);
    const run = { siteId: site.id, widgetId: widget.id, notificationId, weight, pages, clickRate, dismissRate };
    runs.push({ ...run, from: now - age, until: now - offAge });
  }
  const measuredFrom = now - HOLD_OUT_AGE;
  const holdOut = await beginHoldOut(at(deps, measuredFrom), actor, site.id);
  const { hook, told } = await seedOrders(deps, (ms) => at(deps, ms), actor, {
    siteId: site.id,
    epochId: holdOut.epochId,
    templateId: templateIds.get('order') ?? '',
    shopOrigin: shopOriginOf(deps.config.publicUrl),
    now,
  });
  for (const { notificationId, kind, since } of told)
    runs.push({ ...OF_EVENTS[kind], siteId: site.id, widgetId: widget.id, notificationId, from: since, until: now });
  const write = deps.writeTallies;
  const tallies = makeHistory(runs, TIMEZONE, now);
  for (let i = 0; i < tallies.length; i += BATCH) await write(tallies.slice(i, i + BATCH));
  const costs = makeCosts(site.id, TIMEZONE, now, deps.config.widget.bytes.brotli);
  await write([], costs, makeArmDays(holdOut, tallies, makeZone(TIMEZONE).dateAt(measuredFrom)));
  await recount(deps, site.id, true);
  await noteSetup(deps.db, site.id, now);
  await seedJournal(at(deps, now - 2 * DAY), actor, now);
  return { email: DEMO_EMAIL, password, siteId: site.id, widgetId: widget.id, hook };
}

/** Notes where the shop was seen, and that its owner knows of its first display, which the statistics date. */
async function noteSetup(db: Deps['db'], siteId: string, now: number): Promise<void> {
  const host = 'localhost';
  const [opened, lately] = [iso(now - HISTORY_DAYS * DAY), iso(now - 2 * MINUTE)];
  const seen = { kind: 'seen', host, asked_id: '', first_seen_at: opened, last_seen_at: lately, reach: 1 } as const;
  await db
    .insertInto('sightings')
    .values({ site_id: siteId, ...seen })
    .execute();
  const setup = { seen_host: host, seen_at: opened, celebrated_at: opened };
  await db
    .insertInto('site_setups')
    .values({ site_id: siteId, ...setup })
    .execute();
}

/** Registers the owner, verified and on the Starter plan, so that you can try adding one more site. */
async function openAccount(deps: Deps, password: string): Promise<VerifiedActor> {
  const input = { email: DEMO_EMAIL, password, displayName: 'Mara Holt' };
  const { signedIn, sessionId } = await register(deps, input, {
    address: '127.0.0.1',
    userAgent: null,
    sessionId: null,
    registrationId: null,
    marks: null,
    isLocal: () => true,
    mayBeLocal: () => true,
  });
  const { user } = signedIn;
  const now = iso(deps.clock.now());
  await markVerified(deps.db, user._id, now);
  // Nobody is logged in yet.
  await deps.sessions.end(sessionId);
  await deps.db
    .updateTable('users')
    .set({ granted_plan: 'starter', updated_at: now })
    .where('id', '=', user._id)
    .execute();
  const { _id: userId, email, role } = user;
  return requireVerifiedUser({ kind: 'user', userId, email, role, isVerified: true, sessionId: 'demo' });
}

/** Creates a notification and switches it off at the times its owner would have. @returns its id. */
async function writeNotification(
  deps: Deps,
  actor: VerifiedActor,
  widgetId: string,
  notification: DemoNotification,
  now: number,
) {
  const written = now - notification.age;
  const { startsIn, endsIn, offAge } = notification;
  // Owners pick full hours.
  const slot = (offset: number) => iso(Math.ceil((now + offset) / HOUR) * HOUR);
  const { templateId } = notification.content;
  const { id } =
    notification.template === 'shown' && templateId
      ? await createFromTemplate(at(deps, written), actor, { widgetId, templateId })
      : await createNotification(
          at(deps, written),
          actor,
          {
            ...notification.content,
            widgetId,
            timestamp: iso(written),
            ...(startsIn !== undefined && { startsAt: slot(startsIn) }),
            ...(endsIn !== undefined && { endsAt: slot(endsIn) }),
          },
          'manual',
        );
  if (offAge !== undefined) {
    const change = { widgetId, notificationId: id, status: 'inactive' } as const;
    await updateNotification(at(deps, now - offAge), actor, change);
  }
  return id;
}
