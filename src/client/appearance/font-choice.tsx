// The face of the text, each shown in itself. The widget downloads no font, so all are faces that devices bring along.
import { RadioGroup } from 'radix-ui';
import type { ControlProps } from '#client/ui/number-input.tsx';
import { RadioRoot } from '#client/ui/radio-root.tsx';

type Font = { value: string; name: string; note: string };

/** Stacks of faces after https://modernfontstacks.com. The widget adds the system's own face to the end of each. */
const FONTS: readonly Font[] = [
  { value: 'Roboto', name: 'Roboto', note: 'on Android' },
  { value: 'system-ui', name: 'System', note: 'by device' },
  { value: 'Helvetica Neue, Helvetica, Arial', name: 'Helvetica', note: 'or Arial' },
  { value: 'Avenir, Montserrat, Corbel, URW Gothic', name: 'Avenir', note: 'or Corbel' },
  { value: 'Seravek, Gill Sans Nova, Ubuntu, Calibri', name: 'Seravek', note: 'or Calibri' },
  { value: 'Verdana, DejaVu Sans', name: 'Verdana', note: 'or DejaVu Sans' },
  { value: 'ui-rounded, Hiragino Maru Gothic ProN, Quicksand, Nunito', name: 'Rounded', note: 'on Apple' },
  { value: 'Georgia, Times New Roman, serif', name: 'Georgia', note: 'or Times' },
  { value: 'Iowan Old Style, Palatino Linotype, Palatino, serif', name: 'Palatino', note: 'or Iowan' },
  { value: 'ui-monospace, SF Mono, Menlo, Consolas, monospace', name: 'Monospace', note: 'Menlo, Consolas' },
];

/** @returns what a font is called in the list. */
export const fontName = (value: string): string =>
  FONTS.find((font) => font.value === value)?.name ?? value.split(',')[0] ?? value;

/** @returns the CSS for a font, where a device may have none of its faces. */
export const fontStack = (value: string): string => `${value}, system-ui, sans-serif`;

type FontChoiceProps = ControlProps & { value: string; onChange: (value: string) => void };

export function FontChoice({ value, onChange, disabled = false, ...control }: FontChoiceProps) {
  const isKnown = FONTS.some((font) => font.value === value);
  const fonts = isKnown ? FONTS : [...FONTS, { value, name: fontName(value), note: 'your own' }];
  return (
    <RadioRoot
      {...control}
      value={value}
      onValueChange={onChange}
      disabled={disabled}
      className="grid grid-cols-2 gap-2 @sm:grid-cols-3 @xl:grid-cols-5"
    >
      {fonts.map((font) => (
        <RadioGroup.Item
          key={font.value}
          value={font.value}
          className="min-w-0 rounded-control border border-line bg-raised px-3 py-2 text-left transition-colors duration-100 enabled:hover:border-field disabled:cursor-not-allowed disabled:opacity-75 data-[state=checked]:border-accent data-[state=checked]:bg-accent-tint data-[state=checked]:ring-1 data-[state=checked]:ring-accent data-[state=checked]:ring-inset"
        >
          <span
            className="block truncate text-[1.0625rem] text-ink leading-6"
            style={{ fontFamily: fontStack(font.value) }}
          >
            {font.name}
          </span>
          <span className="block truncate text-meta text-muted">{font.note}</span>
        </RadioGroup.Item>
      ))}
    </RadioRoot>
  );
}
