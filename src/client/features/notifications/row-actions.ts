// What can be done to the notifications of the list, one or many, with one toast and one undo for each.
import { useMemo } from 'react';
import { failureOf } from '#client/auth/failures.ts';
import { useChangeNotifications, useDuplicateNotification, useOrderNotifications } from '#client/data/notifications.ts';
import { toast } from '#client/ui/toast.tsx';
import type { BulkAction, Notification } from '#shared/contract/notification.ts';
import { TOASTS, type ToastText } from '#shared/messages.ts';

type Texts = {
  one: ToastText;
  many: (count: number) => ToastText;
  oneFailed: ToastText;
  manyFailed: (count: number) => ToastText;
};

const TEXTS: Record<BulkAction, Texts> = {
  activate: {
    one: TOASTS.notificationActivated,
    many: TOASTS.notificationsActivated,
    oneFailed: TOASTS.notificationStatusFailed,
    manyFailed: TOASTS.notificationsUpdateFailed,
  },
  deactivate: {
    one: TOASTS.notificationDeactivated,
    many: TOASTS.notificationsDeactivated,
    oneFailed: TOASTS.notificationStatusFailed,
    manyFailed: TOASTS.notificationsUpdateFailed,
  },
  delete: {
    one: TOASTS.notificationDeleted,
    many: TOASTS.notificationsDeleted,
    oneFailed: TOASTS.notificationDeleteFailed,
    manyFailed: TOASTS.notificationsDeleteFailed,
  },
  restore: {
    one: TOASTS.notificationRestored,
    many: TOASTS.notificationsRestored,
    oneFailed: TOASTS.notificationRestoreFailed,
    manyFailed: TOASTS.notificationsRestoreFailed,
  },
};

const UNDO: Partial<Record<BulkAction, BulkAction>> = {
  activate: 'deactivate',
  deactivate: 'activate',
  delete: 'restore',
};

/** @param text of the toast. @param gone instead of it, when another tab or the API has deleted what this is about. */
const failed = (text: ToastText, gone: ToastText) => (error: unknown) => {
  const { status, message } = failureOf(error);
  toast({ ...(status === 404 ? gone : { ...text, description: message }), tone: 'danger' });
};

export type RowActions = ReturnType<typeof useRowActions>;

/**
 * @param onCopied gets the copy of a notification, which is inactive; the same function at each render.
 * @returns the same functions at each render, so that rows need not render again.
 */
export function useRowActions(widgetId: string, onCopied?: (copy: Notification) => void) {
  // Promises, because a list that becomes empty is gone before the answer comes, and so would be its callbacks.
  const { mutateAsync: changeMany } = useChangeNotifications(widgetId);
  const { mutateAsync: copy } = useDuplicateNotification(widgetId);
  const { mutateAsync: order } = useOrderNotifications(widgetId);
  return useMemo(() => {
    /**
     * Only what was changed is undone: of two that are deactivated, one may have been inactive before.
     * @returns whether it was done.
     */
    async function change(action: BulkAction, ids: readonly string[]): Promise<boolean> {
      const { one, many, oneFailed, manyFailed } = TEXTS[action];
      const back = UNDO[action];
      try {
        const changed = await changeMany({ widgetId, ids: [...ids], action });
        const count = changed.length || ids.length;
        const undo = back && changed.length > 0 && { label: 'Undo', onSelect: () => void change(back, changed) };
        toast({ ...(count === 1 ? one : many(count)), ...(undo && { action: undo }) });
        return true;
      } catch (error) {
        if (ids.length === 1) failed(oneFailed, TOASTS.notificationGone)(error);
        else failed(manyFailed(ids.length), TOASTS.notificationsGone)(error);
        return false;
      }
    }
    return {
      change,
      setActive: ({ id }: Notification, isActive: boolean) => void change(isActive ? 'activate' : 'deactivate', [id]),
      duplicate: ({ id }: Notification) =>
        void copy({ widgetId, notificationId: id }).then(
          (made) => {
            toast(TOASTS.notificationDuplicated);
            onCopied?.(made);
          },
          failed(TOASTS.notificationCreateFailed, TOASTS.notificationGone),
        ),
      /** @param ids in the new order, within the places that they hold. */
      order: (ids: string[]) =>
        void order({ widgetId, ids }).catch(failed(TOASTS.notificationOrderFailed, TOASTS.notificationsGone)),
    };
  }, [widgetId, changeMany, copy, order, onCopied]);
}
