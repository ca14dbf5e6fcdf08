// What can be done with a condition or a group as a whole: a copy, its removal, and the way back from that.
import { Copy, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button, IconButton } from '#client/ui/button.tsx';
import { type GroupRow, isGroup, type Removed, type Row, rowInWords } from './builder-state.ts';
import type { RowActions } from './condition-row.tsx';

type RowToolsProps = {
  rowKey: string;
  actions: RowActions;
  /** Names what is meant where it isn't a condition: 'group'. */
  what?: string;
  /** Absent where there can be no copy. */
  copy?: { hasRoom: boolean } | undefined;
};

export function RowTools({ rowKey, actions, what, copy }: RowToolsProps) {
  const name = (verb: string) => (what ? `${verb} ${what}` : verb);
  return (
    <>
      {copy && (
        <IconButton
          label={name('Duplicate')}
          size="sm"
          className="text-muted hover:text-ink"
          disabled={!copy.hasRoom}
          onClick={() => actions.duplicate(rowKey)}
        >
          <Copy aria-hidden="true" size={15} />
        </IconButton>
      )}
      <IconButton
        label={name('Remove')}
        size="sm"
        className="text-muted hover:text-danger"
        onClick={() => actions.remove(rowKey)}
      >
        <Trash2 aria-hidden="true" size={15} />
      </IconButton>
    </>
  );
}

const nameOf = (row: Row | GroupRow): string => (isGroup(row) ? 'a group' : rowInWords(row));

/** Stands where the row was. */
export function RemovedNotice({ removed, onUndo }: { removed: Removed; onUndo: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone.
  useEffect(() => button.current?.focus(), []);
  return (
    <div
      role="status"
      className="flex items-center justify-between gap-3 rounded-panel border border-line border-dashed px-3.5 py-1.5 text-muted"
    >
      <span className="min-w-0 truncate">Removed: {nameOf(removed.row)}</span>
      <Button ref={button} variant="ghost" size="sm" onClick={onUndo}>
        Undo
      </Button>
    </div>
  );
}
