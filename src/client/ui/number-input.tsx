// A number that is typed, with its unit in the box. What can't be saved stays visible with a message until it is
// corrected; Escape takes it back.
import { type ChangeEvent, type KeyboardEvent, useId, useState } from 'react';
import { classNames } from './class-names.ts';
import { FieldError } from './field.tsx';
import { INPUT_LOOK } from './input.tsx';
import { type NumberRange, numberText, readNumber } from './number-text.ts';
import { useTakeBack } from './use-take-back.ts';

/** What a control of settings gets from its field. */
export type ControlProps = {
  id?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-labelledby'?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
  disabled?: boolean | undefined;
};

export type NumberInputProps = ControlProps &
  NumberRange & {
    value: number;
    /** Gets every valid number while typing. */
    onChange: (value: number) => void;
    /** How far the arrow keys go. */
    step?: number | undefined;
  };

export function NumberInput(props: NumberInputProps) {
  const { box, issue, issueId } = useNumberBox(props);
  return (
    <div className="grid justify-items-start gap-1.5">
      <NumberBox {...box} />
      {issue && <FieldError id={issueId}>{issue}</FieldError>}
    </div>
  );
}

/** @returns the props of the box, and what is wrong with what stands in it. */
export function useNumberBox({ value, onChange, step = 1, disabled, unit, ...rest }: NumberInputProps) {
  const issueId = useId();
  const [draft, setDraft] = useState<{ text: string; value: number } | null>(null);
  const { min, max, isWhole, 'aria-describedby': describedBy, ...named } = rest;
  const range = { min, max, unit, isWhole };
  // Whatever else changes the value (the slider, undo, a reset) replaces what was typed, for good.
  const isTyped = draft !== null && draft.value === value && !disabled;
  if (draft && !isTyped) setDraft(null);
  const text = isTyped ? draft.text : numberText(value);
  const read = isTyped ? readNumber(text, range) : value;
  const issue = typeof read === 'number' ? undefined : read.issue;

  const ref = useTakeBack(issue !== undefined, () => setDraft(null));

  const box = {
    ...named,
    ref,
    unit,
    disabled,
    value: text,
    'data-settled': issue ? undefined : '',
    // Room for the largest number.
    size: numberText(max).length + 1,
    'aria-describedby': classNames(describedBy, issue && issueId) || undefined,
    'aria-invalid': issue ? (true as const) : named['aria-invalid'],
    onChange({ target }: ChangeEvent<HTMLInputElement>) {
      const next = readNumber(target.value, range);
      const isValid = typeof next === 'number';
      setDraft({ text: target.value, value: isValid ? next : value });
      if (isValid && next !== value) onChange(next);
    },
    onBlur() {
      if (!issue) setDraft(null);
    },
    onKeyDown(event: KeyboardEvent) {
      const by = { ArrowUp: step, ArrowDown: -step }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      setDraft(null);
      onChange(Math.min(max, Math.max(min, value + by)));
    },
  };
  return { box, issue, issueId };
}

type NumberBoxProps = ReturnType<typeof useNumberBox>['box'];

export function NumberBox({ unit, size, ...input }: NumberBoxProps) {
  return (
    <span className="relative inline-block shrink-0">
      <input
        {...input}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        style={{
          width: `max(5.5rem, ${size + (unit?.length ?? 0)}ch + 2.25rem)`,
          paddingRight: unit && `calc(${unit.length}ch + 1.125rem)`,
        }}
        className={classNames(INPUT_LOOK, 'h-9 text-right tabular-nums')}
      />
      {unit && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-muted text-table"
        >
          {unit}
        </span>
      )}
    </span>
  );
}
