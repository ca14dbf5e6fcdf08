// The table of notifications: cards on narrow screens. Of a long list only the rows near the screen are rendered.
import { ArrowDown } from 'lucide-react';
import { type ComponentType, Fragment, type ReactNode, useMemo, useRef, useState } from 'react';
import { count } from '#client/format/numbers.ts';
import { classNames } from '#client/ui/class-names.ts';
import { lazyPart } from '#client/ui/load-later.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import { nameOf, totalsOf } from './describe.ts';
import { isIn, type Sent, type SortBy } from './list-view.ts';
import { CardLabel, HANDLE_HINT, NotificationRow, type RowProps } from './notification-row.tsx';
import { useDelete, useMoves } from './use-row-changes.ts';
import { useRows } from './use-rows.ts';

/** Loads what makes rows sortable. */
export const loadSortable = () => import('./sortable-rows.tsx');
/** Until then rows can only be read: menus that were opened in them would close as others take their place. */
const SortableRows = lazyPart(
  async () => (await loadSortable()).SortableRows,
  ({ render }) => render(InertRow),
  Instead,
);
const InertRow = (props: RowProps) => <NotificationRow {...props} isInert />;

type NotificationListProps = Pick<RowProps, 'now' | 'timezone' | 'isPaused' | 'onToggle' | 'onEdit' | 'actions'> & {
  notifications: readonly Notification[];
  sort: SortBy;
  onSort: (sort: SortBy) => void;
  isSelected: (id: string) => boolean;
  /** Whether rows can be moved. */
  canMove: boolean;
  sent: Sent;
};

export function NotificationList(props: NotificationListProps) {
  const { notifications, sort, onSort, isSelected, canMove, sent, ...shared } = props;
  const { actions } = shared;
  const ids = useMemo(() => notifications.map(({ id }) => id), [notifications]);
  const body = useRef<HTMLTableSectionElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const { rows, rest, isEven, show } = useRows(ids, body, [dragged, focused]);
  const deltaOf = useCountDelta(notifications);
  const onDelete = useDelete(notifications, actions);
  const { moveTo, onMove, said } = useMoves(notifications, ids, actions, show);

  const propsOf = (index: number, notification: Notification): RowProps => ({
    ...shared,
    notification,
    index,
    count: ids.length,
    delta: deltaOf(notification),
    isSelected: isSelected(notification.id),
    isSent: isIn(sent, notification),
    isEven,
    onDelete,
    onMove: canMove ? onMove : undefined,
  });
  const render = (Row: ComponentType<RowProps>) => (
    <>
      {rows.map(({ index, gap }) => {
        const notification = notifications[index];
        return (
          notification && (
            <Fragment key={notification.id}>
              <Spacer height={gap} />
              <Row {...propsOf(index, notification)} />
            </Fragment>
          )
        );
      })}
      <Spacer height={rest} />
    </>
  );
  const totals = totalsOf(notifications);
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {canMove && (
        <p id={HANDLE_HINT} className="sr-only">
          Drag, or press the up and down arrow keys. Home and End move it to the top or bottom.
        </p>
      )}
      <table
        aria-label="Notifications"
        aria-rowcount={ids.length + 2}
        className="block w-full text-table md:table md:table-fixed"
      >
        <thead className="sr-only text-meta text-muted md:not-sr-only md:table-header-group">
          <tr aria-rowindex={1}>
            <th scope="col" className={classNames('h-9', canMove ? 'md:w-14' : 'md:w-9')}>
              <span className="sr-only">Select</span>
            </th>
            <th scope="col" className="h-9 text-left font-medium">
              Message
            </th>
            <SortHeader by="displays" sort={sort} onSort={onSort}>
              Displays
            </SortHeader>
            <SortHeader by="clicks" sort={sort} onSort={onSort}>
              Clicks
            </SortHeader>
            <SortHeader by="rate" sort={sort} onSort={onSort}>
              Click rate
            </SortHeader>
            <th scope="col" className="h-9 px-2 pl-6 text-left font-medium md:w-35 lg:w-39">
              Status
            </th>
            <th scope="col" className="h-9 md:w-8">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody
          ref={body}
          className="grid grid-cols-1 gap-3 md:table-row-group"
          onFocus={({ target }) => setFocused(target.closest('tr')?.dataset.id ?? null)}
        >
          {canMove ? (
            <SortableRows
              ids={ids}
              nameOf={(id) => nameOf(notifications[ids.indexOf(id)] ?? { name: '', message: '' })}
              onPick={setDragged}
              onDrop={moveTo}
              render={render}
            />
          ) : (
            render(NotificationRow)
          )}
        </tbody>
        <tfoot className="mt-3 block md:table-footer-group">
          <tr
            aria-rowindex={ids.length + 2}
            className="flex items-center gap-x-5 border-ink border-t-2 pt-3 font-semibold md:table-row md:border-0"
          >
            <td className="max-md:hidden md:border-ink md:border-t-2" />
            <th scope="row" className="flex-1 text-left font-semibold md:h-11 md:border-ink md:border-t-2">
              Total
            </th>
            <Total label="Displays" value={totals.displays} />
            <Total label="Clicks" value={totals.clicks} />
            <td className="max-lg:hidden md:border-ink md:border-t-2" />
            <td colSpan={2} className="max-md:hidden md:border-ink md:border-t-2" />
          </tr>
        </tfoot>
      </table>
    </>
  );
}

