// What a row's switch and menu do, with the toasts that say so.
import { faultOf } from '#client/api/faults.ts';
import { toast } from '#client/ui/toast.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import { TOASTS, type ToastText } from '#shared/messages.ts';
import { copyOf } from './describe.ts';
import { useCreateNotification, useSwitchNotification } from './queries.ts';

const failed = (text: ToastText) => (error: unknown) =>
  toast({ ...text, description: faultOf(error).message, tone: 'danger' });

export function useRowActions(widgetId: string) {
  const change = useSwitchNotification(widgetId);
  const create = useCreateNotification(widgetId);
  return {
    setActive(notice: Notification, isActive: boolean) {
      change.mutate(
        { widgetId, notificationId: notice.id, status: isActive ? 'active' : 'inactive' },
        {
          onSuccess: () => toast(isActive ? TOASTS.notificationActivated : TOASTS.notificationDeactivated),
          onError: failed(TOASTS.notificationStatusFailed),
        },
      );
    },
    duplicate(notice: Notification) {
      create.mutate(copyOf(notice), {
        onSuccess: () => toast(TOASTS.notificationDuplicated),
        onError: failed(TOASTS.notificationCreateFailed),
      });
    },
  };
}
export type RowActions = ReturnType<typeof useRowActions>;
