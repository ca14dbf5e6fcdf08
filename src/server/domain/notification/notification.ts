// Notifications: what an owner wants visitors to see. Texts are stored without tags; only the server sets counts. What
// happens to many at once, and to deleted ones, is in notification-sets.ts.

import { isDeepStrictEqual } from 'node:util';
import type { Computation } from '#shared/contract/aggregate.ts';
import { kindOf } from '#shared/contract/kind.ts';
import {
  type CreateNotificationInput,
  EDITABLE_FIELDS,
  type EditableField,
  type Notification,
  type NotificationRef,
  notificationSchema,
  type SavedNotification,
  type UpdateNotificationInput,
} from '#shared/contract/notification.ts';
import { CONTENT_FIELDS } from '#shared/embed/payload.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { AGGREGATES_MAX, NOTIFICATIONS_MAX } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import { warningsOf } from '#shared/provenance.ts';
import { shorten } from '#shared/shorten.ts';
import { isoNow } from '#shared/time.ts';
import { countComputed } from '../../db/aggregates.ts';
import { deleteEarliest, isOfEvent } from '../../db/event-notifications.ts';
import {
  findNotification,
  listNotifications as findNotifications,
  insertNotification,
  measureNotifications,
  updateNotification as storeNotification,
} from '../../db/notifications.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import { listSources } from '../../db/sources.ts';
import { type StoredWidget, updateWidget } from '../../db/widgets.ts';
import type { Deps } from '../../deps.ts';
import { givenTemplate, mayReadPersonal, ownWidget, type VerifiedActor } from '../access.ts';
import { DomainError, invalid } from '../errors.ts';
import { recount } from '../events/aggregates.ts';
import { checkCss } from '../site/widget.ts';
import { copyName } from './copy-name.ts';

type Editable = Omit<UpdateNotificationInput, 'widgetId' | 'notificationId'>;
type Values = Partial<Pick<Notification, EditableField>>;
type ContentKey = (typeof CONTENT_KEYS)[number];
const CONTENT_KEYS = ['message', ...CONTENT_FIELDS] as const;

/** Links, which the contract has already validated: what looks like a tag in them is part of the URL. */
const LINKS: readonly EditableField[] = ['image', 'url'];

/** @returns the value to store: texts without tags, dates in UTC, null for an empty text. */
function clean(deps: Deps, field: EditableField, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const kind = kindOf(notificationSchema.shape[field]);
  if (kind === 'date') return new Date(value).toISOString();
  if (kind !== 'text' || LINKS.includes(field)) return value || null;
  return deps.texts.toPlain(value) || null;
}

/** @returns what visitors read, see and click, ready to be stored; only the given fields. */
export const cleanContent = (deps: Deps, content: Pick<Editable, ContentKey>): Pick<Values, ContentKey> =>
  Object.fromEntries(
    CONTENT_KEYS.filter((key) => content[key] !== undefined).map((key) => [key, clean(deps, key, content[key])]),
  );

/** @throws validation when the message is empty without its tags, or the style sheet is not allowed. */
async function cleanAll(deps: Deps, input: Editable): Promise<Values> {
  await checkCss(deps, input.appearance?.customCSS, 'appearance.customCSS');
  const fields = EDITABLE_FIELDS.filter((field) => input[field] !== undefined);
  const values = Object.fromEntries(fields.map((field) => [field, clean(deps, field, input[field])]));
  if (values.message === null) throw invalid('message', 'Enter a message. HTML tags are removed');
  return values as Values;
}

/** `metadata.name` mirrors `name`: either one sets both, and `name` wins. */
function withName(metadata: Record<string, unknown>, name: string | null): Record<string, unknown> {
  const { name: _mirror, ...rest } = metadata;
  return name === null ? rest : { ...rest, name };
}

/** Fields of a notification that its event and its source's settings decide. */
const OF_EVENT = ['type', ...CONTENT_KEYS, 'timestamp', 'startsAt', 'endsAt', 'rules', 'appearance'] as const;

/** @returns the metadata that is stored: what names an event is ours to write. */
const withEvent = ({ eventId: _given, ...metadata }: Record<string, unknown>, eventId: unknown) =>
  eventId === undefined ? metadata : { ...metadata, eventId };

/** Fields of a notification whose number is computed that follow from it. */
const OF_AGGREGATE = ['type', ...CONTENT_KEYS, 'timestamp'] as const;

