// A checkbox without its label, such as one that selects a row. The browser's own, in our color, in a target of 24 px.
import { type ChangeEvent, useEffect, useRef } from 'react';

type CheckboxProps = {
  checked: boolean;
  /** Some of what it stands for is checked. */
  isMixed?: boolean | undefined;
  /** @param isRange whether Shift was held. */
  onCheckedChange: (isChecked: boolean, isRange: boolean) => void;
  /** Its name for screen readers. */
  label: string;
};

export function Checkbox({ checked, isMixed = false, onCheckedChange, label }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = isMixed;
  }, [isMixed]);
  const change = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) =>
    onCheckedChange(target.checked, (nativeEvent as Partial<MouseEvent>).shiftKey === true);
  return (
    <label className="inline-grid size-6 cursor-pointer select-none place-items-center">
      <input
        ref={input}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={change}
        className="size-4 cursor-pointer accent-accent"
      />
    </label>
  );
}
