// Moving and deleting rows: what the server is told, what screen readers are told, and where the focus goes.
import { useCallback, useEffect, useRef, useState } from 'react';
import { focusHeading } from '#client/ui/use-return-focus.ts';
import type { Notification } from '#shared/contract/notification.ts';
import { nameOf } from './describe.ts';
import { idsAfterMove, type Move, placeAfter } from './list-view.ts';
import type { RowActions } from './row-actions.ts';

/** Moves the focus to a row's menu; to the screen's heading if the row is not rendered. */
export function focusRow(id: string | undefined): void {
  const button = document.querySelector<HTMLElement>(`[data-id="${CSS.escape(id ?? '')}"] [data-part="menu"]`);
  if (button) button.focus();
  else focusHeading();
}

/** @returns how rows are moved, and what to tell screen readers about it. */
export function useMoves(
  notifications: readonly Notification[],
  ids: readonly string[],
  actions: RowActions,
  show: (id: string) => void,
) {
  const [said, setSaid] = useState('');
  const latest = useRef({ notifications, ids });
  const moved = useRef<{ id: string; from: number } | null>(null);
  useEffect(() => {
    latest.current = { notifications, ids };
  });
  // Once it stands in its new place, which may come later than the next frame: before, it would be looked for in the old.
  useEffect(() => {
    if (moved.current === null || ids[moved.current.from] === moved.current.id) return;
    show(moved.current.id);
    moved.current = null;
  }, [ids, show]);
  const moveTo = useCallback(
    (id: string, to: number) => {
      const from = latest.current.ids.indexOf(id);
      const row = latest.current.notifications[from];
      if (!row || from === to) return;
      moved.current = { id, from };
      actions.order(idsAfterMove(latest.current.ids, from, to));
      setSaid(`“${nameOf(row)}” is now in position ${to + 1} of ${latest.current.ids.length}.`);
    },
    [actions],
  );
  const onMove = useCallback(
    (id: string, move: Move) => {
      const { ids } = latest.current;
      const from = ids.indexOf(id);
      if (from >= 0) moveTo(id, placeAfter(move, from, ids.length));
    },
    [moveTo],
  );
  return { moveTo, onMove, said };
}

/** @returns a function that deletes a row and moves the focus to the one that takes its place. */
export function useDelete(notifications: readonly Notification[], actions: RowActions) {
  const latest = useRef(notifications);
  const next = useRef<string | null>(null);
  useEffect(() => {
    const before = latest.current;
    latest.current = notifications;
    if (next.current === null || before === notifications) return;
    focusRow(next.current);
    next.current = null;
  }, [notifications]);
  // The last row takes the list with it.
  useEffect(() => () => void (next.current !== null && focusHeading()), []);
  return useCallback(
    ({ id }: Notification) => {
      const at = latest.current.findIndex((one) => one.id === id);
      next.current = (latest.current[at + 1] ?? latest.current[at - 1])?.id ?? '';
      void actions.change('delete', [id]);
    },
    [actions],
  );
}
