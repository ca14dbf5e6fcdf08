// Chooses what a report's counts are narrowed to: one kind of thing, and which of them. The choices are what was counted
// in the report's range, most displays first. Each choice goes into the address.
import { type ReactNode, useState } from 'react';
import { useSiteStats } from '#client/data/stats.ts';
import { count } from '#client/format/numbers.ts';
import { Choice } from '#client/ui/choice.tsx';
import { Field } from '#client/ui/field.tsx';
import { NOTIFICATION_TYPE_LOOKS } from '#client/ui/notification-type.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { SiteStats } from '#shared/contract/stats.ts';
import { NOTIFICATION_TYPES } from '#shared/embed/payload.ts';
import { REPORT_VALUES_MAX } from '#shared/limits.ts';
import { FILTER_KINDS, type FilterKind, type Narrowing, type View } from './report-address.ts';
import { DEVICE_NAMES, KIND_NAMES, nameless } from './report-words.ts';
import { StatsError } from './stats-error.tsx';

type Option = { value: string; label: string; displays: number | undefined };

type ReportFilterProps = { siteId: string; view: View; onChange: (narrowing: Narrowing) => void };
/** What is chosen beside it, such as the range. */
type Beside = { children: ReactNode };

const ALL = 'all';

export function ReportFilter({ siteId, view, onChange, children }: ReportFilterProps & Beside) {
  const { narrowing } = view;
  return (
    <div className="space-y-4 print:hidden">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
        {children}
        <Field label="Count">
          {(control) => (
            <Choice
              {...control}
              value={narrowing?.by ?? ALL}
              options={[
                { value: ALL, label: 'Everything' },
                ...FILTER_KINDS.map((kind) => ({ value: kind, label: KIND_NAMES[kind] })),
              ]}
              onChange={(kind) => onChange(kind === ALL ? null : { by: kind as FilterKind, only: [] })}
            />
          )}
        </Field>
      </div>
      {narrowing && <Values siteId={siteId} view={view} narrowing={narrowing} onChange={onChange} />}
    </div>
  );
}

function Values({
  siteId,
  view,
  narrowing: { by, only: inAddress },
  onChange,
}: ReportFilterProps & { narrowing: NonNullable<Narrowing> }) {
  const query = useSiteStats(siteId, view.chosen);
  const { data, isError } = query;
  // The address follows a moment after the press; the box must not wait for it.
  const [pressed, setPressed] = useState<{ by: FilterKind; only: string[]; from: string[] } | null>(null);
  const only = pressed && pressed.from.join() === inAddress.join() && pressed.by === by ? pressed.only : inAddress;
  if (!data && by !== 'type') {
    return isError ? <StatsError query={query} what="the choices" /> : <Skeleton className="h-28 w-full" />;
  }
  const options = optionsOf(by, data, only);
  const isFull = only.length >= REPORT_VALUES_MAX;
  const toggle = (value: string, isChosen: boolean) => {
    const next = isChosen ? [...only, value] : only.filter((each) => each !== value);
    setPressed({ by, only: next, from: inAddress });
    onChange({ by, only: next });
  };
  if (options.length === 0) {
    return <p className="text-muted text-table">Nothing was counted in this range that you could choose from.</p>;
  }
  return (
    <fieldset className="rounded-panel border border-line bg-raised">
      <legend className="sr-only">{KIND_NAMES[by]}</legend>
      <ul className="grid max-h-64 overflow-y-auto p-2 sm:grid-cols-2">
        {options.map(({ value, label, displays }) => (
          <li key={value}>
            <label className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-control px-2 py-1.5 text-table hover:bg-accent-tint has-focus-visible:outline-2 has-focus-visible:outline-accent md:min-h-9">
              <input
                type="checkbox"
                checked={only.includes(value)}
                disabled={isFull && !only.includes(value)}
                onChange={({ target }) => toggle(value, target.checked)}
                className="size-4 shrink-0 accent-accent outline-none"
              />
              <span className="wrap-anywhere line-clamp-2 min-w-0 flex-1">{label}</span>
              {displays !== undefined && (
                <span className="text-meta text-muted tabular-nums">
                  {count(displays)}
                  <span className="sr-only"> displays</span>
                </span>
              )}
            </label>
          </li>
        ))}
      </ul>
      {isFull && (
        <p className="border-line border-t px-4 py-2 text-muted text-table">At most {REPORT_VALUES_MAX} at a time.</p>
      )}
    </fieldset>
  );
}

/** @returns what can be chosen, and first what already is, even if this range has no counts of it. */
function optionsOf(by: FilterKind, stats: SiteStats | undefined, only: readonly string[]): Option[] {
  const counted = countedIn(by, stats);
  const known = new Set(counted.map(({ value }) => value));
  const gone = only.filter((value) => !known.has(value));
  return [
    ...gone.map((value) => ({ value, label: by === 'notification' ? nameless(value) : value, displays: 0 })),
    ...counted,
  ];
}

function countedIn(by: FilterKind, stats: SiteStats | undefined): Option[] {
  switch (by) {
    case 'type':
      return NOTIFICATION_TYPES.map((type) => ({
        value: type,
        label: NOTIFICATION_TYPE_LOOKS[type].label,
        displays: stats?.notifications
          .filter((notification) => notification.type === type)
          .reduce((sum, { displays }) => sum + displays, 0),
      }));
    case 'notification':
      return (stats?.notifications ?? []).map(({ notificationId, name, displays }) => ({
        value: notificationId,
        label: name ?? nameless(notificationId),
        displays,
      }));
    case 'device':
      return Object.entries(DEVICE_NAMES).map(([device, label]) => ({
        value: device,
        label,
        displays: stats?.devices.find((row) => row.device === device)?.displays ?? 0,
      }));
    case 'page':
      return (stats?.pages ?? [])
        .filter(({ page }) => page !== 'other')
        .map(({ page, displays }) => ({ value: page, label: page, displays }));
  }
}
