// The files that a source was given: sent, listed, and undone.
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { Session } from '#client/auth/run-session.ts';
import { useSession } from '#client/auth/session-context.tsx';
import { trpc } from '#client/auth/trpc.ts';
import { sendFile } from '#client/auth/upload.ts';
import type { Import, ImportListInput, ImportRef } from '#shared/contract/import.ts';
import type { Source } from '#shared/contract/source.ts';
import { SETUP_POLL } from '#shared/limits.ts';
import { useRefreshShown } from './events.ts';
import { createSendings, type Sendings, type Sent } from './sendings.ts';

/** While a file is being imported, or an import undone. */
const RUNNING_INTERVAL = 1_000;

export const IMPORTS_PER_PAGE = 10;

/** The source's latest imports, as its page lists them at first. */
export const firstImports = ({ siteId, id }: Pick<Source, 'id' | 'siteId'>): ImportListInput => ({
  siteId,
  sourceId: id,
  page: 1,
  limit: IMPORTS_PER_PAGE,
});

/** @param busyUntil ms; until then a file is on its way. @returns one page of a source's imports, the last first. */
export const useImports = (input: ImportListInput, busyUntil = 0) =>
  trpc.sources.imports.useQuery(input, {
    staleTime: SETUP_POLL,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      Date.now() < busyUntil || data?.imports.some(({ state }) => state === 'running' || state === 'undoing')
        ? RUNNING_INTERVAL
        : false,
  });

/** @returns an import with its refused rows, once it is asked for. */
export const useImport = (ref: ImportRef, isWanted: boolean) =>
  trpc.sources.import.useQuery(ref, { enabled: isWanted, staleTime: Number.POSITIVE_INFINITY });

/** What follows from a source's events is read anew. */
function useRefresh({ siteId, id: sourceId }: Pick<Source, 'id' | 'siteId'>) {
  const utils = trpc.useUtils();
  const refreshShown = useRefreshShown();
  return () => {
    void utils.sources.imports.invalidate({ siteId, sourceId });
    void utils.sources.list.invalidate({ siteId });
    void refreshShown({ siteId, sourceId });
  };
}

const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
const running = new WeakMap<Session, Sendings>();

/** @returns the files that the session's user is sending; all are canceled when the session changes hands or ends. */
function sendingsOf(session: Session): Sendings {
  const known = running.get(session);
  if (known) return known;
  // Wherever in the app the owner is when the tab is closed.
  const all = createSendings((isSending) => {
    window.removeEventListener('beforeunload', onBeforeUnload);
    if (isSending) window.addEventListener('beforeunload', onBeforeUnload);
  });
  running.set(session, all);
  let generation = session.generation();
  session.subscribe(() => {
    if (session.generation() === generation) return;
    generation = session.generation();
    all.end();
  });
  return all;
}

/** @returns how far the source's file is, null without one; and what sends one, cancels that or forgets it. */
export function useSendFile(source: Pick<Source, 'id' | 'siteId'>) {
  const all = sendingsOf(useSession());
  const utils = trpc.useUtils();
  const refresh = useRefresh(source);
  const { id, siteId } = source;
  const watch = useCallback((tell: () => void) => all.watch(id, tell), [all, id]);
  return {
    sending: useSyncExternalStore(watch, () => all.of(id)),
    /** @returns how it ended, if that was seen on no screen; else null. */
    async send(file: File): Promise<Sent | null> {
      const listed = utils.sources.imports.getData(firstImports(source))?.imports;
      const before = listed ? new Set(listed.map((one) => one.id)) : null;
      const sent = await all.send(id, file, async (upload) => {
        const body = file.slice(0, file.size, 'text/csv');
        const answer = await sendFile(`/api/sites/${siteId}/sources/${id}/import`, body, upload);
        refresh();
        const brokenOff = { at: Date.now(), before };
        if (answer === null) return { is: 'canceled', ...brokenOff };
        if ('failure' in answer) return { is: 'failed', failure: answer.failure, ...brokenOff };
        return { is: 'done', result: (answer.body as { import: Import }).import };
      });
      return all.isWatched(id) ? null : sent;
    },
    cancel: () => all.cancel(id),
    reset: () => all.forget(id),
  };
}

export function useUndoImport(source: Pick<Source, 'id' | 'siteId'>) {
  return trpc.sources.undoImport.useMutation({ onSettled: useRefresh(source) });
}
