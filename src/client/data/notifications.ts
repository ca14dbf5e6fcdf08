// A widget's notifications. Changes show at once and are rolled back if the server refuses them.
import { trpc } from '#client/auth/trpc.ts';
import type { Notification } from '#shared/contract/notification.ts';
import { useWidget } from './widgets.ts';

/** How often to poll counts, in ms. Hidden tabs never poll. */
const COUNTS_INTERVAL = 4_000;

/** @param widgetId undefined while unknown. @param isLive whether to poll, so that counts update on screen. */
export const useNotifications = (widgetId: string | undefined, { isLive }: { isLive: boolean }) =>
  trpc.notifications.list.useQuery(
    { widgetId: widgetId ?? '' },
    { enabled: widgetId !== undefined, refetchInterval: isLive && COUNTS_INTERVAL },
  );

/** @returns a site's widget and its notifications, which are fetched once the widget is known. */
export function useSetup(siteId: string) {
  const widget = useWidget(siteId);
  const notifications = useNotifications(widget.data?.id, { isLive: false });
  return { widget, notifications };
}

type List = Notification[] | undefined;

/**
 * Edits the cached list of one widget. Cancels any request in flight first, so that its response cannot undo the edit.
 */
function useListEdit(widgetId: string) {
  const utils = trpc.useUtils();
  return async (edit: (list: Notification[]) => Notification[]) => {
    await utils.notifications.list.cancel({ widgetId });
    utils.notifications.list.setData({ widgetId }, (list: List) => list && edit(list));
  };
}

const replaceIn = (notification: Notification) => (list: Notification[]) =>
  list.map((other) => (other.id === notification.id ? notification : other));

/** Adds a notification at the top of the list. */
export function useCreateNotification(widgetId: string) {
  const edit = useListEdit(widgetId);
  return trpc.notifications.create.useMutation({
    onSuccess: (notification) => edit((list) => [notification, ...list]),
  });
}

export function useUpdateNotification(widgetId: string) {
  const edit = useListEdit(widgetId);
  return trpc.notifications.update.useMutation({ onSuccess: (notification) => edit(replaceIn(notification)) });
}

/** Activates or deactivates a notification. The list changes before the server answers. */
export function useSwitchNotification(widgetId: string) {
  const edit = useListEdit(widgetId);
  const setStatus = (id: string, status: Notification['status'] | undefined) =>
    edit((list) =>
      list.map((notification) => (notification.id === id && status ? { ...notification, status } : notification)),
    );
  return trpc.notifications.update.useMutation({
    onMutate: ({ notificationId, status }) => setStatus(notificationId, status),
    onSuccess: (notification) => edit(replaceIn(notification)),
    onError: (_error, { notificationId, status }) =>
      setStatus(notificationId, status === 'active' ? 'inactive' : 'active'),
  });
}

export function useDeleteNotification(widgetId: string) {
  const edit = useListEdit(widgetId);
  return trpc.notifications.delete.useMutation({
    onSuccess: (_nothing, { notificationId }) =>
      edit((list) => list.filter((notification) => notification.id !== notificationId)),
  });
}
