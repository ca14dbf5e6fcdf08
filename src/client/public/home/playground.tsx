// The playground: plain controls around a shop page. start/playground.ts reads them and draws the notification, with the
// widget's own view, before React is there and after it; nothing here ever renders again.
import { type ReactNode, useEffect, useRef } from 'react';
import { THEMES } from '#client/appearance/theme-list.ts';
import { NOTIFICATION_TYPE_LOOKS } from '#client/ui/notification-type.tsx';
import { POSITIONS } from '#shared/embed/payload.ts';
import { contrastText, startPlayground } from '../start/playground.ts';
import { colorsOf, FIRST_CHOICES, PLAYGROUND_COLORS, PLAYGROUND_TYPES, themeNamed } from '../start/playground-look.ts';
import { Section } from './section.tsx';
import { ShopFront } from './shop-front.tsx';

const FIRST_COLORS = colorsOf(themeNamed(FIRST_CHOICES.theme));
const COLOR_LABELS = { primaryColor: 'Accent', backgroundColor: 'Background', textColor: 'Text' };
/** The longest sentence that stays a notification. */
const MESSAGE_MAX = 120;

export function Playground() {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (root.current) startPlayground(root.current);
  }, []);
  return (
    <Section id="try" title="Make it look like yours" lead="Drawn by the real widget, as you choose.">
      <div
        ref={root}
        id="playground"
        suppressHydrationWarning
        className="group grid items-start gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-12"
      >
        <Stage />
        <div className="grid gap-6">
          <Choice label="Theme">
            <div className="grid grid-cols-4 gap-2">
              {THEMES.map(({ name, appearance: { brandColors, layout } }) => (
                <Option key={name} choice="theme" value={name} first={FIRST_CHOICES.theme} className="text-meta">
                  <svg viewBox="0 0 64 40" width="64" height="40" aria-hidden="true" className={TILE}>
                    <rect
                      x="8"
                      y="10"
                      width="48"
                      height="20"
                      rx={layout.borderRadius / 3}
                      fill={brandColors.backgroundColor}
                      stroke={brandColors.borderColor}
                    />
                    <circle cx="17" cy="20" r="4.5" fill={brandColors.primaryColor} />
                    <path d="M26 17.5h22M26 22.5h14" stroke={brandColors.textColor} strokeWidth="2" />
                  </svg>
                  <span className="mt-1 block truncate text-muted peer-checked:font-semibold peer-checked:text-ink">
                    {name}
                  </span>
                </Option>
              ))}
            </div>
          </Choice>
          <Choice label="Colors">
            <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
              {PLAYGROUND_COLORS.map((color) => (
                <label key={color} className="flex cursor-pointer items-center gap-2 text-table">
                  <input
                    type="color"
                    data-choice={color}
                    defaultValue={FIRST_COLORS[color]}
                    className="size-9 cursor-pointer rounded-control border border-field bg-raised p-1"
                  />
                  {COLOR_LABELS[color]}
                </label>
              ))}
            </div>
            <p className="mt-2 text-meta text-muted">
              <span data-contrast="" suppressHydrationWarning>
                {contrastText(FIRST_COLORS)}
              </span>
            </p>
          </Choice>
          <Choice label="Kind">
            <div className="flex flex-wrap gap-1.5">
              {PLAYGROUND_TYPES.map((type) => (
                <Option key={type} choice="type" value={type} first={FIRST_CHOICES.type}>
                  <span className={`${CHIP} px-3`}>{NOTIFICATION_TYPE_LOOKS[type].label}</span>
                </Option>
              ))}
            </div>
          </Choice>
          <Choice label="Place">
            <div className="grid max-w-80 grid-cols-2 gap-1.5 md:grid-cols-3">
              {POSITIONS.map((position) => (
                <Place key={position} position={position} />
              ))}
            </div>
          </Choice>
          <label className="block">
            <span className="font-semibold text-table">Your own sentence</span>
            <input
              type="text"
              data-choice="message"
              maxLength={MESSAGE_MAX}
              autoComplete="off"
              placeholder="e.g. Sam booked a table for two"
              className="mt-2 h-10 w-full rounded-control border border-field bg-raised px-3 text-base md:text-body"
            />
          </label>
        </div>
      </div>
    </Section>
  );
}

const FOCUS = 'peer-focus-visible:outline-2 peer-focus-visible:outline-accent peer-focus-visible:outline-offset-2';
const TILE = `h-auto w-full rounded-control bg-ink/8 peer-checked:ring-2 peer-checked:ring-accent ${FOCUS}`;
const CHIP = `flex h-8 items-center justify-center rounded-control border border-line bg-raised text-table hover:border-field peer-checked:border-accent peer-checked:bg-accent-tint peer-checked:font-semibold ${FOCUS}`;

const Choice = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset className="min-w-0">
    <legend className="mb-2 font-semibold text-table">{label}</legend>
    {children}
  </fieldset>
);

type OptionProps = { choice: string; value: string; first: string; className?: string; children: ReactNode };

const Option = ({ choice, value, first, className = '', children }: OptionProps) => (
  <label className={`cursor-pointer ${className}`}>
    <input
      type="radio"
      name={`playground-${choice}`}
      data-choice={choice}
      value={value}
      defaultChecked={value === first}
      className="peer sr-only"
    />
    {children}
  </label>
);

/** On a phone a notification is as wide as the screen: the left ones then stand for all of the top and the bottom. */
function Place({ position }: { position: (typeof POSITIONS)[number] }) {
  const [edge, side] = position.split('-');
  return (
    <Option
      choice="position"
      value={position}
      first={FIRST_CHOICES.position}
      className={side === 'left' ? '' : 'hidden md:block'}
    >
      <span className={CHIP}>
        {edge === 'top' ? 'Top' : 'Bottom'}
        <span className="hidden md:inline">&nbsp;{side}</span>
      </span>
    </Option>
  );
}

const Stage = () => (
  <figure className="min-w-0 lg:sticky lg:top-20">
    <div
      role="img"
      aria-label="A page of a made-up shop, with the notification as your visitors would see it"
      className="relative h-[440px] overflow-hidden rounded-panel border border-line shadow-float [contain:paint] md:h-[480px]"
    >
      <ShopFront />
      {/* Of a text, even an empty one, React looks at nothing else as it hydrates: the notification is drawn already. */}
      <div data-stage="" inert suppressHydrationWarning>
        {''}
      </div>
      <p className="absolute inset-x-5 bottom-5 hidden rounded-control bg-raised px-4 py-3 text-muted group-data-[state=too-old]:block">
        This browser is too old to show the notification.
      </p>
    </div>
    <figcaption className="mt-3 text-meta text-muted">
      A made-up shop. Nothing you choose here leaves your browser.
    </figcaption>
  </figure>
);
