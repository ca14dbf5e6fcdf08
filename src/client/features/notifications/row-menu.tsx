// The menu of a row, and the actions behind the menu and the switch.
import { Copy, LayoutTemplate, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { failureOf } from '#client/auth/failures.ts';
import { useCreateNotification, useDeleteNotification, useSwitchNotification } from '#client/data/notifications.ts';
import { IconButton } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { Menu } from '#client/ui/menu.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import { TOASTS, type ToastText } from '#shared/messages.ts';
import { copyOf } from './describe.ts';

type RowMenuProps = { notification: Notification; onEdit: () => void; onDuplicate: () => void; onDelete: () => void };

export function RowMenu({ notification, onEdit, onDuplicate, onDelete }: RowMenuProps) {
  const navigate = useNavigate();
  return (
    <Menu
      label="Actions"
      align="end"
      trigger={
        <IconButton label={`Actions for “${notification.name ?? notification.message}”`} variant="ghost" size="sm">
          <MoreHorizontal aria-hidden="true" size={18} />
        </IconButton>
      }
      items={[
        { kind: 'item', label: 'Edit', icon: <Pencil aria-hidden="true" size={15} />, onSelect: onEdit },
        { kind: 'item', label: 'Duplicate', icon: <Copy aria-hidden="true" size={15} />, onSelect: onDuplicate },
        {
          kind: 'item',
          label: 'Save as template',
          icon: <LayoutTemplate aria-hidden="true" size={15} />,
          onSelect: () => navigate(`?templates&from=${notification.id}`),
        },
        { kind: 'separator' },
        {
          kind: 'item',
          label: 'Delete',
          icon: <Trash2 aria-hidden="true" size={15} />,
          tone: 'danger',
          onSelect: onDelete,
        },
      ]}
    />
  );
}

const failed = (text: ToastText) => (error: unknown) =>
  toast({ ...text, description: failureOf(error).message, tone: 'danger' });

/** The actions behind a row's switch and menu, with their toasts. */
export function useRowActions(widgetId: string) {
  const change = useSwitchNotification(widgetId);
  const create = useCreateNotification(widgetId);
  return {
    setActive(notification: Notification, isActive: boolean) {
      change.mutate(
        { widgetId, notificationId: notification.id, status: isActive ? 'active' : 'inactive' },
        {
          onSuccess: () => toast(isActive ? TOASTS.notificationActivated : TOASTS.notificationDeactivated),
          onError: failed(TOASTS.notificationStatusFailed),
        },
      );
    },
    duplicate(notification: Notification) {
      create.mutate(copyOf(notification), {
        onSuccess: () => toast(TOASTS.notificationDuplicated),
        onError: failed(TOASTS.notificationCreateFailed),
      });
    },
  };
}

/** Asks before the notification is deleted. */
export function DeleteNotification({ notification, onClose }: { notification: Notification; onClose: () => void }) {
  const remove = useDeleteNotification(notification.widgetId);
  const confirm = () =>
    remove.mutate(
      { widgetId: notification.widgetId, notificationId: notification.id },
      {
        onSuccess: () => toast(TOASTS.notificationDeleted),
        onError: failed(TOASTS.notificationDeleteFailed),
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
