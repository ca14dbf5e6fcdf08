// A notification as the API answers it, for tests that need one without a database.
import { z } from 'zod';
import { type Notification, notificationSchema } from '#shared/contract/notification.ts';

const empty = Object.fromEntries(
  Object.entries(notificationSchema.shape)
    .filter(([, schema]) => schema instanceof z.ZodNullable)
    .map(([field]) => [field, null]),
);

/** @returns a notification with what is given; what may be empty is, and nothing was counted. */
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
    source: 'manual',
    metadata: {},
    position: 0,
    createdAt: '2026-05-03T10:00:00.000Z',
    updatedAt: '2026-05-03T10:00:00.000Z',
    ...given,
  }) as Notification;
