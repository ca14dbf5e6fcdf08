// A checkbox, such as one that selects a row. The browser's own, in our color, in a target of 24 px.
import { type ChangeEvent, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

type CheckboxProps = {
  checked: boolean;
  /** Some of what it stands for is checked. */
  isMixed?: boolean | undefined;
  /** @param isRange whether Shift was held. */
  onCheckedChange: (isChecked: boolean, isRange: boolean) => void;
  label: string;
  /** Whether everybody reads the label, rather than screen readers alone. */
  isLabelShown?: boolean;
  disabled?: boolean;
};

export function Checkbox(props: CheckboxProps) {
  const { checked, isMixed = false, onCheckedChange, label, isLabelShown = false, disabled = false } = props;
  const input = useRef<HTMLInputElement>(null);
  // Each time: a press ends it in the browser, also one that changes nothing in the end.
  useEffect(() => {
    if (input.current) input.current.indeterminate = isMixed;
  });
  const change = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) =>
    onCheckedChange(target.checked, (nativeEvent as Partial<MouseEvent>).shiftKey === true);
  return (
    <label
      className={classNames(
        'select-none place-items-center',
        disabled ? 'cursor-not-allowed' : 'cursor-pointer',
        isLabelShown ? 'inline-grid min-h-6 grid-flow-col gap-2 font-medium text-table' : 'inline-grid size-6',
      )}
    >
      <input
        ref={input}
        type="checkbox"
        aria-label={isLabelShown ? undefined : label}
        checked={checked}
        disabled={disabled}
        onChange={change}
        className="size-4 cursor-[inherit] accent-accent"
      />
      {isLabelShown && label}
    </label>
  );
}
