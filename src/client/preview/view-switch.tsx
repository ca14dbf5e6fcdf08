// Two ways to look at the preview, as a pair of icon buttons.
import type { LucideIcon } from 'lucide-react';
import { classNames } from '#client/ui/class-names.ts';
import { tooltip } from '#client/ui/tooltip.tsx';

type ViewSwitchProps<Value extends string> = {
  /** Its name for screen readers. */
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; icon: LucideIcon }[];
  onChange: (value: Value) => void;
};

export function ViewSwitch<Value extends string>({ label, value, options, onChange }: ViewSwitchProps<Value>) {
  return (
    <fieldset className="flex rounded-control border border-line bg-raised p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          {...tooltip(option.label)}
          aria-label={option.label}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={classNames(
            'grid h-7 w-8 place-items-center rounded-[2px] transition-colors duration-100',
            option.value === value ? 'bg-accent-tint text-ink' : 'text-muted hover:text-ink',
          )}
        >
          <option.icon aria-hidden="true" size={15} strokeWidth={1.75} />
        </button>
      ))}
    </fieldset>
  );
}
