// The demo's second site, still in set-up: its snippet is on a host that isn't on its list, and its links are hard to
// read.
import type { Deps } from '#server/deps.ts';
import type { VerifiedActor } from '#server/domain/access.ts';
import { createNotification } from '#server/domain/notification/notification.ts';
import { createSite } from '#server/domain/site/site.ts';
import { getWidgetOfSite, saveSettings } from '#server/domain/site/widget.ts';
import { DAY, MINUTE } from '#shared/time.ts';

const iso = (ms: number) => new Date(ms).toISOString();

/** @param deps at the time of its creation. @param now milliseconds, when the demo starts. */
export async function seedJournal(deps: Deps, actor: VerifiedActor, now: number): Promise<void> {
  const site = await createSite(deps, actor, {
    name: 'Ash Journal',
    domains: ['journal.holt-and-ash.example'],
    timezone: 'Europe/Lisbon',
  });
  const widget = await getWidgetOfSite(deps, actor, site.id);
  const settings = { appearance: { brandColors: { linkColor: '#c9a48f' } } };
  await saveSettings(deps, actor, { id: widget.id, settings });
  await createNotification(
    deps,
    actor,
    {
      widgetId: widget.id,
      type: 'announcement',
      message: 'A letter from the workshop, every Sunday',
      url: '/letters',
      timestamp: iso(deps.clock.now()),
    },
    'manual',
  );
  await deps.db
    .insertInto('sightings')
    .values({
      site_id: site.id,
      kind: 'refused',
      host: 'letters.holt-and-ash.example',
      asked_id: '',
      first_seen_at: iso(now - DAY),
      last_seen_at: iso(now - 12 * MINUTE),
      reach: 3,
    })
    .execute();
}
