// A notification as the API returns it, for tests without a database.
import { z } from 'zod';
import { type Notification, notificationSchema } from '#shared/contract/notification.ts';

const empty = Object.fromEntries(
  Object.entries(notificationSchema.shape)
    .filter(([, schema]) => schema instanceof z.ZodNullable)
    .map(([field]) => [field, null]),
);

/** @returns a notification with the given fields, otherwise as empty as possible and without counts. */
export const makeNotification = (given: Partial<Notification>): Notification =>
  ({
    ...empty,
    id: 'n1',
    widgetId: 'w1',
    type: 'purchase',
    message: 'Ana from Lisbon bought the Oak Desk',
    status: 'active',
    timestamp: '2026-05-03T10:00:00.000Z',
    displayCount: 0,
    clickCount: 0,
    isCustom: false,
    isHeldBack: false,
    source: 'manual',
    metadata: {},
    position: 0,
    createdAt: '2026-05-03T10:00:00.000Z',
    updatedAt: '2026-05-03T10:00:00.000Z',
    ...given,
  }) as Notification;
