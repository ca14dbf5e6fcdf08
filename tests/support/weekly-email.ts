// The weekly summary in tests: a shop that had a week, the Monday after it, and the email as it would be sent.

import { makeMailWriter } from '#server/adapters/mail-content.ts';
import type { VerifiedUser } from '#server/domain/access.ts';
import { composeEmail } from '#server/domain/compose-email.ts';
import type { WeeklyLetter } from '#server/domain/ports.ts';
import { setWeeklyEmail } from '#server/domain/weekly/email.ts';
import { makeActor } from './actor.ts';
import type { TestApp } from './app.ts';
import { type CountedShop, makeCountedShop, setNow } from './stats.ts';

/** The Tuesday on which test clocks start is in the week of this Monday; the next one is due. */
export const MONDAY = '2026-03-16';

/** @returns a site with displays in the week before MONDAY, switched on, and its owner. */
export async function makeWeeklyShop(
  app: TestApp,
  {
    timezone = 'UTC',
    name = 'Oak & Iron',
    email = 'owner@shop.example',
    owner,
  }: {
    timezone?: string;
    name?: string;
    email?: string;
    owner?: VerifiedUser;
  } = {},
): Promise<{ owner: VerifiedUser; shop: CountedShop }> {
  const actor = owner ?? (await makeActor(app.deps, 'agency', email));
  const shop = await makeCountedShop(app, actor, timezone, name);
  await setWeeklyEmail(app.deps, actor, { id: shop.siteId, isOn: true });
  await shop.count('2026-03-12T12:00:00Z', { displays: 1204, clicks: 64, dismissals: 3 });
  return { owner: actor, shop };
}

/** Moves the clock to 08:00 UTC of MONDAY. */
export const toMonday = (app: TestApp) => setNow(app, `${MONDAY}T08:00:00Z`);

/** @returns the weekly emails in the queue, oldest first. */
export const queuedWeeks = (app: TestApp) =>
  app.deps.db
    .selectFrom('mails')
    .select(['id', 'user_id as userId', 'recipient as to', 'site_id as siteId', 'week'])
    .where('kind', '=', 'weekly-summary')
    .orderBy('id')
    .execute();

const write = makeMailWriter({ operatorName: 'Proofbell', publicUrl: 'http://proofbell.test' });

/** @returns what the first weekly email in the queue would say now, and as it is written; null when it isn't sent. */
export async function weeklyLetter(app: TestApp) {
  const [mail] = await queuedWeeks(app);
  if (!mail) throw new Error('No weekly email is queued');
  const letter = (await composeEmail(app.deps, { ...mail, kind: 'weekly-summary' })) as WeeklyLetter | null;
  return letter && { letter, ...write(letter) };
}

/** @returns the address of an unsubscribe link on the test's server, as its path and query. */
export const unsubscribePath = (link: string): string => new URL(link).pathname + new URL(link).search;

/** Sends what an email program does (RFC 8058, 3.2). */
export const oneClick = (app: Pick<TestApp, 'fetch'>, path: string, body: BodyInit = 'List-Unsubscribe=One-Click') =>
  app.fetch(path, {
    method: 'POST',
    body,
    ...(typeof body === 'string' && { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  });
