// One row of the list: a row of the table on wide screens, a card on narrow ones.
import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, type Ref, useState } from 'react';
import { agoOf } from '#client/format/dates.ts';
import { count, describeRate } from '#client/format/numbers.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { Delta } from '#client/ui/delta.tsx';
import { NOTIFICATION_TYPE_LOOKS } from '#client/ui/notification-type.tsx';
import { Switch } from '#client/ui/switch.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import { nameOf, originOf, ownFacts, scheduleNote } from './describe.ts';
import { type Move, rateOf, stateLabel, stateOf } from './list-view.ts';
import type { RowActions } from './row-actions.ts';
import { RowMenu } from './row-menu.tsx';

export type RowProps = {
  notification: Notification;
  /** Its place among all rows, from 0. */
  index: number;
  count: number;
  /** By how much its displays have grown since the list was opened. */
  delta: number;
  /** In ms; may lag behind. */
  now: number;
  /** The site's, in which its schedule is told. */
  timezone: string;
  isSelected: boolean;
  /** Whether the row is as high as every other: what is long is cut off. */
  isEven: boolean;
  /** Whether the widget is paused. */
  isPaused: boolean;
  /** Whether it is among those that a page gets. */
  isSent: boolean;
  onToggle: (id: string, isOn: boolean, isRange: boolean) => void;
  onEdit: (notification: Notification) => void;
  onDelete: (notification: Notification) => void;
  actions: RowActions;
  /** Absent where the order is not the owner's. */
  onMove?: ((id: string, move: Move) => void) | undefined;
  /** Whether it can only be read, until the row that takes its place is loaded. */
  isInert?: boolean;
};

/** What dragging needs of a row. */
export type DragProps = {
  rowRef?: Ref<HTMLTableRowElement> | undefined;
  shift?: string | undefined;
  transition?: string | undefined;
  isDragging?: boolean | undefined;
  handle?: { ref: Ref<HTMLButtonElement>; onPointerDown?: (event: never) => void } | undefined;
};

/** The id of the text that says how the handle works. */
export const HANDLE_HINT = 'move-hint';

const LINED = 'md:border-line md:border-t';
const CELL = `order-3 whitespace-nowrap ${LINED} md:px-2 md:py-3 md:align-middle`;

export const NotificationRow = memo(function NotificationRow({
  notification,
  index,
  count: rowCount,
  delta,
  now,
  timezone,
  isSelected,
  isEven,
  isPaused,
  isSent,
  onToggle,
  onEdit,
  onDelete,
  actions,
  onMove,
  isInert = false,
  rowRef,
  shift,
  transition,
  isDragging = false,
  handle,
}: RowProps & DragProps) {
  const { id, status, displayCount, clickCount } = notification;
  const state = stateOf(notification, now, isSent);
  const name = nameOf(notification);
  return (
    <tr
      ref={rowRef}
      inert={isInert}
      data-index={index}
      data-id={isInert ? undefined : id}
      aria-rowindex={index + 2}
      style={{ transform: shift, transition }}
      className={classNames(
        // The ::before is the hairline between the two halves of a card.
        'flex flex-wrap items-center gap-x-3 rounded-panel border p-4 before:order-2 before:my-3 before:h-px before:basis-full before:bg-line md:table-row md:rounded-none md:border-0 md:before:hidden',
        isSelected ? 'border-accent bg-accent-tint' : 'border-line bg-raised md:bg-transparent',
        isDragging && 'relative z-10 shadow-float md:bg-raised',
        (isPaused || state !== 'live') && 'text-muted',
      )}
    >
      <td className={`order-0 self-start ${LINED} md:py-3 md:align-middle`}>
        <span className="flex items-center max-md:-ml-1">
          <Checkbox
            label={`Select “${name}”`}
            checked={isSelected}
            onCheckedChange={(isOn, isRange) => onToggle(id, isOn, isRange)}
          />
          {onMove && <MoveHandle name={name} handle={handle} onMove={(move) => onMove(id, move)} />}
        </span>
      </td>
      <th scope="row" className={`order-0 min-w-0 flex-1 text-left font-normal ${LINED} md:py-2.5 md:pr-4`}>
        <span className="flex items-start gap-3">
          <Picture notification={notification} />
          <span className="min-w-0 flex-1">
            <button
              type="button"
              onClick={() => onEdit(notification)}
              title={isEven ? notification.message : undefined}
              className={classNames(
                'pressable-text max-w-full text-left font-medium text-[15px] leading-snug hover:underline',
                isEven
                  ? 'line-clamp-2 min-h-[calc(2lh+0.5rem)] md:block md:min-h-0 md:truncate'
                  : 'line-clamp-3 wrap-anywhere md:line-clamp-2',
              )}
            >
              {notification.title && <strong className="font-semibold">{notification.title} · </strong>}
              {notification.message}
            </button>
            <Facts notification={notification} delta={delta} now={now} timezone={timezone} isEven={isEven} />
          </span>
        </span>
      </th>
      <td className={`${CELL} md:text-right md:tabular-nums`}>
        <CardLabel>Displays</CardLabel>
        {count(displayCount)}
      </td>
      <td className={`${CELL} md:text-right md:tabular-nums`}>
        <CardLabel>Clicks</CardLabel>
        {count(clickCount)}
      </td>
      <td className={`${CELL} max-sm:hidden md:text-right md:tabular-nums md:max-lg:hidden`}>
        <CardLabel>Click rate</CardLabel>
        {describeRate(rateOf(notification)).value}
      </td>
      <td className={`${CELL} max-md:ml-auto md:pl-6`}>
        <span className="flex items-center gap-2 md:min-w-29">
          <Switch
            checked={status === 'active'}
            onCheckedChange={(isActive) => actions.setActive(notification, isActive)}
            label={`Show “${name}”`}
          />
          <span className={classNames('text-meta', state === 'live' && !isPaused && 'font-medium text-success')}>
            {stateLabel(state, isPaused)}
          </span>
        </span>
      </td>
      <td className={`order-1 self-start ${LINED} md:py-3 md:align-middle`}>
        <RowMenu
          notification={notification}
          onEdit={() => onEdit(notification)}
          onDuplicate={() => actions.duplicate(notification)}
          onDelete={() => onDelete(notification)}
          onMove={onMove && ((move) => onMove(id, move))}
          isFirst={index === 0}
          isLast={index === rowCount - 1}
        />
      </td>
    </tr>
  );
});

