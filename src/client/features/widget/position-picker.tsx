// Where notifications appear, chosen on a picture of a screen: radio buttons that stand where the notification will.
import { RadioGroup } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { CHOICE_WORDS } from '#client/settings/words.ts';
import type { ControlProps } from '#client/ui/number-input.tsx';
import { MOBILE_POSITIONS, POSITIONS } from '#shared/embed/payload.ts';

type Place = (typeof POSITIONS)[number];
type PhonePlace = (typeof MOBILE_POSITIONS)[number];

type PickerProps<Value> = ControlProps & { value: Value; onChange: (value: Value) => void };

/** The steps of the arrow keys, to the side and down. */
const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type PictureProps<Value extends string> = PickerProps<Value> & {
  values: readonly Value[];
  words: Record<Value, string>;
  columns: number;
  /** The class names of its width, of the screen, and of the notification drawn in a place. */
  width: string;
  screen: string;
  look: (value: Value) => string;
  children: ReactNode;
};

function Picture<Value extends string>(props: PictureProps<Value>) {
  const {
    values,
    words,
    columns,
    width,
    screen,
    look,
    value,
    onChange,
    children,
    disabled = false,
    ...control
  } = props;
  const items = useRef<(HTMLButtonElement | null)[]>([]);
  /** In two directions, as the places lie; a list of radio buttons knows only one. */
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const [right, down] = STEPS[event.key] ?? [];
    if (right === undefined || down === undefined) return;
    event.preventDefault();
    const rows = values.length / columns;
    const column = (at % columns) + right;
    const row = Math.floor(at / columns) + down;
    if (column < 0 || column >= columns || row < 0 || row >= rows) return;
    const next = values[row * columns + column];
    if (next === undefined) return;
    onChange(next);
    items.current[row * columns + column]?.focus();
  };
  return (
    <div className={`grid gap-1.5 ${width}`}>
      <RadioGroup.Root
        {...control}
        value={value}
        onValueChange={(next) => onChange(next as Value)}
        disabled={disabled}
        className={`relative grid overflow-hidden border border-field bg-raised p-1.5 ${screen} ${disabled ? 'opacity-50' : ''}`}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {children}
        {values.map((each, at) => (
          <RadioGroup.Item
            key={each}
            value={each}
            aria-label={words[each]}
            ref={(item) => {
              items.current[at] = item;
            }}
            onKeyDown={(event) => onKeyDown(event, at)}
            className={`group relative flex min-h-8 rounded-control p-1 focus-visible:-outline-offset-2 disabled:cursor-not-allowed ${look(each)}`}
          >
            <span className="flex h-5 w-full max-w-16 items-center gap-1 rounded-control border border-field border-dashed px-1 transition-colors duration-100 group-enabled:group-hover:border-accent group-enabled:group-hover:border-solid group-data-[state=checked]:border-accent group-data-[state=checked]:border-solid group-data-[state=checked]:bg-accent">
              <span className="hidden size-2.5 shrink-0 rounded-control bg-accent-ink/90 group-data-[state=checked]:block" />
              <span className="hidden h-1 flex-1 rounded-full bg-accent-ink/90 group-data-[state=checked]:block" />
            </span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
      <p aria-hidden="true" className="text-center text-meta text-muted">
        {words[value]}
      </p>
    </div>
  );
}

const ROWS = { top: 'items-start', bottom: 'items-end' };
const COLUMNS = { left: 'justify-start', center: 'justify-center', right: 'justify-end' };

/** The six places on a wide screen. */
export function PositionPicker(props: PickerProps<Place>) {
  return (
    <Picture
      {...props}
      values={POSITIONS}
      words={CHOICE_WORDS['behavior.position']}
      columns={3}
      width=""
      screen="h-40 rounded-panel pt-6"
      look={(place) => {
        const [row, column] = place.split('-') as [keyof typeof ROWS, keyof typeof COLUMNS];
        return `${ROWS[row]} ${COLUMNS[column]}`;
      }}
    >
      <span
        aria-hidden="true"
        className="absolute inset-x-0 top-0 flex h-4.5 items-center gap-1 border-line border-b bg-paper px-2"
      >
        {['a', 'b', 'c'].map((dot) => (
          <span key={dot} className="size-1.5 rounded-full bg-field/60" />
        ))}
      </span>
      <Sketch className="inset-x-[22%] top-[42%]" />
    </Picture>
  );
}

/** Both places on a phone. */
export function PhonePositionPicker(props: PickerProps<PhonePlace>) {
  return (
    <Picture
      {...props}
      values={MOBILE_POSITIONS}
      words={CHOICE_WORDS['behavior.mobilePosition']}
      columns={1}
      width="w-22"
      screen="h-40 rounded-[10px]"
      look={(place) => `${ROWS[place]} justify-center`}
    >
      <Sketch className="inset-x-4 top-[42%]" />
    </Picture>
  );
}

/** The page behind. */
const Sketch = ({ className }: { className: string }) => (
  <span aria-hidden="true" className={`absolute grid gap-1.5 ${className}`}>
    <span className="h-1.5 w-2/3 rounded-full bg-line" />
    <span className="h-1.5 rounded-full bg-line" />
    <span className="h-1.5 w-4/5 rounded-full bg-line" />
  </span>
);
