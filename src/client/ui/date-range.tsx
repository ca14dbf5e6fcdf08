// Picks the first and last day of a range, in a small form that opens from the last part of a Segments row. Uses the
// browser's own date fields, which fit the user's calendar and keyboard. Nothing is saved, so it is no server form: the
// read-only screens that show it load neither zod nor react-hook-form.
import { CalendarDays } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { DAY } from '#shared/time.ts';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { PopoverCard } from './popover-card.tsx';
import { segmentLook } from './segments.tsx';

type DateRangeProps = {
  label: string;
  isCurrent: boolean;
  /** Initial values. */
  from: string;
  to: string;
  /** The last day that can be chosen. */
  max: string;
  /** The maximum number of days. */
  daysMax: number;
  onApply: (days: { from: string; to: string }) => void;
};

export function DateRange({ label, isCurrent, onApply, ...form }: DateRangeProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <PopoverCard
      label="First and last day"
      align="end"
      className="w-72 p-4"
      root={{ open: isOpen, onOpenChange: setIsOpen }}
      trigger={
        <button type="button" className={segmentLook(isCurrent)} aria-current={isCurrent ? 'true' : undefined}>
          <CalendarDays aria-hidden="true" size={15} className="max-sm:hidden" />
          {label}
        </button>
      }
    >
      <DaysForm
        {...form}
        onApply={(days) => {
          onApply(days);
          setIsOpen(false);
        }}
      />
    </PopoverCard>
  );
}

const ENDS = [
  { name: 'from', label: 'First day' },
  { name: 'to', label: 'Last day' },
] as const;

type DaysFormProps = Omit<DateRangeProps, 'label' | 'isCurrent'>;

function DaysForm({ from, to, max, daysMax, onApply }: DaysFormProps) {
  const [days, setDays] = useState({ from, to });
  const [isAsked, setIsAsked] = useState(false);
  const failures = dateRangeIssues(days, max, daysMax);
  const shown = isAsked ? failures : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsAsked(true);
    if (!failures.from && !failures.to) onApply(days);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {ENDS.map(({ name, label }) => (
        <Field key={name} label={label} error={shown[name]}>
          {(control) => (
            <Input
              {...control}
              type="date"
              max={max}
              value={days[name]}
              onChange={(event) => setDays({ ...days, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <Button type="submit">Show these days</Button>
    </form>
  );
}

/**
 * Validates a typed range of days.
 * @param days the values of the browser's date fields: `YYYY-MM-DD`, or '' if empty or incomplete.
 * @param max the last day that can be chosen
 * @returns a message for each invalid field.
 */
export function dateRangeIssues(
  days: { from: string; to: string },
  max: string,
  daysMax: number,
): { from?: string; to?: string } {
  const failures: { from?: string; to?: string } = {};
  if (days.from === '') failures.from = 'Choose the first day';
  else if (days.from > max) failures.from = 'This day is in the future';
  if (days.to === '') failures.to = 'Choose the last day';
  else if (days.to > max) failures.to = 'This day is in the future';
  if (failures.from || failures.to) return failures;
  if (days.from > days.to) return { to: 'Ends before it starts' };
  if ((Date.parse(days.to) - Date.parse(days.from)) / DAY >= daysMax) return { to: `At most ${daysMax} days` };
  return {};
}
