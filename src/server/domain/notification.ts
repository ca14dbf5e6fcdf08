// Notifications (notices): what an owner wants visitors to see. Their texts are plain; counts are ours alone.
import {
  type CreateNotificationInput,
  type Notification,
  notificationSchema,
  type UpdateNotificationInput,
} from '#shared/contract/notification.ts';
import { NOTIFICATIONS_MAX } from '#shared/limits.ts';
import { fromFlag, fromJson, given, toFlag, toJson } from '../db/codecs.ts';
import {
  deleteNotification as deleteRow,
  insertNotification,
  listNotifications as listRows,
  measureNotifications,
  type NotificationRow,
  updateNotification as updateRow,
} from '../db/notifications.ts';
import type { Db } from '../db/open.ts';
import type { Owned } from '../db/owned.ts';
import { bumpWidget, type WidgetRow } from '../db/widgets.ts';
import type { Deps } from '../deps.ts';
import { ownNotification, ownWidget, type VerifiedActor } from './access.ts';
import { DomainError, invalid } from './errors.ts';
import { checkCss } from './widget.ts';

const shape = notificationSchema.shape;

/** @returns the notice as callers see it. */
export function toNotification(row: NotificationRow): Notification {
  return {
    id: row.id,
    widgetId: row.widget_id,
    type: shape.type.parse(row.type),
    name: row.name,
    title: row.title,
    message: row.message,
    image: row.image,
    url: row.url,
    rating: row.rating,
    code: row.code,
    count: row.count,
    status: row.status,
    timestamp: row.timestamp,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    displayCount: row.display_count,
    clickCount: row.click_count,
    isCustom: fromFlag(row.is_custom),
    source: row.source,
    metadata: fromJson(shape.metadata, row.metadata),
    rules: row.rules === null ? null : fromJson(shape.rules, row.rules),
    appearance: row.appearance === null ? null : fromJson(shape.appearance, row.appearance),
    position: row.position,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

type Editable = Omit<UpdateNotificationInput, 'widgetId' | 'notificationId'>;

const optionalText = (deps: Deps, value: string | null | undefined) =>
  value === undefined ? undefined : value === null ? null : deps.texts.toPlain(value) || null;

const instant = (value: string | null | undefined) => (value ? new Date(value).toISOString() : value);

/** @throws validation when nothing is left of the message once its tags are gone, or the style sheet is not allowed. */
async function toColumns(deps: Deps, input: Editable) {
  await checkCss(deps, input.appearance?.customCSS, 'appearance.customCSS');
  const message = input.message === undefined ? undefined : deps.texts.toPlain(input.message);
  if (message === '') throw invalid('message', 'Please enter a message: tags are removed, and nothing else was there');
  return given({
    type: input.type,
    title: optionalText(deps, input.title),
    message,
    image: input.image === '' ? null : input.image,
    url: input.url === '' ? null : input.url,
    rating: input.rating,
    code: optionalText(deps, input.code),
    count: input.count,
    status: input.status,
    timestamp: instant(input.timestamp) ?? undefined,
    starts_at: instant(input.startsAt),
    ends_at: instant(input.endsAt),
    is_custom: input.isCustom === undefined ? undefined : toFlag(input.isCustom),
    rules: input.rules && toJson(input.rules),
    appearance: input.appearance && toJson(input.appearance),
    position: input.position,
  });
}

/** `metadata.name` mirrors `name`: whichever is given sets both, and the field wins over the mirror. */
function withName(metadata: Record<string, unknown>, name: string | null): Record<string, unknown> {
  const { name: _mirror, ...rest } = metadata;
  return name === null ? rest : { ...rest, name };
}

const nameOf = (deps: Deps, input: Editable): string | null | undefined => {
  if (input.name !== undefined) return optionalText(deps, input.name);
  const mirror = input.metadata?.name;
  return typeof mirror === 'string' ? optionalText(deps, mirror) : undefined;
};

function checkSchedule(startsAt: string | null, endsAt: string | null): void {
  if (startsAt && endsAt && endsAt <= startsAt) throw invalid('endsAt', 'Must be later than the start');
}

/**
 * Bumps the widget's revision and holds its lock until the transaction ends, before anything under it is touched.
 * @throws not-found, too when its site was deleted while we waited for the lock
 */
async function lockWidget(db: Db, actor: VerifiedActor, id: string, now: string): Promise<Owned<WidgetRow>> {
  const widget = await ownWidget(db, actor, id);
  if (!(await bumpWidget(db, widget, now))) throw new DomainError('not-found', 'Widget not found');
  return widget;
}

/** @returns all notices of a widget in the owner's order. @throws not-found */
export async function listNotifications(deps: Deps, actor: VerifiedActor, widgetId: string): Promise<Notification[]> {
  const widget = await ownWidget(deps.db, actor, widgetId);
  return (await listRows(deps.db, widget)).map(toNotification);
}

/**
 * Adds a notice, first in the owner's order unless a position is given.
 * @param source who made it: manual, template, api, or an integration's id.
 * @throws not-found; validation; conflict when the widget is full
 */
export async function createNotification(
  deps: Deps,
  actor: VerifiedActor,
  input: CreateNotificationInput,
  source = 'manual',
): Promise<Notification> {
  const columns = await toColumns(deps, input);
  const now = new Date(deps.clock.now()).toISOString();
  const name = nameOf(deps, input) ?? null;
  checkSchedule(columns.starts_at ?? null, columns.ends_at ?? null);
  const row = await deps.db.transaction().execute(async (db) => {
    const widget = await lockWidget(db, actor, input.widgetId, now);
    const { count, firstPosition } = await measureNotifications(db, widget);
    if (count >= NOTIFICATIONS_MAX) {
      throw new DomainError('conflict', `A widget keeps at most ${NOTIFICATIONS_MAX} notifications; delete some first`);
    }
    return insertNotification(db, {
      ...columns,
      id: deps.ids.next(),
      site_id: widget.site_id,
      widget_id: widget.id,
      type: input.type,
      name,
      message: columns.message ?? '',
      status: columns.status ?? 'active',
      timestamp: columns.timestamp ?? now,
      metadata: toJson(withName(input.metadata ?? {}, name)),
      position: columns.position ?? firstPosition - 1,
      source,
      created_at: now,
      updated_at: now,
    });
  });
  deps.embedChanges.changed(row.site_id);
  return toNotification(row);
}

/**
 * Changes what is given and leaves the rest.
 * @throws not-found; validation
 */
export async function updateNotification(
  deps: Deps,
  actor: VerifiedActor,
  input: UpdateNotificationInput,
): Promise<Notification> {
  const columns = await toColumns(deps, input);
  const now = new Date(deps.clock.now()).toISOString();
  const row = await deps.db.transaction().execute(async (db) => {
    await lockWidget(db, actor, input.widgetId, now);
    const before = await ownNotification(db, actor, input);
    checkSchedule(
      columns.starts_at === undefined ? before.starts_at : columns.starts_at,
      columns.ends_at === undefined ? before.ends_at : columns.ends_at,
    );
    const given = nameOf(deps, input);
    const name = given === undefined ? before.name : given;
    const metadata = input.metadata ?? fromJson(shape.metadata, before.metadata);
    return updateRow(db, before, { ...columns, name, metadata: toJson(withName(metadata, name)), updated_at: now });
  });
  if (!row) throw new DomainError('not-found', 'Notification not found');
  deps.embedChanges.changed(row.site_id);
  return toNotification(row);
}

/** Removes a notice; its past counts stay in the site's statistics. @throws not-found */
export async function deleteNotification(
  deps: Deps,
  actor: VerifiedActor,
  ids: { widgetId: string; notificationId: string },
): Promise<void> {
  const now = new Date(deps.clock.now()).toISOString();
  const siteId = await deps.db.transaction().execute(async (db) => {
    const widget = await lockWidget(db, actor, ids.widgetId, now);
    await deleteRow(db, await ownNotification(db, actor, ids));
    return widget.site_id;
  });
  deps.embedChanges.changed(siteId);
}
