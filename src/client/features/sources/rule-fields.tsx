// Which of a source's events show, and for how long.
import type { ReactNode } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { clockName } from '#client/format/dates.ts';
import { Field } from '#client/ui/field.tsx';
import { Input } from '#client/ui/input.tsx';
import { Select } from '#client/ui/select.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { TagInput } from '#client/ui/tag-input.tsx';
import { NAME_MAX } from '#shared/limits.ts';
import { type Duration, type SourceFormValues, UNITS, type Unit } from './source-form.ts';

export function RuleFields({ timezone }: { timezone: string }) {
  const { register, control, formState } = useFormContext<SourceFormValues>();
  const { errors } = formState;
  const isQuiet = useWatch({ control, name: 'isQuiet' });
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
      <DurationField
        name="minAge"
        label="Wait before it shows"
        hint="Time in which a mistake or a cancellation goes unseen."
      />
      <DurationField name="maxAge" label="Stop showing after" hint="Counted from when it happened." />
      <Field label="Show at most" hint="Of all that pass, the newest." error={errors.cap?.message}>
        {(a) => (
          <span className="flex items-center gap-2.5">
            <Input {...a} {...register('cap')} inputMode="numeric" autoComplete="off" className="max-w-24 text-right" />
            <span className="text-muted text-table">notifications</span>
          </span>
        )}
      </Field>
      <Field
        label="Smallest amount"
        isOptional
        hint="In the order's own currency. Smaller ones don't show."
        error={errors.minAmount?.message}
      >
        {(a) => (
          <Input
            {...a}
            {...register('minAmount')}
            inputMode="decimal"
            autoComplete="off"
            placeholder="e.g. 20"
            className="max-w-32"
          />
        )}
      </Field>
      <ProductsField
        name="include"
        label="Only these products"
        hint="Part of the name is enough. Empty is all products."
      />
      <ProductsField name="exclude" label="Never these products" hint="Such as gift cards, or anything delicate." />
      <div className="md:col-span-2">
        <SwitchField name="isQuiet" label="Quiet hours" />
        <p className="mt-1 text-meta text-muted">
          Nothing of this source shows between them, in {clockName(timezone)}.
        </p>
        {isQuiet && (
          <div className="mt-3 flex flex-wrap gap-4">
            <Time label="From" error={errors.from?.message}>
              {(a) => <Input {...a} {...register('from')} type="time" />}
            </Time>
            <Time label="To" error={errors.to?.message}>
              {(a) => <Input {...a} {...register('to')} type="time" />}
            </Time>
          </div>
        )}
      </div>
    </div>
  );
}

type TimeProps = { label: string; error: string | undefined; children: Parameters<typeof Field>[0]['children'] };

const Time = ({ label, error, children }: TimeProps) => (
  <Field label={label} error={error} className="w-36">
    {children}
  </Field>
);

const UNIT_OPTIONS = (Object.keys(UNITS) as Unit[]).toReversed().map((value) => ({ value, label: value }));

type DurationFieldProps = { name: 'minAge' | 'maxAge'; label: string; hint: ReactNode };

/** A number and its unit. Seconds are offered where they are in use. */
function DurationField({ name, label, hint }: DurationFieldProps) {
  const { control } = useFormContext<SourceFormValues>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref }, fieldState }) => {
        const change = (part: Partial<Duration>) => onChange({ ...value, ...part });
        const units = UNIT_OPTIONS.filter((unit) => unit.value !== 'seconds' || value.unit === 'seconds');
        return (
          <Field label={label} hint={hint} error={fieldState.error?.message}>
            {(a) => (
              <span className="flex gap-2">
                <Input
                  {...a}
                  ref={ref}
                  value={value.amount}
                  onChange={({ target }) => change({ amount: target.value })}
                  onBlur={onBlur}
                  inputMode="decimal"
                  autoComplete="off"
                  className="max-w-24 text-right"
                />
                <span className="w-32">
                  <Select
                    aria-label={`Unit of “${label}”`}
                    value={value.unit}
                    onValueChange={(unit) => change({ unit: unit as Unit })}
                    options={units}
                  />
                </span>
              </span>
            )}
          </Field>
        );
      }}
    />
  );
}

type ProductsFieldProps = { name: 'include' | 'exclude'; label: string; hint: string };

const validProduct = (typed: string) => (typed.length <= NAME_MAX ? typed : null);

function ProductsField({ name, label, hint }: ProductsFieldProps) {
  const { control } = useFormContext<SourceFormValues>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={label} isOptional hint={hint} error={fieldState.error?.message}>
          {(a) => (
            <TagInput
              {...a}
              value={field.value}
              onChange={field.onChange}
              validate={validProduct}
              invalidText={`At most ${NAME_MAX} characters.`}
              separators="commas"
              placeholder="e.g. Oak Desk"
            />
          )}
        </Field>
      )}
    />
  );
}

type SwitchFieldProps = { name: 'isQuiet' | 'amount'; label: string };

/** A switch with its label beside it. */
export function SwitchField({ name, label }: SwitchFieldProps) {
  const { control } = useFormContext<SourceFormValues>();
  return (
    <div className="flex items-center gap-3">
      <Controller
        control={control}
        name={name}
        render={({ field }) => <Switch checked={field.value} onCheckedChange={field.onChange} label={label} />}
      />
      <p aria-hidden="true" className="font-semibold text-table">
        {label}
      </p>
    </div>
  );
}
