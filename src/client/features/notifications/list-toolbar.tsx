// Above the list: status tabs, search, filters and order; and what can be done with the selected rows.
import { X } from 'lucide-react';
import { count } from '#client/format/numbers.ts';
import { IconButton, SmallButton } from '#client/ui/button.tsx';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { NOTIFICATION_TYPE_LOOKS } from '#client/ui/notification-type.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import { Select } from '#client/ui/select.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import type { BulkAction, Notification } from '#shared/contract/notification.ts';
import { sourceLabel } from './describe.ts';
import {
  countStates,
  isFiltered,
  type ListView,
  type Sent,
  SORT_LABELS,
  SORTS,
  STATES,
  stateLabel,
  valuesOf,
} from './list-view.ts';

type Change = (changes: Partial<ListView>) => void;

type ListTabsProps = {
  list: readonly Notification[];
  view: ListView;
  now: number;
  sent: Sent;
  /** Whether the widget is. */
  isPaused: boolean;
  search: string;
  onSearch: (search: string) => void;
  onChange: Change;
};

export function ListTabs({ list, view, now, sent, isPaused, search, onSearch, onChange }: ListTabsProps) {
  const counts = countStates(list, now, sent);
  const states = STATES.filter(
    (state) => state === 'live' || state === 'off' || counts[state] > 0 || view.state === state,
  );
  return (
    <>
      <div className="md:hidden">
        <SearchField label="Search notifications" value={search} onChange={onSearch} />
      </div>
      <Tabs
        label="Status"
        value={view.state}
        onValueChange={(value) => onChange({ state: STATES.find((one) => one === value) ?? 'all' })}
        tabs={[
          { value: 'all', label: 'All', count: list.length },
          ...states.map((state) => ({ value: state, label: stateLabel(state, isPaused), count: counts[state] })),
        ]}
        action={
          <div className="-mt-2 hidden w-56 md:block">
            <SearchField label="Search notifications" value={search} onChange={onSearch} />
          </div>
        }
      />
    </>
  );
}

type ListBarProps = {
  list: readonly Notification[];
  view: ListView;
  /** How many rows are shown, and how many of them are selected. */
  shown: number;
  selected: number;
  onSelectAll: (isOn: boolean) => void;
  onAct: (action: BulkAction) => void;
  onChange: Change;
};

const several = (number: number) => `${count(number)} ${number === 1 ? 'notification' : 'notifications'}`;

/** Filters and order, or the actions while rows are selected. It keeps its height, so that no row moves. */
export function ListBar({ list, view, shown, selected, onSelectAll, onAct, onChange }: ListBarProps) {
  const isAll = selected === shown && shown > 0;
  return (
    <div
      className={`flex flex-wrap items-center gap-x-3 gap-y-2 md:min-h-10 ${selected > 0 ? 'sticky top-16 z-20 -mx-2 rounded-control bg-accent-tint px-2 py-1' : 'py-1'}`}
    >
      {shown > 0 && (
        <Checkbox
          label={isFiltered(view) ? `Select all ${count(shown)} that match` : `Select all ${count(shown)}`}
          checked={isAll}
          isMixed={selected > 0 && !isAll}
          onCheckedChange={onSelectAll}
        />
      )}
      <p className="mr-auto whitespace-nowrap text-muted text-table tabular-nums" aria-live="polite">
        {selected > 0 ? (
          <strong className="font-semibold text-ink">{count(selected)} selected</strong>
        ) : isFiltered(view) ? (
          `${count(shown)} of ${several(list.length)}`
        ) : (
          several(shown)
        )}
      </p>
      {selected > 0 ? (
        <BulkActions onAct={onAct} onClear={() => onSelectAll(false)} />
      ) : (
        <Filters list={list} view={view} onChange={onChange} />
      )}
    </div>
  );
}

function BulkActions({ onAct, onClear }: { onAct: (action: BulkAction) => void; onClear: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SmallButton onClick={() => onAct('activate')}>Activate</SmallButton>
      <SmallButton onClick={() => onAct('deactivate')}>Deactivate</SmallButton>
      <SmallButton onClick={() => onAct('delete')}>Delete</SmallButton>
      <IconButton size="sm" label="Clear selection" onClick={onClear}>
        <X aria-hidden="true" size={16} />
      </IconButton>
    </div>
  );
}

/** A filter is offered where there is something to choose. */
function Filters({ list, view, onChange }: { list: readonly Notification[]; view: ListView; onChange: Change }) {
  const types = valuesOf(list, ({ type }) => type);
  const sources = valuesOf(list, ({ source }) => source);
  if (view.type !== 'all' && !types.includes(view.type)) types.push(view.type);
  if (view.source !== 'all' && !sources.includes(view.source)) sources.push(view.source);
  return (
    <div className="grid w-full grid-cols-2 gap-2 md:flex md:w-auto md:flex-wrap">
      {(types.length > 1 || view.type !== 'all') && (
        <div className="md:w-36">
          <Select
            aria-label="Type"
            value={view.type}
            onValueChange={(value) => onChange({ type: types.find((type) => type === value) ?? 'all' })}
            options={[
              { value: 'all', label: 'All types' },
              ...types.map((type) => ({ value: type, label: NOTIFICATION_TYPE_LOOKS[type].label })),
            ]}
          />
        </div>
      )}
      {(sources.length > 1 || view.source !== 'all') && (
        <div className="md:w-40">
          <Select
            aria-label="Source"
            value={view.source}
            onValueChange={(source) => onChange({ source })}
            options={[
              { value: 'all', label: 'All sources' },
              ...sources.map((source) => ({ value: source, label: sourceLabel(source) })),
            ]}
          />
        </div>
      )}
      <div className="last:odd:col-span-2 md:w-44">
        <Select
          aria-label="Sort by"
          value={view.sort}
          onValueChange={(value) => onChange({ sort: SORTS.find((sort) => sort === value) ?? view.sort })}
          options={SORTS.map((sort) => ({ value: sort, label: SORT_LABELS[sort] }))}
        />
      </div>
    </div>
  );
}
