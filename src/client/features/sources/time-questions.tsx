// How a column's dates are read where they don't say it: which of day and month comes first, and in which time zone. Asked with
// the values that there are; what one of them proves is said, and asked no more.
import { Select } from '#client/ui/select.tsx';
import type { Mapping } from '#shared/contract/mapping.ts';
import { type DateOrder, momentOf, orderEvidence, zoneInName } from '#shared/facts/moments.ts';
import { withDateOrder, withTimeZone } from './mapping-draft.ts';

type TimeQuestionsProps = {
  draft: Mapping;
  /** Of the places of the time, as the sample has them. */
  values: readonly string[];
  /** What the places are called. */
  names: readonly string[];
  /** In which times may be: the first unless another is chosen. */
  zones: readonly [string, ...string[]];
  onChange: (draft: Mapping) => void;
};

export function TimeQuestions({ draft, values, names, zones, onChange }: TimeQuestionsProps) {
  const evidence = orderEvidence(values);
  const { open } = evidence;
  const { dateOrder } = draft;
  const proof = dateOrder && evidence[dateOrder];
  const isZoned = names.some((name) => zoneInName(name) !== undefined);
  // A time says its zone when it is the same in every other.
  const isOpenZone =
    !isZoned &&
    values.some((value) => {
      const [here, there] = ['Z', '+01:00'].map((zone) => momentOf(value, zone, dateOrder));
      return here !== undefined && here !== there;
    });
  return (
    <>
      {open !== undefined && (
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <span aria-hidden="true" className="text-muted text-table">
            {proof ? `By ${proof}, the ${dateOrder} comes first:` : `In ${open}, which comes first?`}
          </span>
          <Select
            aria-label={`Which comes first in ${open}`}
            value={dateOrder ?? ''}
            onValueChange={(value) => onChange(withDateOrder(draft, value as DateOrder))}
            options={[
              { value: 'day', label: 'The day' },
              { value: 'month', label: 'The month' },
            ]}
            className="max-w-40"
          />
        </div>
      )}
      {isOpenZone && (
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <span aria-hidden="true" className="text-muted text-table">
            These times are in
          </span>
          <Select
            aria-label="Time zone of these times"
            value={draft.timeZone ?? zones[0]}
            onValueChange={(value) => onChange(withTimeZone(draft, value === zones[0] ? undefined : value))}
            options={[...new Set([...zones, ...(draft.timeZone ? [draft.timeZone] : [])])].map((value) => ({
              value,
              label: value.replaceAll('_', ' '),
            }))}
            className="max-w-64"
          />
        </div>
      )}
    </>
  );
}
