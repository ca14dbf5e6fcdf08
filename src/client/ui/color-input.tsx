// A color: a swatch that opens the picker, and a box for its hexadecimal digits. What isn't a color stays visible with
// a message until it is corrected; Escape takes it back.
import { type ReactNode, useId, useState } from 'react';
import { readHex } from '#shared/color-text.ts';
import { classNames } from './class-names.ts';
import { ColorPicker, type ColorPickerProps } from './color-picker.tsx';
import { FieldError } from './field.tsx';
import { INPUT_LOOK } from './input.tsx';
import type { ControlProps } from './number-input.tsx';
import { PopoverCard } from './popover-card.tsx';
import { useTakeBack } from './use-take-back.ts';

type ColorInputProps = Omit<ControlProps, 'aria-label'> &
  ColorPickerProps & {
    /** What the color is called, such as 'Link color'. */
    label: string;
    /** Shown below the picker, which covers what stands around it. */
    note?: ReactNode;
  };

export function ColorInput({ value, onChange, swatches, label, note, disabled = false, ...control }: ColorInputProps) {
  const issueId = useId();
  const [draft, setDraft] = useState<{ text: string; value: string; isLeft: boolean } | null>(null);
  // Whatever else changes the value (the picker, undo, a reset) replaces what was typed, for good.
  const typed = draft?.value === value && !disabled ? draft : null;
  if (draft && !typed) setDraft(null);
  const isSettled = typed === null || readHex(typed.text) === readHex(value);
  const canBecomeColor = /^#?[0-9a-f]{0,6}$/i.test(typed?.text.trim() ?? '');
  const hasIssue = typed !== null && readHex(typed.text) === null && (typed.isLeft || !canBecomeColor);

  const type = (text: string) => {
    const hex = readHex(text);
    // Three digits may be the first half of six: they count once the box is left.
    const isComplete = hex !== null && text.replace(/[#\s]/g, '').length === 6;
    setDraft({ text, value: isComplete ? hex : value, isLeft: false });
    if (isComplete && hex !== value) onChange(hex);
  };
  const leave = () => {
    if (!typed) return;
    const hex = readHex(typed.text);
    if (hex === null) return setDraft({ ...typed, isLeft: true });
    setDraft(null);
    if (hex !== readHex(value)) onChange(hex);
  };

  const ref = useTakeBack(!isSettled, () => setDraft(null));

  return (
    <div className="grid w-full gap-1.5">
      <div className="flex gap-2">
        <PopoverCard
          label={label}
          align="start"
          className="w-64 p-3"
          trigger={
            <button
              type="button"
              disabled={disabled}
              aria-label={`Pick the ${label.toLowerCase()}`}
              className="size-9 shrink-0 rounded-control border border-field bg-raised p-1 transition-colors duration-100 enabled:hover:border-ink disabled:cursor-not-allowed disabled:opacity-60"
            >
              <span className="block size-full rounded-[1px] ring-1 ring-ink/15" style={{ background: value }} />
            </button>
          }
        >
          <ColorPicker value={value} onChange={onChange} swatches={swatches} />
          {note && <div className="mt-3 border-line border-t pt-3 empty:hidden">{note}</div>}
        </PopoverCard>
        <input
          {...control}
          ref={ref}
          type="text"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          disabled={disabled}
          value={typed?.text ?? value}
          data-settled={isSettled ? '' : undefined}
          aria-describedby={classNames(control['aria-describedby'], hasIssue && issueId) || undefined}
          aria-invalid={hasIssue || control['aria-invalid']}
          onChange={({ target }) => type(target.value)}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key === 'Enter') leave();
          }}
          className={classNames(INPUT_LOOK, 'h-9 min-w-0 font-mono')}
        />
      </div>
      {hasIssue && <FieldError id={issueId}>Enter a color such as #3498db</FieldError>}
    </div>
  );
}
