// Picks the first and last day of a range, in a small form that opens from the last part of a Segments row. Uses the
// browser's own date fields, which fit the user's calendar and keyboard.
import { CalendarDays } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type FormEvent, useState } from 'react';
import { Button } from './button.tsx';
import { dateRangeIssues } from './date-range-issues.ts';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
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
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger className={segmentLook(isCurrent)} aria-current={isCurrent ? 'true' : undefined}>
        <CalendarDays aria-hidden="true" size={15} className="max-sm:hidden" />
        {label}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          aria-label="First and last day"
          className="z-60 w-72 animate-rise-in rounded-panel border border-line bg-raised p-4 shadow-float outline-none"
        >
          <DaysForm
            {...form}
            onApply={(days) => {
              onApply(days);
              setIsOpen(false);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

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
      <Field label="First day" error={shown.from}>
        {(control) => (
          <Input
            {...control}
            type="date"
            max={max}
            value={days.from}
            onChange={(event) => setDays({ ...days, from: event.target.value })}
          />
        )}
      </Field>
      <Field label="Last day" error={shown.to}>
        {(control) => (
          <Input
            {...control}
            type="date"
            max={max}
            value={days.to}
            onChange={(event) => setDays({ ...days, to: event.target.value })}
          />
        )}
      </Field>
      <Button type="submit">Show these days</Button>
    </form>
  );
}
