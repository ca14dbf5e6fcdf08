// A widget's notifications. Changes show at once and are rolled back if the server refuses them.
import { useIsMutating } from '@tanstack/react-query';
import { trpc } from '#client/auth/trpc.ts';
import type { BulkAction, Notification } from '#shared/contract/notification.ts';
import { useWidget } from './widgets.ts';

/** How often to poll counts, in ms. Hidden tabs never poll. */
const COUNTS_INTERVAL = 4_000;
/** The same for lists of so many that a poll is work. */
const LONG_LIST = 200;
const LONG_LIST_INTERVAL = 12_000;
const DELETED_INTERVAL = 12_000;

/** @param widgetId undefined while unknown. @param isLive whether to poll, so that counts update on screen. */
export function useNotifications(widgetId: string | undefined, { isLive }: { isLive: boolean }) {
  // An answer from before a change would show the list as it was.
  const isChanging = useIsMutating({ mutationKey: [['notifications']] }) > 0;
  return trpc.notifications.list.useQuery(
    { widgetId: widgetId ?? '' },
    {
      enabled: widgetId !== undefined,
      refetchInterval: ({ state }) =>
        isLive && !isChanging && ((state.data?.length ?? 0) > LONG_LIST ? LONG_LIST_INTERVAL : COUNTS_INTERVAL),
    },
  );
}

/** @returns a site's widget and its notifications, which are fetched once the widget is known. */
export function useSetup(siteId: string) {
  const widget = useWidget(siteId);
  const notifications = useNotifications(widget.data?.id, { isLive: false });
  return { widget, notifications };
}

/** @returns the widget's deleted notifications that can still be restored, the last deleted first, by any tab. */
export const useDeletedNotifications = (widgetId: string) =>
  trpc.notifications.deleted.useQuery({ widgetId }, { staleTime: 0, refetchInterval: DELETED_INTERVAL });

type List = Notification[] | undefined;

/**
 * Edits the cached list of one widget. Cancels any request in flight, so that its response cannot undo the edit.
 */
function useListEdit(widgetId: string) {
  const utils = trpc.useUtils();
  return (edit: (list: Notification[]) => Notification[]) => {
    // Without going back to what the list was before the request. The edit is in time for the next frame.
    void utils.notifications.list.cancel({ widgetId }, { revert: false });
    utils.notifications.list.setData({ widgetId }, (list: List) => list && edit(list));
  };
}

const replaceIn = (notification: Notification) => (list: Notification[]) =>
  list.map((other) => (other.id === notification.id ? notification : other));

/** A new notification is at the top of the list. */
function useAdded(widgetId: string) {
  const edit = useListEdit(widgetId);
  const utils = trpc.useUtils();
  return {
    onSuccess({ notification }: { notification: Notification }) {
      edit((list) => [notification, ...list]);
      // It may have been the first.
      void utils.sites.setup.invalidate();
    },
  };
}

export const useCreateNotification = (widgetId: string) => trpc.notifications.create.useMutation(useAdded(widgetId));

/** From a template whose number the server computes: nothing of it can be written here. */
export const useCreateComputed = (widgetId: string) =>
  trpc.templates.createNotification.useMutation(useAdded(widgetId));

export function useUpdateNotification(widgetId: string) {
  const edit = useListEdit(widgetId);
  return trpc.notifications.update.useMutation({ onSuccess: ({ notification }) => edit(replaceIn(notification)) });
}

/** The copy is at the top of the owner's order. */
export function useDuplicateNotification(widgetId: string) {
  const edit = useListEdit(widgetId);
  return trpc.notifications.duplicate.useMutation({
    onSuccess: (notification) => edit((list) => [notification, ...list]),
  });
}

/** One change after the other, so that the last one made is the last one saved. */
const inTurn = (widgetId: string) => ({ id: `notifications of ${widgetId}` });

/** @returns the list after an action; what is restored comes with the next answer. */
function afterAction(list: Notification[], ids: ReadonlySet<string>, action: BulkAction): Notification[] {
  if (action === 'delete') return list.filter(({ id }) => !ids.has(id));
  if (action === 'restore') return list;
  const status = action === 'activate' ? 'active' : 'inactive';
  return list.map((one) => (ids.has(one.id) && one.status !== status ? { ...one, status } : one));
}

/**
 * @param before the list before the refused action.
 * @returns the list with the named notifications as they were. Of the others nothing: they may have changed meanwhile.
 */
export function putBack(list: Notification[], before: Notification[], ids: ReadonlySet<string>): Notification[] {
  const was = new Map(before.map((one) => [one.id, one]));
  const back = list.map((one) => (ids.has(one.id) && was.get(one.id)) || one);
  const places = new Map(before.map(({ id }, place) => [id, place]));
  for (const one of before) {
    if (!ids.has(one.id) || back.some(({ id }) => id === one.id)) continue;
    // What is new since then is above all of them.
    const below = back.findIndex(({ id }) => (places.get(id) ?? -1) > (places.get(one.id) ?? 0));
    back.splice(below < 0 ? back.length : below, 0, one);
  }
  return back;
}

/** Activates, deactivates, deletes or restores notifications, one or many. Resolves to the ids of those that changed. */
export function useChangeNotifications(widgetId: string) {
  const utils = trpc.useUtils();
  const edit = useListEdit(widgetId);
  return trpc.notifications.bulk.useMutation({
    scope: inTurn(widgetId),
    onMutate({ ids, action }) {
      const before = utils.notifications.list.getData({ widgetId });
      edit((list) => afterAction(list, new Set(ids), action));
      return { before };
    },
    onError(_error, { ids }, context) {
      edit((list) => putBack(list, context?.before ?? [], new Set(ids)));
      // After a time-out nobody knows whether the server did it; and what no longer shows can't be restored again.
      void utils.notifications.list.invalidate({ widgetId });
      void utils.notifications.deleted.invalidate({ widgetId });
    },
    async onSuccess(_ids, { action }) {
      if (action === 'delete') await utils.notifications.deleted.invalidate({ widgetId });
      if (action !== 'restore') return;
      await Promise.all([
        utils.notifications.list.invalidate({ widgetId }),
        utils.notifications.deleted.invalidate({ widgetId }),
      ]);
    },
  });
}

/**
 * @returns the list with the named notifications in this order, in the places that they hold, as the server does it: each
 * gets the position of its place.
 */
export function inOrder(list: Notification[], ids: readonly string[]): Notification[] {
  const byId = new Map(list.map((one) => [one.id, one]));
  const named = new Set(ids);
  let next = 0;
  return list.map((one) => {
    const moved = named.has(one.id) ? (byId.get(ids[next++] ?? '') ?? one) : one;
    return moved === one ? one : { ...moved, position: one.position };
  });
}

/** Puts notifications into an order, at once on screen. */
export function useOrderNotifications(widgetId: string) {
  const utils = trpc.useUtils();
  const edit = useListEdit(widgetId);
  return trpc.notifications.order.useMutation({
    scope: inTurn(widgetId),
    onMutate({ ids }) {
      const named = new Set(ids);
      const before = utils.notifications.list.getData({ widgetId })?.filter(({ id }) => named.has(id));
      edit((list) => inOrder(list, ids));
      return { before: before?.map(({ id }) => id) ?? [] };
    },
    onError(_error, _input, context) {
      edit((list) => inOrder(list, context?.before ?? []));
      // After a time-out nobody knows whether the server did it.
      void utils.notifications.list.invalidate({ widgetId });
    },
  });
}
