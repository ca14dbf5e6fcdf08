// Which of a source's events show, and for how long.
import { useFormContext, useWatch } from 'react-hook-form';
import { TextField } from '#client/form/fields.tsx';
import { clockName } from '#client/format/dates.ts';
import { NAME_MAX } from '#shared/limits.ts';
import { SOURCE_KIND_FACTS, type SourceKind } from '#shared/source-kinds.ts';
import { DurationField, NumberField, SwitchField, TagsField, TimeField } from './source-fields.tsx';
import type { SourceFormValues } from './source-form.ts';

/** What may be typed as a product's name. */
const PRODUCTS = {
  validate: (typed: string) => (typed.length <= NAME_MAX ? typed : null),
  invalidText: `At most ${NAME_MAX} characters.`,
  separators: 'commas',
} as const;

export function RuleFields({ timezone, kind }: { timezone: string; kind: SourceKind }) {
  const form = useFormContext<SourceFormValues>();
  const isQuiet = useWatch<SourceFormValues, 'isQuiet'>({ name: 'isQuiet' });
  return (
    <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
      <DurationField
        name="minAge"
        label="Wait before it shows"
        hint="Gives you time to catch mistakes and cancellations."
      />
      <DurationField name="maxAge" label="Stop showing after" />
      <NumberField name="cap" label="Show at most" hint="The newest ones." unit="notifications" />
      <TextField
        form={form}
        name="minAmount"
        label="Smallest amount"
        isOptional
        hint="In the order's own currency."
        inputMode="decimal"
        autoComplete="off"
        placeholder="e.g. 20"
        className="max-w-32"
      />
      <TagsField name="include" label="Only these products" placeholder="All products" {...PRODUCTS} />
      <TagsField name="exclude" label="Never these products" placeholder="e.g. Gift card" {...PRODUCTS} />
      {'hasStaff' in SOURCE_KIND_FACTS[kind] && (
        <div className="md:col-span-2">
          <SwitchField name="isOnlineOnly" label="Only online orders" />
          <p className="mt-1 text-meta text-muted">Leaves out orders your staff entered, at a till or by hand.</p>
        </div>
      )}
      <div className="md:col-span-2">
        <SwitchField name="isQuiet" label="Quiet hours" />
        {isQuiet && (
          <>
            <div className="mt-3 flex flex-wrap gap-4">
              <TimeField name="from" label="From" />
              <TimeField name="to" label="To" />
            </div>
            <p className="mt-1.5 text-meta text-muted">
              No notifications from this source during these hours, {clockName(timezone)}.
            </p>
          </>
        )}
      </div>
    </div>
  );
}
