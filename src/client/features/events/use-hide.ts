// Hiding an event is deleting its notification, which can be undone.
import { failureToast } from '#client/auth/failures.ts';
import { useRefreshEvents } from '#client/data/events.ts';
import { useChangeNotifications } from '#client/data/notifications.ts';
import { useWidget } from '#client/data/widgets.ts';
import { toast } from '#client/ui/toast.tsx';
import { TOASTS } from '#shared/messages.ts';

/** @returns a function that hides the event whose notification that is, with an undo. */
export function useHide(siteId: string) {
  const { data: widget } = useWidget(siteId);
  const { mutateAsync } = useChangeNotifications(widget?.id ?? '');
  const refresh = useRefreshEvents();
  return async function hide(notificationId: string): Promise<void> {
    if (!widget) return;
    const call = (action: 'delete' | 'restore') =>
      mutateAsync({ widgetId: widget.id, ids: [notificationId], action }).finally(() => refresh(siteId));
    const restore = () =>
      call('restore').then(
        () => toast({ title: 'Event shows again' }),
        (error) => toast(failureToast(error, TOASTS.notificationRestoreFailed)),
      );
    try {
      await call('delete');
      toast({ title: 'Event hidden', action: { label: 'Undo', onSelect: () => void restore() } });
    } catch (error) {
      toast(failureToast(error, { title: 'Failed to hide the event' }));
    }
  };
}
