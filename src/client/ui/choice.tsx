// A few choices in a row, one of them chosen: radio buttons. For choices that are links use Segments, for many Select.
import { RadioGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import type { ControlProps } from './number-input.tsx';
import { RadioRoot } from './radio-root.tsx';

type ChoiceOption<Value extends string> = {
  value: Value;
  label: string;
  /** Shown instead of the label, which then is its name for screen readers. */
  picture?: ReactNode;
};

type ChoiceProps<Value extends string> = ControlProps & {
  value: Value;
  onChange: (value: Value) => void;
  options: readonly ChoiceOption<Value>[];
};

export function Choice<Value extends string>({
  value,
  onChange,
  options,
  disabled = false,
  ...control
}: ChoiceProps<Value>) {
  return (
    <RadioRoot
      {...control}
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      disabled={disabled}
      orientation="horizontal"
      className="inline-flex max-w-full flex-wrap gap-0.5 rounded-[5px] border border-line bg-paper p-0.5"
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          aria-label={option.picture ? option.label : undefined}
          title={option.picture ? option.label : undefined}
          className="inline-flex min-h-8 items-center justify-center gap-1.5 whitespace-nowrap rounded-control border border-transparent px-2.5 font-medium text-muted text-table transition-colors duration-100 enabled:hover:text-ink disabled:cursor-not-allowed disabled:opacity-75 data-[state=checked]:border-field data-[state=checked]:bg-raised data-[state=checked]:text-ink data-[state=checked]:opacity-100"
        >
          {option.picture ?? option.label}
        </RadioGroup.Item>
      ))}
    </RadioRoot>
  );
}
