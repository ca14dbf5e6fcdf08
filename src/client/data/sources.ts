// A site's sources. Each is found in the list of all: a site has few.
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { trpc } from '#client/auth/trpc.ts';
import type { NewSource, Source } from '#shared/contract/source.ts';
import { SETUP_POLL } from '#shared/limits.ts';
import { MINUTE } from '#shared/time.ts';
import { useRefreshShown } from './events.ts';

/**
 * @param isAwaited tells whether a source is waited for: until it works, it is asked for every 4 s.
 * @returns the site's sources, oldest first.
 */
export const useSources = (siteId: string, isAwaited: (source: Source) => boolean = () => false) =>
  trpc.sources.list.useQuery(
    { siteId },
    {
      staleTime: SETUP_POLL,
      refetchInterval: ({ state: { data } }) =>
        data?.some((source) => source.status !== 'working' && isAwaited(source)) ? SETUP_POLL : MINUTE,
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

/** Changes a source. What it shows may change with it, and so do its events' states and the notifications. */
export function useUpdateSource() {
  const utils = trpc.useUtils();
  const refresh = useRefreshShown();
  return trpc.sources.update.useMutation({
    onSuccess(source) {
      // A poll that left before the change would show the source as it was.
      void utils.sources.list.cancel({ siteId: source.siteId }, { revert: false });
      utils.sources.list.setData({ siteId: source.siteId }, (list) =>
        list?.map((other) => (other.id === source.id ? source : other)),
      );
      void refresh(source.siteId);
    },
  });
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
