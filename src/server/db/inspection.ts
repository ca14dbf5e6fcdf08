// What the inspector is told about a site: everything under it, whoever asks. The caller has checked the signed link.
import type { NotificationRow } from './notifications.ts';
import type { Db } from './open.ts';
import type { SiteRow } from './sites.ts';
import type { WidgetRow } from './widgets.ts';

export type InspectionRows = { site: SiteRow; widget: WidgetRow; notices: NotificationRow[] };

/** @returns the site, its widget and all its notices in the owner's order; null for an unknown site. */
export async function findInspection(db: Db, siteId: string): Promise<InspectionRows | null> {
  const site = await db.selectFrom('sites').selectAll().where('id', '=', siteId).executeTakeFirst();
  const widget = await db
    .selectFrom('widgets')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('id')
    .executeTakeFirst();
  if (!site || !widget) return null;
  const notices = await db
    .selectFrom('notifications')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('widget_id', '=', widget.id)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return { site, widget, notices };
}
