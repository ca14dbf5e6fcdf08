// A widget's notices. The list is asked again every few seconds while it is on the screen, so that counts rise before
// the owner's eyes; changes show at once and are taken back when the server refuses.
import { trpc } from '#client/api/trpc.ts';
import type { Notification } from '#shared/contract/notification.ts';

/** How often the counts are asked for, in ms; not at all in a hidden tab. */
const COUNTS_INTERVAL = 4_000;

export const useWidget = (siteId: string) => trpc.widgets.bySite.useQuery({ siteId });

export const useNotifications = (widgetId: string | undefined) =>
  trpc.notifications.list.useQuery(
    { widgetId: widgetId ?? '' },
    { enabled: widgetId !== undefined, refetchInterval: COUNTS_INTERVAL },
  );

type List = Notification[] | undefined;

/** Edits the cached list of one widget. An answer on its way must not undo the edit, so it is dropped first. */
function useListEdit(widgetId: string) {
  const utils = trpc.useUtils();
  return async (edit: (list: Notification[]) => Notification[]) => {
    await utils.notifications.list.cancel({ widgetId });
    utils.notifications.list.setData({ widgetId }, (list: List) => list && edit(list));
  };
}

const replaceIn = (notice: Notification) => (list: Notification[]) =>
  list.map((other) => (other.id === notice.id ? notice : other));

/** Adds a notice; the first of the owner's order. */
export function useCreateNotification(widgetId: string) {
  const edit = useListEdit(widgetId);
  return trpc.notifications.create.useMutation({ onSuccess: (notice) => edit((list) => [notice, ...list]) });
}

export function useUpdateNotification(widgetId: string) {
  const edit = useListEdit(widgetId);
  return trpc.notifications.update.useMutation({ onSuccess: (notice) => edit(replaceIn(notice)) });
}

/** Activates or deactivates: the list changes before the server answers. */
export function useSwitchNotification(widgetId: string) {
  const edit = useListEdit(widgetId);
  const setStatus = (id: string, status: Notification['status'] | undefined) =>
    edit((list) => list.map((notice) => (notice.id === id && status ? { ...notice, status } : notice)));
  return trpc.notifications.update.useMutation({
    onMutate: ({ notificationId, status }) => setStatus(notificationId, status),
    onSuccess: (notice) => edit(replaceIn(notice)),
    onError: (_error, { notificationId, status }) =>
      setStatus(notificationId, status === 'active' ? 'inactive' : 'active'),
  });
}

export function useDeleteNotification(widgetId: string) {
  const edit = useListEdit(widgetId);
  return trpc.notifications.delete.useMutation({
    onSuccess: (_nothing, { notificationId }) => edit((list) => list.filter((notice) => notice.id !== notificationId)),
  });
}
