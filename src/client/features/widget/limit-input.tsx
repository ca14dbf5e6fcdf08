// A limit that may be absent, which is stored as 0.
import { useState } from 'react';
import { NO_LIMIT } from '#client/settings/words.ts';
import { Choice } from '#client/ui/choice.tsx';
import { type ControlProps, NumberInput } from '#client/ui/number-input.tsx';

/** What an owner gets who asks for a limit and hasn't said which. */
const FIRST_LIMIT = 3;

type LimitInputProps = ControlProps & { value: number; onChange: (value: number) => void; max: number };

export function LimitInput({ value, onChange, id, max, disabled, ...named }: LimitInputProps) {
  const [last, setLast] = useState(value || FIRST_LIMIT);
  return (
    <div className="flex flex-wrap items-start gap-2 @md:justify-end">
      <Choice
        {...named}
        disabled={disabled}
        id={value === 0 ? id : undefined}
        value={value === 0 ? 'none' : 'some'}
        options={[
          { value: 'none', label: NO_LIMIT },
          { value: 'some', label: 'Limit' },
        ]}
        onChange={(kind) => {
          if (value > 0) setLast(value);
          onChange(kind === 'none' ? 0 : last);
        }}
      />
      {value > 0 && (
        <NumberInput
          {...named}
          id={id}
          value={value}
          onChange={onChange}
          min={1}
          max={max}
          isWhole
          disabled={disabled}
        />
      )}
    </div>
  );
}
