// A number on a scale: a slider to try values by eye, and a box to type one.
import { Slider } from 'radix-ui';
import { FieldError } from './field.tsx';
import { NumberBox, type NumberInputProps, useNumberBox } from './number-input.tsx';
import { measureNumber, measureText, numberText } from './number-text.ts';

type SliderInputProps = NumberInputProps & {
  /** Where the slider ends, if most owners want values far below `max`; larger ones are typed. */
  sliderMax?: number | undefined;
};

export function SliderInput({ sliderMax, ...props }: SliderInputProps) {
  const { box, issue, issueId } = useNumberBox(props);
  const { value, min, max, step = 1, unit = '', disabled = false } = props;
  const end = sliderMax ?? max;
  return (
    <div className="grid w-full min-w-0 gap-1.5">
      <div className="flex items-center gap-3">
        <Slider.Root
          value={[Math.min(end, Math.max(min, value))]}
          onValueChange={([next]) => next !== undefined && props.onChange(next)}
          min={min}
          max={end}
          step={step}
          disabled={disabled}
          className="group relative flex h-6 min-w-0 flex-1 touch-none select-none items-center data-disabled:opacity-50"
        >
          <Slider.Track className="relative h-1 w-full rounded-full bg-line">
            <Slider.Range className="absolute h-full rounded-full bg-accent" />
          </Slider.Track>
          <Slider.Thumb
            aria-label={props['aria-label']}
            aria-labelledby={props['aria-labelledby']}
            aria-describedby={props['aria-describedby']}
            aria-valuetext={`${numberText(value)}${unit && ` ${unit}`}`}
            className="block size-4 rounded-full border border-accent bg-raised shadow-[0_1px_2px_rgb(0_0_0/0.2)] transition-shadow duration-100 hover:ring-4 hover:ring-accent/15 active:ring-4 active:ring-accent/25 group-data-disabled:border-field group-data-disabled:ring-0"
          />
        </Slider.Root>
        <NumberBox {...box} />
      </div>
      {issue && <FieldError id={issueId}>{issue}</FieldError>}
    </div>
  );
}

type MeasureInputProps = Omit<SliderInputProps, 'value' | 'onChange' | 'unit'> & {
  /** For example `14px`. */
  value: string;
  onChange: (value: string) => void;
  unit: string;
};

/** SliderInput for a number that is stored as text with its unit. */
export function MeasureInput({ value, onChange, unit, ...rest }: MeasureInputProps) {
  return (
    <SliderInput
      {...rest}
      unit={unit}
      value={measureNumber(value)}
      onChange={(next) => onChange(measureText(next, unit))}
    />
  );
}
