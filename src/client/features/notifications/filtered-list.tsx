// The list with what stands around it: filters and order in the address, what to do with the selected rows, and what was
// deleted.
import { useCallback, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useSwitchWidget } from '#client/data/widgets.ts';
import { afterPaint } from '#client/hooks/after-paint.ts';
import { useAddressSearch } from '#client/hooks/use-address-search.ts';
import { useNow } from '#client/hooks/use-now.ts';
import { screens } from '#client/screens.ts';
import { useWidgetSettings } from '#client/settings/use-widget-settings.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button, SmallButton } from '#client/ui/button.tsx';
import { toast, toastFailed } from '#client/ui/toast.tsx';
import { focusHeading } from '#client/ui/use-return-focus.ts';
import type { BulkAction, Notification } from '#shared/contract/notification.ts';
import type { Site } from '#shared/contract/site.ts';
import type { Widget } from '#shared/contract/widget.ts';
import { EMBED_NOTIFICATIONS_MAX } from '#shared/embed/protocol.ts';
import { TOASTS } from '#shared/messages.ts';
import { MINUTE } from '#shared/time.ts';
import { ListBar, ListTabs } from './list-toolbar.tsx';
import {
  isFiltered,
  type ListView,
  readView,
  type SortBy,
  selectNotifications,
  sentOf,
  writeView,
} from './list-view.ts';
import { NotificationList } from './notification-list.tsx';
import { useRowActions } from './row-actions.ts';
import { useSelection } from './use-selection.ts';

type FilteredListProps = {
  site: Site;
  widget: Widget;
  list: readonly Notification[];
  onEdit: (notification: Notification) => void;
  /** The same function at each render. */
  onCopied: (copy: Notification) => void;
};

export function FilteredList({ site, widget, list, onEdit, onCopied }: FilteredListProps) {
  const { order } = widget.settings.behavior.queue;
  const isOwnOrder = order === 'custom';
  const { view, search, setSearch, change, reset } = useView(isOwnOrder ? 'order' : 'newest');
  const now = useNow(MINUTE / 2);
  const sent = useMemo(() => sentOf(list, order, now), [list, order, now]);
  const shown = useMemo(() => selectNotifications(list, view, now, sent), [list, view, now, sent]);
  const ids = useMemo(() => shown.map(({ id }) => id), [shown]);
  const { selected, isSelected, toggle, select, reselect } = useSelection(ids);
  const actions = useRowActions(widget.id, onCopied);
  const act = (action: BulkAction) => {
    // What was refused can be tried again, unless other rows have been selected meanwhile.
    afterPaint(() => void actions.change(action, selected).then((isDone) => isDone || reselect(selected)));
    select([]);
    // The buttons are gone.
    focusHeading();
  };
  const isPaused = !widget.isActive;
  const isOrder = view.sort === 'order';
  return (
    <div className="space-y-3">
      {isPaused && (
        <div className="pb-2">
          <Paused site={site} widget={widget} />
        </div>
      )}
      <ListTabs
        list={list}
        view={view}
        now={now}
        sent={sent}
        isPaused={isPaused}
        search={search}
        onSearch={setSearch}
        onChange={change}
      />
      <ListBar
        list={list}
        view={view}
        shown={shown.length}
        selected={selected.length}
        onSelectAll={(isOn) => select(isOn ? ids : [])}
        onAct={act}
        onChange={change}
      />
      {sent && (
        <p className="text-muted text-table">
          Pages get the first {EMBED_NOTIFICATIONS_MAX}, {QUEUE_ORDERS[order] ?? 'in your own order'}. The others wait.
        </p>
      )}
      {isOrder && !isOwnOrder && <UseOwnOrder site={site} widget={widget} />}
      {isOrder && isOwnOrder && isFiltered(view) && shown.length > 1 && (
        <p className="text-muted">Clear search and filters to change the order.</p>
      )}
      {shown.length > 0 ? (
        <NotificationList
          notifications={shown}
          now={now}
          timezone={site.timezone}
          sort={view.sort}
          onSort={(sort) => change({ sort: view.sort === sort ? undefined : sort })}
          isSelected={isSelected}
          onToggle={toggle}
          onEdit={onEdit}
          actions={actions}
          isPaused={isPaused}
          sent={sent}
          canMove={isOrder && isOwnOrder && !isFiltered(view) && shown.length > 1}
        />
      ) : (
        <div className="py-14 text-center">
          <p className="mb-4 text-muted">
            {view.search.trim() === '' ? 'Nothing matches these filters.' : `Nothing matches “${view.search.trim()}”.`}
          </p>
          <Button variant="secondary" onClick={reset}>
            Show all
          </Button>
        </div>
      )}
    </div>
  );
}

