// The menu of a row.
import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpToLine,
  BadgeCheck,
  Copy,
  LayoutTemplate,
  MoreHorizontal,
  Pencil,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Menu, type MenuItem } from '#client/ui/menu.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import { eventIdOf, nameOf } from './describe.ts';
import { galleryHref } from './gallery-address.ts';
import type { Move } from './list-view.ts';
import { useProofHref } from './use-proof-href.ts';

type RowMenuProps = {
  notification: Notification;
  onEdit: () => void;
  onDuplicate: () => void;
  onDelete: () => void;
  /** Absent where the order is not the owner's. */
  onMove?: ((move: Move) => void) | undefined;
  isFirst: boolean;
  isLast: boolean;
};

const ICON = { 'aria-hidden': true, size: 15 } as const;

export function RowMenu({ notification, onEdit, onDuplicate, onDelete, onMove, isFirst, isLast }: RowMenuProps) {
  const navigate = useNavigate();
  const proofHref = useProofHref();
  const move = (to: Move, label: string, icon: ReactNode, disabled: boolean) => ({
    kind: 'item' as const,
    label,
    icon,
    disabled,
    onSelect: () => onMove?.(to),
  });
  const items = (): MenuItem[] => [
    { kind: 'item', label: 'Edit', icon: <Pencil {...ICON} />, onSelect: onEdit },
    // Copies of what tells of an event would go on telling of it after its refund.
    ...(eventIdOf(notification) === null
      ? [
          { kind: 'item' as const, label: 'Duplicate', icon: <Copy {...ICON} />, onSelect: onDuplicate },
          {
            kind: 'item' as const,
            label: 'Save as template',
            icon: <LayoutTemplate {...ICON} />,
            onSelect: () =>
              navigate(galleryHref(new URLSearchParams(window.location.search), { from: notification.id })),
          },
        ]
      : [
          {
            kind: 'item' as const,
            label: 'Open its proof',
            icon: <BadgeCheck {...ICON} />,
            href: proofHref(notification.id),
          },
        ]),
    ...(onMove
      ? [
          { kind: 'separator' as const },
          move('up', 'Move up', <ArrowUp {...ICON} />, isFirst),
          move('down', 'Move down', <ArrowDown {...ICON} />, isLast),
          move('top', 'Move to top', <ArrowUpToLine {...ICON} />, isFirst),
          move('bottom', 'Move to bottom', <ArrowDownToLine {...ICON} />, isLast),
        ]
      : []),
    { kind: 'separator' },
    { kind: 'item', label: 'Delete', icon: <Trash2 {...ICON} />, tone: 'danger', onSelect: onDelete },
  ];
  return (
    <Menu
      label="Actions"
      trigger={
        // A tooltip's parts would be much of what a row costs while the list is scrolled.
        <button
          type="button"
          aria-label={`Actions for “${nameOf(notification)}”`}
          data-part="menu"
          className="grid size-8 place-items-center rounded-control text-ink hover:bg-ink/6 active:bg-ink/10"
        >
          <MoreHorizontal aria-hidden="true" size={18} />
        </button>
      }
      items={items}
    />
  );
}
