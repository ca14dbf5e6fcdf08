// A site's sources. Each is found in the list of all: a site has few.
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '#client/auth/trpc.ts';
import type { Event } from '#shared/contract/event.ts';
import type { Notification } from '#shared/contract/notification.ts';
import type { NewSource, Source, SourceRef } from '#shared/contract/source.ts';
import { PAGE_SIZE_MAX, SETUP_POLL } from '#shared/limits.ts';
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
      void refresh(source.siteId);
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

/** An event, and the notification that tells visitors of it. */
type ShownEvent = { event: Event; notification: Notification };

/**
 * @param isAwaited whether its first one is about to be there: it is asked for every 2 s until then.
 * @returns the newest event of a source that shows; undefined while there is none.
 */
export function useNewestShown({ siteId, id }: Source, isAwaited: boolean): ShownEvent | undefined {
  const [isFound, setIsFound] = useState(false);
  const { data } = trpc.events.list.useQuery(
    { siteId, state: 'shown', limit: PAGE_SIZE_MAX },
    { refetchInterval: isAwaited && !isFound ? CONNECTING_POLL : MINUTE },
  );
  const own = (data?.events ?? [])
    .filter(({ sourceId }) => sourceId === id)
    .sort((one, other) => other.occurredAt.localeCompare(one.occurredAt));
  const { data: widget } = useWidget(siteId);
  // Known already on most screens, and then older than the event.
  const { data: notifications } = useNotifications(widget?.id, { isLive: own.length > 0 && !isFound });
  for (const event of own) {
    const notification = notifications?.find((one) => one.id === event.notificationId);
    if (!notification) continue;
    if (!isFound) setIsFound(true);
    return { event, notification };
  }
  return undefined;
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
      void refresh(siteId);
    },
  });
}
