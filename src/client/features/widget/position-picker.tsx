// Where notifications appear, chosen on a picture of a screen: radio buttons that stand where the notification will.
import { RadioGroup } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { CHOICE_WORDS } from '#client/settings/words.ts';
import type { ControlProps } from '#client/ui/number-input.tsx';

/** At the top and at the bottom, as many each. */
const PLACES = CHOICE_WORDS['behavior.position'];
const PHONE_PLACES = CHOICE_WORDS['behavior.mobilePosition'];

type PickerProps<Place> = ControlProps & { value: Place; onChange: (value: Place) => void };

/** The steps of the arrow keys, to the side and down. */
const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const ROWS: Record<string, string> = { top: 'items-start', bottom: 'items-end' };
const COLUMNS: Record<string, string> = { left: 'justify-start', center: 'justify-center', right: 'justify-end' };

/** @param place such as `top-left`, or `top` on a phone. */
function lookOf(place: string): string {
  const [row = '', column = 'center'] = place.split('-');
  return `${ROWS[row]} ${COLUMNS[column]}`;
}

type PictureProps<Place extends string> = PickerProps<Place> & {
  /** What each place is called. */
  words: Record<Place, string>;
  /** The class names of its width, and of the screen. */
  width?: string;
  screen: string;
  children: ReactNode;
};

function Picture<Place extends string>(props: PictureProps<Place>) {
  const { words, width = '', screen, value, onChange, children, disabled = false, ...control } = props;
  const places = Object.keys(words) as Place[];
  const columns = places.length / 2;
  const items = useRef<(HTMLButtonElement | null)[]>([]);
  /** In two directions, as the places lie; a list of radio buttons knows only one. */
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const [right, down] = STEPS[event.key] ?? [];
    if (right === undefined || down === undefined) return;
    event.preventDefault();
    const column = (at % columns) + right;
    const next = at + right + down * columns;
    const place = places[next];
    if (column < 0 || column >= columns || place === undefined) return;
    onChange(place);
    items.current[next]?.focus();
  };
  return (
    <div className={`grid gap-1.5 ${width}`}>
      <RadioGroup.Root
        {...control}
        value={value}
        onValueChange={(next) => onChange(next as Place)}
        disabled={disabled}
        className={`relative grid overflow-hidden border border-field bg-raised p-1.5 ${screen} ${disabled ? 'opacity-50' : ''}`}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {children}
        {places.map((place, at) => (
          <RadioGroup.Item
            key={place}
            value={place}
            aria-label={words[place]}
            ref={(item) => {
              items.current[at] = item;
            }}
            onKeyDown={(event) => onKeyDown(event, at)}
            className={`group relative flex min-h-8 rounded-control p-1 focus-visible:-outline-offset-2 disabled:cursor-not-allowed ${lookOf(place)}`}
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

/** The six places on a wide screen. */
export function PositionPicker(props: PickerProps<keyof typeof PLACES>) {
  return (
    <Picture {...props} words={PLACES} screen="h-40 rounded-panel pt-6">
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
export function PhonePositionPicker(props: PickerProps<keyof typeof PHONE_PLACES>) {
  return (
    <Picture {...props} words={PHONE_PLACES} width="w-22" screen="h-40 rounded-[10px]">
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
