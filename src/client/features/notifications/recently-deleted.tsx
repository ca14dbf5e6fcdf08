// What was deleted in the last ten minutes, below the list.
import { ChevronRight, RotateCcw } from 'lucide-react';
import { useRef } from 'react';
import { useDeletedNotifications } from '#client/data/notifications.ts';
import { useNow } from '#client/hooks/use-now.ts';
import { SmallButton } from '#client/ui/button.tsx';
import { NotificationTypeGlyph } from '#client/ui/notification-type.tsx';
import { NOTIFICATION_RESTORE_LIFE } from '#shared/limits.ts';
import { MINUTE, SECOND } from '#shared/time.ts';
import { nameOf } from './describe.ts';
import { useRowActions } from './row-actions.ts';
import { focusRow } from './use-row-changes.ts';

/** @returns the time left in words. */
function timeLeft(until: string, now: number): string {
  // The device's clock may be behind the server's.
  const minutes = Math.ceil(Math.min(Date.parse(until) - now, NOTIFICATION_RESTORE_LIFE) / MINUTE);
  return minutes <= 1 ? 'Less than a minute left' : `${minutes} minutes left`;
}

/** Once the list has it again. */
const focusRestored = (id: string | undefined) => setTimeout(() => focusRow(id));

type RecentlyDeletedProps = { widgetId: string; isHidden: boolean };

/** @param isHidden while what stands above is still to come, which would push this down. Asks for its own meanwhile. */
export function RecentlyDeleted({ widgetId, isHidden }: RecentlyDeletedProps) {
  const actions = useRowActions(widgetId);
  const deleted = useDeletedNotifications(widgetId);
  // The list may be newer than the last tick. What is in it is the server's to say: the device's clock may be wrong.
  const now = Math.max(useNow(10 * SECOND), deleted.dataUpdatedAt);
  const left = deleted.data ?? [];
  const area = useRef<HTMLDetailsElement>(null);
  // The focus goes to what takes the place of the pressed button.
  const restore = async (id: string) => {
    const at = left.findIndex((one) => one.id === id);
    const next = left[at + 1] ?? left[at - 1];
    if (!(await actions.change('restore', [id]))) return;
    const button = next && area.current?.querySelector<HTMLElement>(`[data-restores="${CSS.escape(next.id)}"]`);
    if (button) button.focus();
    else focusRestored(id);
  };
  const restoreAll = async () => {
    const ids = left.map(({ id }) => id);
    if (await actions.change('restore', ids)) focusRestored(ids[0]);
  };
  if (isHidden || left.length === 0) return null;
  return (
    <details ref={area} className="group rounded-panel border border-line bg-surface">
      <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-2 px-4 py-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          size={16}
          className="shrink-0 text-muted transition-transform duration-100 group-open:rotate-90 motion-reduce:transition-none"
        />
        <h2 className="font-semibold">Recently deleted ({left.length})</h2>
        <span className="text-meta text-muted">Restore within ten minutes, with all counts.</span>
      </summary>
      {left.length > 1 && (
        <p className="px-4 pb-2">
          <SmallButton onClick={restoreAll}>Restore all {left.length}</SmallButton>
        </p>
      )}
      <ul className="max-h-96 overflow-y-auto border-line border-t">
        {left.map((notification) => (
          <li key={notification.id} className="flex items-center gap-3 border-line border-b px-4 py-2 last:border-b-0">
            <NotificationTypeGlyph type={notification.type} />
            <div className="min-w-0 flex-1">
              <p className="truncate">{notification.message}</p>
              <p className="text-meta text-muted">{timeLeft(notification.restorableUntil, now)}</p>
            </div>
            <SmallButton
              aria-label={`Restore “${nameOf(notification)}”`}
              icon={<RotateCcw aria-hidden="true" size={14} />}
              data-restores={notification.id}
              onClick={() => restore(notification.id)}
            >
              Restore
            </SmallButton>
          </li>
        ))}
      </ul>
    </details>
  );
}
