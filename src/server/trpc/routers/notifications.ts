// Notifications: schema in, one domain call, schema out.
import { z } from 'zod';
import {
  createNotificationInput,
  notificationRef,
  notificationSchema,
  updateNotificationInput,
} from '#shared/contract/notification.ts';
import { id } from '#shared/contract/text.ts';
import * as notification from '../../domain/notification.ts';
import { router, verifiedProcedure } from '../init.ts';

export const notificationsRouter = router({
  list: verifiedProcedure
    .input(z.strictObject({ widgetId: id() }))
    .output(z.array(notificationSchema))
    .query(({ ctx, input }) => notification.listNotifications(ctx.deps, ctx.caller, input.widgetId)),
  create: verifiedProcedure
    .input(createNotificationInput)
    .output(notificationSchema)
    .mutation(({ ctx, input }) =>
      notification.createNotification(ctx.deps, ctx.caller, input, ctx.caller.kind === 'key' ? 'api' : 'manual'),
    ),
  update: verifiedProcedure
    .input(updateNotificationInput)
    .output(notificationSchema)
    .mutation(({ ctx, input }) => notification.updateNotification(ctx.deps, ctx.caller, input)),
  delete: verifiedProcedure
    .input(notificationRef)
    .output(z.void())
    .mutation(({ ctx, input }) => notification.deleteNotification(ctx.deps, ctx.caller, input)),
});
