// Deleting a notice, asked once.
import { faultOf } from '#client/api/faults.ts';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import { TOASTS } from '#shared/messages.ts';
import { useDeleteNotification } from './queries.ts';

export function DeleteNotification({ notice, onClose }: { notice: Notification; onClose: () => void }) {
  const remove = useDeleteNotification(notice.widgetId);
  const confirm = () =>
    remove.mutate(
      { widgetId: notice.widgetId, notificationId: notice.id },
      {
        onSuccess: () => toast(TOASTS.notificationDeleted),
        onError: (error) =>
          toast({ ...TOASTS.notificationDeleteFailed, description: faultOf(error).message, tone: 'danger' }),
        onSettled: onClose,
      },
    );
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Delete this notification?"
      description={`“${notice.name ?? notice.message}” and its counts go for good. The site’s own figures keep what it did.`}
      confirmLabel="Delete"
      tone="danger"
      isBusy={remove.isPending}
      onConfirm={confirm}
    />
  );
}