/** @throws validation when a notification would no longer say what happened, or what was computed */
function checkWritten(before: Notification, values: Values, isEvent: boolean): void {
  if (!isEvent && before.aggregate === null) return;
  const fixed: readonly EditableField[] = isEvent ? OF_EVENT : OF_AGGREGATE;
  const fields = fixed.filter((field) => field in values && !isDeepStrictEqual(values[field], before[field]));
  if (fields.length === 0) return;
  const message = isEvent ? EVENT_MESSAGES.fromEvent : EVENT_MESSAGES.fromAggregate;
  throw new DomainError('validation', MESSAGES.validation, { fields: fields.map((field) => ({ field, message })) });
}

/** @returns the given name, from the field or its mirror; undefined when neither is given. */
function nameOf(deps: Deps, { name, metadata }: Values): string | null | undefined {
  if (name !== undefined) return name;
  const mirror = metadata?.name;
  return typeof mirror === 'string' ? deps.texts.toPlain(mirror) || null : undefined;
}

function checkSchedule(startsAt: string | null, endsAt: string | null): void {
  if (startsAt && endsAt && endsAt <= startsAt) throw invalid('endsAt', 'Must be later than the start');
}

/**
 * Bumps the widget's revision and holds its lock until the transaction ends; call it before touching anything below it.
 * @throws not-found, also when the site was deleted while we waited for the lock
 */
export async function lockWidget(db: Db, actor: VerifiedActor, id: string, now: string): Promise<Owned<StoredWidget>> {
  const widget = await ownWidget(db, actor, id);
  if (!(await updateWidget(db, widget, { updatedAt: now })))
    throw new DomainError('not-found', MESSAGES.widgetNotFound);
  return widget;
}

/** @throws conflict when the widget has too many of these; validation when its events come from another site's source */
async function checkAggregate(db: Db, widget: Owned<StoredWidget>, { sourceId }: Computation): Promise<void> {
  if ((await countComputed(db, widget)) >= AGGREGATES_MAX)
    throw new DomainError('conflict', EVENT_MESSAGES.tooManyAggregates);
  if (sourceId !== undefined && !(await listSources(db, widget.siteId)).some(({ id }) => id === sourceId))
    throw invalid('templateId', EVENT_MESSAGES.foreignSource);
}

const notFound = () => new DomainError('not-found', 'Notification not found');

/**
 * Makes sure that a widget, which is locked, has room for what its owner adds: notifications of events give way, those of
 * the earliest first, and the projection lets them wait for room.
 * @param live how many it has. @throws conflict when all others are the owner's own
 */
export async function makeRoom(db: Db, widget: Owned<StoredWidget>, live: number, added: number): Promise<void> {
  const tooMany = live + added - NOTIFICATIONS_MAX;
  if (tooMany > 0 && (await deleteEarliest(db, widget, tooMany)) < tooMany)
    throw new DomainError(
      'conflict',
      `A widget can have at most ${NOTIFICATIONS_MAX} notifications. Delete some first`,
    );
}

/** @returns it as the caller may read it: the id of its event is mostly an order's number. */
export const readableBy =
  (actor: VerifiedActor) =>
  <N extends Notification>(notification: N): N =>
    mayReadPersonal(actor) ? notification : { ...notification, metadata: withEvent(notification.metadata, undefined) };

/** @returns all notifications of a widget in the owner's order. @throws not-found */
export const listNotifications = async (deps: Deps, actor: VerifiedActor, widgetId: string): Promise<Notification[]> =>
  (await findNotifications(deps.db, await ownWidget(deps.db, actor, widgetId))).map(readableBy(actor));

/** @returns what its author is answered. */
export const withWarnings = (notification: Notification): SavedNotification => ({
  notification,
  warnings: warningsOf(notification),
});

/**
 * Adds a notification, at the top of the owner's order unless a position is given.
 * @param source where it came from, if from no template: manual, api, or an integration's id.
 * @throws not-found; validation; conflict when the widget is full or the template is inactive
 */
export async function createNotification(
  deps: Deps,
  actor: VerifiedActor,
  { templateId, ...input }: CreateNotificationInput,
  source = 'manual',
): Promise<Notification> {
  const values = { ...(await cleanAll(deps, input)), type: input.type };
  if (templateId === undefined) return addNotification(deps, actor, input.widgetId, values, { source });
  const { settings } = await givenTemplate(deps.db, actor, templateId);
  if (settings.aggregate) throw invalid('templateId', EVENT_MESSAGES.notWithTemplate);
  const metadata = { ...values.metadata, templateId };
  return addNotification(deps, actor, input.widgetId, { ...values, metadata }, { source: 'template', templateId });
}

