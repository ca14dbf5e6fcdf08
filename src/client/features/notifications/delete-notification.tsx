// Deletes a notification after confirmation.
import { failureOf } from '#client/auth/failures.ts';
import { useDeleteNotification } from '#client/data/notifications.ts';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import { TOASTS } from '#shared/messages.ts';

export function DeleteNotification({ notification, onClose }: { notification: Notification; onClose: () => void }) {
  const remove = useDeleteNotification(notification.widgetId);
  const confirm = () =>
    remove.mutate(
      { widgetId: notification.widgetId, notificationId: notification.id },
      {
        onSuccess: () => toast(TOASTS.notificationDeleted),
        onError: (error) =>
          toast({ ...TOASTS.notificationDeleteFailed, description: failureOf(error).message, tone: 'danger' }),
        onSettled: onClose,
      },
    );
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Delete this notification?"
      description={`“${notification.name ?? notification.message}” and its statistics will be deleted. Your site's totals won't change.`}
      confirmLabel="Delete"
      tone="danger"
      isBusy={remove.isPending}
      onConfirm={confirm}
    />
  );
}