/** The column's name inside a card, which has no header. */
export const CardLabel = ({ children }: { children: ReactNode }) => (
  <span aria-hidden="true" className="mr-1.5 font-normal text-meta text-muted md:hidden">
    {children}
  </span>
);

/** The notification's picture, or its type's icon. */
function Picture({ notification: { type, image } }: { notification: Notification }) {
  const [isBroken, setIsBroken] = useState(false);
  const { label, icon: Icon } = NOTIFICATION_TYPE_LOOKS[type];
  return (
    <span
      title={label}
      className="mt-px grid size-9 shrink-0 max-lg:hidden place-items-center overflow-hidden rounded-control bg-ink/5 text-muted"
    >
      {/* A path is one on the visitors' site, not here. */}
      {image && !isBroken && /^https?:/.test(image) ? (
        <img
          src={image}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setIsBroken(true)}
          className="size-full object-cover"
        />
      ) : (
        <Icon aria-hidden="true" size={17} strokeWidth={1.75} />
      )}
    </span>
  );
}

type FactsProps = Pick<RowProps, 'notification' | 'delta' | 'now' | 'timezone' | 'isEven'>;

/** Below the message: what the notification is, has of its own, and where it came from. */
function Facts({ notification, delta, now, timezone, isEven }: FactsProps) {
  const facts = [
    notification.name,
    scheduleNote(notification, now, timezone),
    NOTIFICATION_TYPE_LOOKS[notification.type].label,
    ...ownFacts(notification),
    // When it happened, by which visitors get them.
    `${originOf(notification)}, ${agoOf(notification.timestamp, now)}`,
  ];
  return (
    <p className={classNames('mt-0.5 text-meta text-muted', isEven ? 'truncate' : 'wrap-anywhere')}>
      {delta > 0 && (
        <>
          <Delta count={delta} since="since you opened this page" /> ·{' '}
        </>
      )}
      {facts.filter(Boolean).join(' · ')}
    </p>
  );
}

const KEYS: Record<string, Move> = { ArrowUp: 'up', ArrowDown: 'down', Home: 'top', End: 'bottom' };

type MoveHandleProps = { name: string; handle: DragProps['handle']; onMove: (move: Move) => void };

/** Moves the row by dragging, or with the arrow keys. */
function MoveHandle({ name, handle, onMove }: MoveHandleProps) {
  const move = (event: KeyboardEvent) => {
    const to = KEYS[event.key];
    if (!to || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onMove(to);
  };
  return (
    <button
      type="button"
      aria-label={`Move “${name}”`}
      aria-describedby={HANDLE_HINT}
      {...handle}
      onKeyDown={move}
      className="grid size-6 cursor-grab touch-none place-items-center rounded-control text-muted hover:text-ink active:cursor-grabbing"
    >
      <GripVertical aria-hidden="true" size={16} />
    </button>
  );
}