type Origin = {
  source: string;
  templateId?: string;
  /** Its number is computed, and visitors don't get it before that. */
  aggregate?: Computation | null;
};

/** The same with values that are ready to be stored. */
export async function addNotification(
  deps: Deps,
  actor: VerifiedActor,
  widgetId: string,
  values: Values & Pick<Notification, 'type'>,
  origin: Origin,
): Promise<Notification> {
  const now = isoNow(deps.clock);
  const name = nameOf(deps, values) ?? null;
  checkSchedule(values.startsAt ?? null, values.endsAt ?? null);
  const { siteId, notification } = await deps.db.transaction().execute(async (db) => {
    const widget = await lockWidget(db, actor, widgetId, now);
    const { count, firstPosition } = await measureNotifications(db, widget);
    await makeRoom(db, widget, count, 1);
    if (origin.aggregate) await checkAggregate(db, widget, origin.aggregate);
    const notification = await insertNotification(db, widget, {
      status: 'active',
      timestamp: now,
      position: firstPosition - 1,
      message: '',
      ...values,
      ...origin,
      isHeldBack: Boolean(origin.aggregate),
      name,
      metadata: withName(withEvent(values.metadata ?? {}, undefined), name),
      id: deps.ids.next(),
      createdAt: now,
      updatedAt: now,
    });
    return { siteId: widget.siteId, notification };
  });
  deps.embedChanges.changed(siteId);
  if (!notification.aggregate) return notification;
  await recount(deps, siteId, true);
  return (await findNotification(deps.db, await ownWidget(deps.db, actor, widgetId), notification.id)) ?? notification;
}

/** How much of the message names the copy of a notification without a name. */
const NAMED_BY = 40;

/**
 * Copies everything that the owner wrote, under the name followed by '(Copy)'. The copy is inactive, because two live
 * ones with the same words help nobody; it goes to the top of the order, and its counts start at 0. What tells of an event
 * is not copied: the copy would go on telling of it after its refund.
 * @throws not-found; conflict when the widget is full, or for a notification of an event
 */
export async function duplicateNotification(
  deps: Deps,
  actor: VerifiedActor,
  { widgetId, notificationId }: NotificationRef,
  source = 'manual',
): Promise<Notification> {
  const widget = await ownWidget(deps.db, actor, widgetId);
  const original = await findNotification(deps.db, widget, notificationId);
  if (!original) throw notFound();
  if (await isOfEvent(deps.db, widget, notificationId)) throw new DomainError('conflict', EVENT_MESSAGES.noCopyOfEvent);
  const fields = EDITABLE_FIELDS.filter((field) => field !== 'position');
  const written: Values = Object.fromEntries(fields.map((field) => [field, original[field]]));
  const name = copyName(original.name ?? shorten(original.message, NAMED_BY));
  return addNotification(
    deps,
    actor,
    widgetId,
    { ...written, type: original.type, name, status: 'inactive' },
    { source, aggregate: original.aggregate },
  );
}

/**
 * Changes the given fields only.
 * @throws not-found; validation
 */
export async function updateNotification(
  deps: Deps,
  actor: VerifiedActor,
  { widgetId, notificationId, ...input }: UpdateNotificationInput,
): Promise<Notification> {
  const values = await cleanAll(deps, input);
  const now = isoNow(deps.clock);
  const { siteId, notification } = await deps.db.transaction().execute(async (db) => {
    const widget = await lockWidget(db, actor, widgetId, now);
    const before = await findNotification(db, widget, notificationId);
    if (!before) throw notFound();
    const isEvent = await isOfEvent(db, widget, notificationId);
    checkWritten(before, values, isEvent);
    const { startsAt, endsAt } = { ...before, ...values };
    checkSchedule(startsAt, endsAt);
    const given = nameOf(deps, values);
    const name = given === undefined ? before.name : given;
    const metadata = withName(
      withEvent(values.metadata ?? before.metadata, isEvent ? before.metadata.eventId : undefined),
      name,
    );
    const changes = { ...values, name, metadata, updatedAt: now };
    return { siteId: widget.siteId, notification: await storeNotification(db, widget, notificationId, changes) };
  });
  if (!notification) throw notFound();
  deps.embedChanges.changed(siteId);
  return notification;
}
