// A site's sources. Each is found in the list of all: a site has few.
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { trpc } from '#client/auth/trpc.ts';
import type { Event } from '#shared/contract/event.ts';
import type { Notification } from '#shared/contract/notification.ts';
import type { NewSource, Source, SourceRef } from '#shared/contract/source.ts';
import { SETUP_POLL } from '#shared/limits.ts';
import { MINUTE, SECOND } from '#shared/time.ts';
import { useRefreshShown } from './events.ts';
import { useNotifications } from './notifications.ts';
import { useWidget } from './widgets.ts';

/** How often it is asked how far the connection to a shop is. */
const CONNECTING_POLL = 2 * SECOND;
const isConnecting = ({ connection }: Source) => connection?.state === 'waiting' || connection?.state === 'reading';

/**
 * @param isAwaited tells whether a source is waited for: until it works, it is asked for every 4 s, and every 2 s while its
 * shop is being connected.
 * @returns the site's sources, oldest first.
 */
export const useSources = (siteId: string, isAwaited: (source: Source) => boolean = () => false) =>
  trpc.sources.list.useQuery(
    { siteId },
    {
      staleTime: SETUP_POLL,
      refetchInterval: ({ state: { data } }) => {
        const awaited = data?.filter(isAwaited) ?? [];
        if (awaited.some(isConnecting)) return CONNECTING_POLL;
        return awaited.some(({ status }) => status !== 'working') ? SETUP_POLL : MINUTE;
      },
    },
  );

const secretKey = (sourceId: string) => ['source secret', sourceId];

/**
 * @returns the secret that was just made for a source, and how to put it away. The server says it once, and only this page's
 * memory has it.
 */
export function useNewSecret(sourceId: string) {
  const client = useQueryClient();
  const { data } = useQuery<string | null>({ queryKey: secretKey(sourceId), queryFn: skipToken });
  return { secret: data ?? null, forget: () => client.setQueryData(secretKey(sourceId), null) };
}

export function useCreateSource() {
  const utils = trpc.useUtils();
  const client = useQueryClient();
  return trpc.sources.create.useMutation({
    gcTime: 0,
    onSuccess({ secret, ...source }: NewSource) {
      if (secret !== null) client.setQueryData(secretKey(source.id), secret);
      utils.sources.list.setData({ siteId: source.siteId }, (list) => list && [...list, source]);
    },
  });
}

/** @returns a function that puts into the list what of a source has changed. */
function useSourceEdit() {
  const utils = trpc.useUtils();
  return ({ siteId, sourceId }: SourceRef, change: Partial<Source>) => {
    // A poll that left before the change would show the source as it was.
    void utils.sources.list.cancel({ siteId }, { revert: false });
    utils.sources.list.setData({ siteId }, (list) =>
      list?.map((other) => (other.id === sourceId ? { ...other, ...change } : other)),
    );
  };
}

/** Changes a source. What it shows may change with it, and so do its events' states and the notifications. */
export function useUpdateSource() {
  const edit = useSourceEdit();
  const refresh = useRefreshShown();
  return trpc.sources.update.useMutation({
    onSuccess(source, ref) {
      edit(ref, source);
      void refresh(ref);
    },
  });
}

/** Connects a source to its shop, or begins to: the owner goes on at the address that is answered. */
export function useConnectShop() {
  const edit = useSourceEdit();
  // Keys aren't kept.
  return trpc.sources.connect.useMutation({ gcTime: 0, onSuccess: ({ source }, ref) => edit(ref, source) });
}

/** Has it looked at once whether the shop delivers, and its past orders read on. */
export function useCheckConnection() {
  const edit = useSourceEdit();
  return trpc.sources.checkConnection.useMutation({ onSuccess: (source, ref) => edit(ref, source) });
}

export function useDisconnectShop() {
  const edit = useSourceEdit();
  return trpc.sources.disconnect.useMutation({ onSuccess: (_nothing, ref) => edit(ref, { connection: null }) });
}

/** For so long after an event has arrived, its notification may still be on its way. */
const ON_ITS_WAY = 15 * SECOND;

/** @returns whether a notification is about to be there. */
const isExpected = (last: Event | null) =>
  last?.state === 'not-shown' && Date.now() - Date.parse(last.receivedAt) < ON_ITS_WAY;

/**
 * @param isAwaited whether its first event is about to show.
 * @returns what became of a source's events and deliveries of the last 30 days. It is asked for every 2 s while a notification
 * is about to be there.
 */
export const useSourceActivity = ({ siteId, id: sourceId }: Pick<Source, 'id' | 'siteId'>, isAwaited = false) =>
  trpc.sources.activity.useQuery(
    { siteId, sourceId },
    {
      staleTime: SETUP_POLL,
      refetchInterval: ({ state: { data } }) =>
        (isAwaited && !data?.shown) || isExpected(data?.last ?? null) ? CONNECTING_POLL : MINUTE,
    },
  );

/** @returns the notification that tells of an event; undefined until it is there. */
export function useNotificationOf(event: Event | null | undefined, siteId: string): Notification | undefined {
  const { data: widget } = useWidget(siteId);
  const id = event?.notificationId ?? null;
  const [isFound, setIsFound] = useState(false);
  // Known already on most screens, and then older than the event.
  const { data } = useNotifications(widget?.id, { isLive: id !== null && !isFound });
  const found = data?.find((one) => one.id === id);
  if (isFound !== (found !== undefined)) setIsFound(found !== undefined);
  return found;
}

/**
 * Asks for what belongs to a source's deliveries as soon as the source says that another has arrived: no part of its page is
 * older than the others.
 * @returns when that was noticed here last, in ms; 0 while nothing has arrived since the page was opened. What was asked for
 * before doesn't know of it.
 */
export function useArrivals({ siteId, id: sourceId, lastDeliveryAt, lastProblem, connection }: Source): number {
  const utils = trpc.useUtils();
  const refresh = useRefreshShown();
  const mark = [lastDeliveryAt, lastProblem?.at, connection?.state, connection?.found].join(' ');
  const [seen, setSeen] = useState({ mark, at: 0 });
  if (seen.mark !== mark) setSeen({ mark, at: Date.now() });
  const { at } = seen;
  const tell = useEffectEvent(() => {
    void utils.sources.deliveries.invalidate({ siteId, sourceId });
    void refresh({ siteId, sourceId });
  });
  useEffect(() => {
    if (at > 0) tell();
  }, [at]);
  return at;
}

/** Replaces a source's secret. One that was made here is shown, this once. */
export function useReplaceSecret(source: Pick<Source, 'id' | 'siteId'>) {
  const client = useQueryClient();
  const update = useUpdateSource();
  const call = (secret: string) => update.mutateAsync({ siteId: source.siteId, sourceId: source.id, secret });
  return {
    paste: call,
    async replaceByOwn(secret: string) {
      await call(secret);
      client.setQueryData(secretKey(source.id), secret);
    },
  };
}

export function useDeleteSource() {
  const utils = trpc.useUtils();
  const refresh = useRefreshShown();
  return trpc.sources.delete.useMutation({
    onSuccess(_nothing, { siteId, sourceId }) {
      utils.sources.list.setData({ siteId }, (list) => list?.filter(({ id }) => id !== sourceId));
      void refresh({ siteId, sourceId });
    },
  });
}