/** Why visitors get none of them. */
function Paused({ site, widget }: { site: Site; widget: Widget }) {
  const { mutateAsync } = useSwitchWidget(site.id);
  // A promise: this is gone before the answer comes.
  const turnOn = () => mutateAsync({ id: widget.id, isActive: true }).catch(toastFailed(TOASTS.widgetUpdateFailed));
  return (
    <Alert tone="info" title="The widget is paused" action={<SmallButton onClick={turnOn}>Turn on</SmallButton>}>
      Visitors see none of these notifications.
    </Alert>
  );
}

/** Why rows can't be moved, and how they can. */
function UseOwnOrder({ site, widget }: { site: Site; widget: Widget }) {
  const { settings } = useWidgetSettings(site.id);
  const [isBusy, setIsBusy] = useState(false);
  const use = async () => {
    if (!settings) return;
    setIsBusy(true);
    try {
      await settings.saveWhole({ 'behavior.queue.order': 'custom' });
      toast(TOASTS.queueOrderChanged);
    } catch (error) {
      toastFailed(TOASTS.queueOrderFailed)(error);
    }
    setIsBusy(false);
  };
  const { order } = widget.settings.behavior.queue;
  return (
    <Alert
      tone="info"
      action={
        <SmallButton isBusy={isBusy} onClick={use}>
          Use my own order
        </SmallButton>
      }
    >
      Visitors don't see this order yet: they get {QUEUE_ORDERS[order] ?? 'another one'}, as chosen in{' '}
      <Link to={screens.siteBehavior.href(site.slug)} className="font-medium underline">
        Behavior &amp; Timing
      </Link>
      .
    </Alert>
  );
}

const QUEUE_ORDERS: Partial<Record<Widget['settings']['behavior']['queue']['order'], string>> = {
  newest: 'the newest first',
  oldest: 'the oldest first',
  random: 'a random order',
};

/** @returns what the address says, and how to change it. */
function useView(defaultSort: SortBy) {
  const [query, setQuery] = useSearchParams();
  const inAddress = useMemo(() => readView(query, defaultSort), [query, defaultSort]);
  const write = useCallback(
    (text: string) =>
      setQuery((before) => writeView(before, { search: text }, defaultSort), {
        replace: true,
        preventScrollReset: true,
      }),
    [setQuery, defaultSort],
  );
  const { search, setSearch, settle } = useAddressSearch(inAddress.search, write);
  const view = useMemo(() => ({ ...inAddress, search }), [inAddress, search]);
  /** @param changes an undefined order is the usual one. */
  const change = (changes: Partial<Omit<ListView, 'sort'>> & { sort?: SortBy | undefined }) => {
    const { sort = 'sort' in changes ? defaultSort : inAddress.sort, ...filters } = { search, ...changes };
    settle(filters.search);
    setQuery((before) => writeView(before, { ...filters, sort }, defaultSort), { preventScrollReset: true });
  };
  const reset = () => change({ search: '', state: 'all', type: 'all', source: 'all' });
  return { view, search, setSearch, change, reset };
}
