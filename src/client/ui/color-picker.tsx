// Picks a color by eye: saturation and brightness on an area, hue on a scale, known colors as swatches, and from
// anywhere on the screen where the browser can.
import { Pipette } from 'lucide-react';
import { Slider } from 'radix-ui';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { type Hsv, hexOfHsv, hsvOf, readHex } from '#shared/color-text.ts';
import { Button } from './button.tsx';

/** https://developer.mozilla.org/docs/Web/API/EyeDropper */
type EyeDropper = new () => { open(): Promise<{ sRGBHex: string }> };

export type ColorPickerProps = {
  /** `#rgb` or `#rrggbb`. */
  value: string;
  onChange: (value: string) => void;
  /** Colors to choose from, `#rrggbb`. */
  swatches?: readonly string[] | undefined;
};

const percent = (share: number): number => Math.round(share * 100);
const clamp = (share: number): number => Math.min(1, Math.max(0, share));

export function ColorPicker({ value, onChange, swatches = [] }: ColorPickerProps) {
  const [chosen, setChosen] = useState(() => hsvOf(value));
  // Grays have no hue, and black no saturation: what was chosen is kept as long as it is the color shown.
  const hsv = hexOfHsv(chosen) === readHex(value) ? chosen : hsvOf(value);
  const choose = (changes: Partial<Hsv>) => {
    const next = { ...hsv, ...changes };
    setChosen(next);
    const hex = hexOfHsv(next);
    if (hex !== readHex(value)) onChange(hex);
  };
  return (
    <div className="grid gap-3">
      <Area hsv={hsv} onChange={choose} />
      <Slider.Root
        min={0}
        max={359}
        value={[Math.round(hsv.hue) % 360]}
        onValueChange={([hue = 0]) => choose({ hue })}
        className="relative flex h-6 touch-none select-none items-center"
      >
        <Slider.Track
          className="h-3 w-full rounded-full"
          style={{ background: 'linear-gradient(to right, #f00, #ff0, #0f0, #0ff, #00f, #f0f, #f00)' }}
        />
        <Slider.Thumb
          aria-label="Hue"
          aria-valuetext={`${Math.round(hsv.hue)}°`}
          className="block size-5 rounded-full border-2 border-white shadow-[0_0_0_1px_rgb(0_0_0/0.35)]"
          style={{ background: `hsl(${hsv.hue} 100% 50%)` }}
        />
      </Slider.Root>
      {swatches.length > 0 && (
        <ul aria-label="Your colors" className="flex flex-wrap gap-1.5">
          {swatches.map((swatch) => (
            <li key={swatch}>
              <button
                type="button"
                aria-label={`Use ${swatch}`}
                title={swatch}
                onClick={() => onChange(swatch)}
                className="block size-6 rounded-control border border-ink/25"
                style={{ background: swatch }}
              />
            </li>
          ))}
        </ul>
      )}
      {'EyeDropper' in window && (
        <Button
          variant="secondary"
          size="sm"
          icon={<Pipette aria-hidden="true" size={14} />}
          onClick={() => void pickFromScreen(onChange)}
        >
          Pick from the screen
        </Button>
      )}
    </div>
  );
}

async function pickFromScreen(onChange: (value: string) => void): Promise<void> {
  try {
    const { EyeDropper } = window as unknown as { EyeDropper: EyeDropper };
    const hex = readHex((await new EyeDropper().open()).sRGBHex);
    if (hex) onChange(hex);
  } catch {
    // Escape was pressed: the color stays.
  }
}

/** A slider in two dimensions: saturation to the right, brightness upward. */
function Area({ hsv, onChange }: { hsv: Hsv; onChange: (changes: Partial<Hsv>) => void }) {
  const { hue, saturation, brightness } = hsv;

  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onChange({
      saturation: clamp((event.clientX - box.left) / box.width),
      brightness: clamp(1 - (event.clientY - box.top) / box.height),
    });
  };
  const step = (event: KeyboardEvent) => {
    const by = event.shiftKey ? 0.1 : 0.01;
    const changes: Record<string, Partial<Hsv>> = {
      ArrowLeft: { saturation: clamp(saturation - by) },
      ArrowRight: { saturation: clamp(saturation + by) },
      ArrowUp: { brightness: clamp(brightness + by) },
      ArrowDown: { brightness: clamp(brightness - by) },
      PageUp: { brightness: clamp(brightness + 0.1) },
      PageDown: { brightness: clamp(brightness - 0.1) },
      Home: { saturation: 0 },
      End: { saturation: 1 },
    };
    const change = changes[event.key];
    if (!change) return;
    event.preventDefault();
    onChange(change);
  };

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Saturation and brightness"
      aria-roledescription="two-way slider"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent(saturation)}
      aria-valuetext={`Saturation ${percent(saturation)}%, brightness ${percent(brightness)}%`}
      onKeyDown={step}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        follow(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
      }}
      className="relative h-36 cursor-crosshair touch-none select-none rounded-control"
      style={{
        background: `linear-gradient(to top, #000, transparent), linear-gradient(to right, #fff, hsl(${hue} 100% 50%))`,
      }}
    >
      <span
        aria-hidden="true"
        className="pointer-events-none absolute size-5 -translate-1/2 rounded-full border-2 border-white shadow-[0_0_0_1px_rgb(0_0_0/0.35)]"
        style={{
          left: `${saturation * 100}%`,
          top: `${(1 - brightness) * 100}%`,
          background: hexOfHsv(hsv),
        }}
      />
    </div>
  );
}