const Total = ({ label, value }: { label: string; value: number }) => (
  <td className="md:border-ink md:border-t-2 md:px-2 md:text-right md:tabular-nums">
    <CardLabel>{label}</CardLabel>
    {count(value)}
  </td>
);

/** In place of the rows. */
function Instead({ children }: { children: ReactNode }) {
  return (
    <tr className="grid md:table-row">
      <td colSpan={7} className="md:py-3">
        {children}
      </td>
    </tr>
  );
}

/** Where rows are not rendered. */
const Spacer = ({ height }: { height: number }) =>
  height > 0 && (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can have the focus
    <tr aria-hidden="true" className="block md:table-row">
      <td className="block p-0 md:table-cell" style={{ height }} />
    </tr>
  );

type SortHeaderProps = { by: SortBy; sort: SortBy; onSort: (sort: SortBy) => void; children: string };

function SortHeader({ by, sort, onSort, children }: SortHeaderProps) {
  const isSorted = sort === by;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? 'descending' : undefined}
      className={classNames(
        'h-9 whitespace-nowrap px-2 text-right md:w-21 lg:w-25',
        by === 'rate' && 'md:max-lg:hidden',
      )}
    >
      <button
        type="button"
        onClick={() => onSort(by)}
        className={classNames(
          'group inline-flex h-7 items-center gap-1 rounded-control font-medium text-meta hover:text-ink max-md:invisible',
          isSorted ? 'text-ink' : 'text-muted',
        )}
      >
        <ArrowDown
          aria-hidden="true"
          size={12}
          className={classNames(
            'shrink-0',
            !isSorted && 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100',
          )}
        />
        {children}
      </button>
    </th>
  );
}

/**
 * @returns a function that returns how much a notification's displays have grown since the list was opened, 0 or more.
 */
function useCountDelta(notifications: readonly Notification[]): (notification: Notification) => number {
  const [first, setFirst] = useState<ReadonlyMap<string, number>>(new Map());
  const unseen = notifications.filter((notification) => !first.has(notification.id));
  if (unseen.length > 0) {
    setFirst(
      new Map([...first, ...unseen.map((notification) => [notification.id, notification.displayCount] as const)]),
    );
  }
  return ({ id, displayCount }) => Math.max(0, displayCount - (first.get(id) ?? displayCount));
}

/** The list's skeleton, in the same sizes so that nothing jumps. */
export function NotificationsSkeleton() {
  return (
    <div role="status" aria-label="Loading notifications">
      <div className="flex h-10 items-center gap-6 border-line border-b">
        <Skeleton className="h-4 w-10" />
        <Skeleton className="h-4 w-14" />
        <Skeleton className="h-4 w-16" />
      </div>
      <div className="mt-3 grid gap-3 md:mt-22 md:gap-0">
        {['a', 'b', 'c', 'd'].map((row) => (
          <div
            key={row}
            className="rounded-panel border border-line p-4 md:rounded-none md:border-0 md:border-t md:px-0 md:py-3"
          >
            <Skeleton className="h-5 w-2/3 max-w-md" />
            <Skeleton className="mt-1.5 h-4 w-1/3 max-w-56" />
          </div>
        ))}
      </div>
    </div>
  );
}
