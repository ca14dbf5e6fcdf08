// The menu of one row.
import { Copy, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '#client/ui/button.tsx';
import { Menu } from '#client/ui/menu.tsx';
import type { Notification } from '#shared/contract/notification.ts';

type RowMenuProps = { notice: Notification; onEdit: () => void; onDuplicate: () => void; onDelete: () => void };

export function RowMenu({ notice, onEdit, onDuplicate, onDelete }: RowMenuProps) {
  return (
    <Menu
      label="Actions"
      align="end"
      trigger={
        <IconButton label={`Actions for “${notice.name ?? notice.message}”`} variant="ghost" size="sm">
          <MoreHorizontal aria-hidden="true" size={18} />
        </IconButton>
      }
      items={[
        { kind: 'item', label: 'Edit', icon: <Pencil aria-hidden="true" size={15} />, onSelect: onEdit },
        { kind: 'item', label: 'Duplicate', icon: <Copy aria-hidden="true" size={15} />, onSelect: onDuplicate },
        { kind: 'separator' },
        {
          kind: 'item',
          label: 'Delete',
          icon: <Trash2 aria-hidden="true" size={15} />,
          tone: 'danger',
          onSelect: onDelete,
        },
      ]}
    />
  );
}
