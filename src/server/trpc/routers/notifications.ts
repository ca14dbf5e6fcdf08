// Notifications: schema in, one domain call, schema out.
import { z } from 'zod';
import {
  bulkInput,
  createNotificationInput,
  deletedNotificationSchema,
  idsSchema,
  notificationRef,
  notificationSchema,
  orderInput,
  savedNotificationSchema,
  updateNotificationInput,
} from '#shared/contract/notification.ts';
import { id } from '#shared/contract/text.ts';
import type { VerifiedActor } from '../../domain/access.ts';
import * as notification from '../../domain/notification/notification.ts';
import * as sets from '../../domain/notification/notification-sets.ts';
import { router, verifiedProcedure } from '../init.ts';
import { longList } from '../long-output.ts';

const sourceOf = (caller: VerifiedActor) => (caller.kind === 'key' ? 'api' : 'manual');

export const notificationsRouter = router({
  list: verifiedProcedure
    .input(z.strictObject({ widgetId: id() }))
    .output(longList(notificationSchema))
    .query(({ ctx, input }) => notification.listNotifications(ctx.deps, ctx.caller, input.widgetId)),
  create: verifiedProcedure
    .input(createNotificationInput)
    .output(savedNotificationSchema)
    .mutation(async ({ ctx, input }) =>
      notification.withWarnings(
        await notification.createNotification(ctx.deps, ctx.caller, input, sourceOf(ctx.caller)),
      ),
    ),
  update: verifiedProcedure
    .input(updateNotificationInput)
    .output(savedNotificationSchema)
    .mutation(async ({ ctx, input }) =>
      notification.withWarnings(await notification.updateNotification(ctx.deps, ctx.caller, input)),
    ),
  delete: verifiedProcedure
    .input(notificationRef)
    .output(z.void())
    .mutation(({ ctx, input }) => sets.deleteNotification(ctx.deps, ctx.caller, input)),
  duplicate: verifiedProcedure
    .input(notificationRef)
    .output(notificationSchema)
    .mutation(({ ctx, input }) =>
      notification.duplicateNotification(ctx.deps, ctx.caller, input, sourceOf(ctx.caller)),
    ),
  deleted: verifiedProcedure
    .input(z.strictObject({ widgetId: id() }))
    .output(longList(deletedNotificationSchema))
    .query(({ ctx, input }) => sets.listDeletedNotifications(ctx.deps, ctx.caller, input.widgetId)),
  restore: verifiedProcedure
    .input(notificationRef)
    .output(notificationSchema)
    .mutation(({ ctx, input }) => sets.restoreNotification(ctx.deps, ctx.caller, input)),
  bulk: verifiedProcedure
    .input(bulkInput)
    .output(idsSchema)
    .mutation(({ ctx, input }) => sets.changeNotifications(ctx.deps, ctx.caller, input)),
  order: verifiedProcedure
    .input(orderInput)
    .output(idsSchema)
    .mutation(({ ctx, input }) => sets.orderNotifications(ctx.deps, ctx.caller, input)),
});
