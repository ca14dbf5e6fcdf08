// An on/off switch that takes effect at once. The button is 24 px high to be easy to hit, its track 20. A plain button:
// a long list has one in each row.

type SwitchProps = {
  checked: boolean;
  onCheckedChange: (isChecked: boolean) => void;
  /** Its name for screen readers; the caller adds any visible label. */
  label: string;
  disabled?: boolean | undefined;
  /** The change is being saved: presses do nothing. */
  isBusy?: boolean | undefined;
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
};

export function Switch({ checked, onCheckedChange, label, disabled = false, isBusy = false, ...rest }: SwitchProps) {
  return (
    <button
      {...rest}
      type="button"
      role="switch"
      aria-checked={checked}
      disabled={disabled}
      aria-label={label}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={() => {
        if (!isBusy) onCheckedChange(!checked);
      }}
      className="group inline-flex h-6 w-9 shrink-0 items-center rounded-full disabled:cursor-not-allowed disabled:opacity-50 aria-busy:cursor-progress"
    >
      <span className="flex h-5 w-full items-center rounded-full bg-field p-0.5 transition-colors duration-150 group-aria-checked:bg-accent group-aria-busy:opacity-60">
        <span className="block size-4 rounded-full bg-raised transition-transform duration-150 group-aria-checked:translate-x-4 group-aria-checked:bg-accent-ink" />
      </span>
    </button>
  );
}
