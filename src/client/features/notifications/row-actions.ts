// What can be done to the notifications of the list, one or many, with one toast and one undo for each.
import { useMemo } from 'react';
import { failureOf } from '#client/auth/failures.ts';
import { useChangeNotifications, useDuplicateNotification, useOrderNotifications } from '#client/data/notifications.ts';
import { toast } from '#client/ui/toast.tsx';
import type { BulkAction, Notification } from '#shared/contract/notification.ts';
import { TOASTS, type ToastText } from '#shared/messages.ts';

const DONE: Record<BulkAction, { one: ToastText; many: (count: number) => ToastText; failed: ToastText }> = {
  activate: {
    one: TOASTS.notificationActivated,
    many: TOASTS.notificationsActivated,
    failed: TOASTS.notificationStatusFailed,
  },
  deactivate: {
    one: TOASTS.notificationDeactivated,
    many: TOASTS.notificationsDeactivated,
    failed: TOASTS.notificationStatusFailed,
  },
  delete: {
    one: TOASTS.notificationDeleted,
    many: TOASTS.notificationsDeleted,
    failed: TOASTS.notificationDeleteFailed,
  },
  restore: {
    one: TOASTS.notificationRestored,
    many: TOASTS.notificationsRestored,
    failed: TOASTS.notificationRestoreFailed,
  },
};

const UNDO: Partial<Record<BulkAction, BulkAction>> = {
  activate: 'deactivate',
  deactivate: 'activate',
  delete: 'restore',
};

const failed = (text: ToastText) => (error: unknown) =>
  toast({ ...text, description: failureOf(error).message, tone: 'danger' });

export type RowActions = ReturnType<typeof useRowActions>;

/** @returns the same functions at each render, so that rows need not render again. */
export function useRowActions(widgetId: string) {
  // Promises, because a list that becomes empty is gone before the answer comes, and so would be its callbacks.
  const { mutateAsync: changeMany } = useChangeNotifications(widgetId);
  const { mutateAsync: copy } = useDuplicateNotification(widgetId);
  const { mutateAsync: order } = useOrderNotifications(widgetId);
  return useMemo(() => {
    /** Only what was changed is undone: of two that are deactivated, one may have been inactive before. */
    function change(action: BulkAction, ids: readonly string[]): void {
      const { one, many, failed: failure } = DONE[action];
      const back = UNDO[action];
      const succeed = (changed: string[]) => {
        const count = changed.length || ids.length;
        const undo = back && changed.length > 0 && { label: 'Undo', onSelect: () => change(back, changed) };
        toast({ ...(count === 1 ? one : many(count)), ...(undo && { action: undo }) });
      };
      changeMany({ widgetId, ids: [...ids], action }).then(succeed, failed(failure));
    }
    return {
      change,
      setActive: ({ id }: Notification, isActive: boolean) => change(isActive ? 'activate' : 'deactivate', [id]),
      duplicate: ({ id }: Notification) =>
        void copy({ widgetId, notificationId: id }).then(
          () => toast(TOASTS.notificationDuplicated),
          failed(TOASTS.notificationCreateFailed),
        ),
      /** @param ids in the new order, within the places that they hold. */
      order: (ids: string[]) => void order({ widgetId, ids }).catch(failed(TOASTS.notificationOrderFailed)),
    };
  }, [widgetId, changeMany, copy, order]);
}
