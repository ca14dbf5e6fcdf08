// The files that a source was given: sent, listed, and taken back.
import { keepPreviousData } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Failure } from '#client/auth/failures.ts';
import { trpc } from '#client/auth/trpc.ts';
import { sendFile } from '#client/auth/upload.ts';
import type { Import, ImportListInput, ImportRef } from '#shared/contract/import.ts';
import type { Source } from '#shared/contract/source.ts';
import { SETUP_POLL } from '#shared/limits.ts';

/** While a file is being taken, or taken back. */
const RUNNING_INTERVAL = 1_000;

/** @param isBusy whether a file is on its way. @returns one page of a source's imports, the last first. */
export const useImports = (input: ImportListInput, isBusy = false) =>
  trpc.sources.imports.useQuery(input, {
    staleTime: SETUP_POLL,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      isBusy || data?.imports.some(({ state }) => state === 'running' || state === 'undoing')
        ? RUNNING_INTERVAL
        : false,
  });

/** @returns an import with its refused rows, once it is asked for. */
export const useImport = (ref: ImportRef, isWanted: boolean) =>
  trpc.sources.import.useQuery(ref, { enabled: isWanted, staleTime: Number.POSITIVE_INFINITY });

/** What follows from a source's events is read anew. */
function useRefresh({ siteId, id: sourceId }: Pick<Source, 'id' | 'siteId'>) {
  const utils = trpc.useUtils();
  return () => {
    void utils.sources.imports.invalidate({ siteId, sourceId });
    void utils.sources.list.invalidate({ siteId });
    void utils.events.list.invalidate({ siteId });
    void utils.notifications.list.invalidate();
  };
}

export type Sending =
  | { is: 'idle' }
  /** `share` of the file that was sent, 0 to 1. */
  | { is: 'sending'; share: number }
  | { is: 'done'; result: Import }
  | { is: 'failed'; failure: Failure }
  | { is: 'canceled' };

/** @returns how far a file is, and what sends one, cancels that or forgets it. */
export function useSendFile(source: Pick<Source, 'id' | 'siteId'>) {
  const refresh = useRefresh(source);
  const [sending, setSending] = useState<Sending>({ is: 'idle' });
  const current = useRef<AbortController>(null);
  return {
    sending,
    async send(file: Blob) {
      const stop = new AbortController();
      current.current = stop;
      setSending({ is: 'sending', share: 0 });
      const answer = await sendFile(
        `/api/sites/${source.siteId}/sources/${source.id}/import`,
        file.slice(0, file.size, 'text/csv'),
        { onProgress: (share) => setSending({ is: 'sending', share }), signal: stop.signal },
      );
      refresh();
      if (answer === null) setSending({ is: 'canceled' });
      else if ('failure' in answer) setSending({ is: 'failed', failure: answer.failure });
      else setSending({ is: 'done', result: (answer.body as { import: Import }).import });
    },
    cancel: () => current.current?.abort(),
    reset: () => setSending({ is: 'idle' }),
  };
}

export function useUndoImport(source: Pick<Source, 'id' | 'siteId'>) {
  return trpc.sources.undoImport.useMutation({ onSettled: useRefresh(source) });
}
