// Charts over time: panels above one time axis, with one pointer through all of them. The drawing stretches with its box,
// on paper as well, and the words around it are HTML. It is read with a mouse, a finger or the arrow keys; the table beside
// each chart has the same numbers.
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';

export type Series = {
  /** One for each point of time; null where nothing is drawn. */
  values: readonly (number | null)[];
  /** Such as 'var(--color-accent)'. */
  color: string;
  isDashed?: boolean;
  /** main: with a tinted area, and marked where the pointer is. faint: behind the others. dotted: marked everywhere. */
  look: 'main' | 'faint' | 'dotted';
};

type Panel = {
  /** Its share of the height: 'flex-7'. */
  className: string;
  /** The values with a line, from 0 upwards; the last is the panel's top (ticksOf). */
  ticks: readonly number[];
  format: (tick: number) => string;
  series: readonly Series[];
  /** A value to compare with. */
  mark?: { value: number; label: string };
};

type ChartProps = {
  label: string;
  panels: readonly Panel[];
  /** The short names of the points of time. */
  names: readonly string[];
  /** The points that can be read, in order. */
  stops: readonly number[];
  textOf: (point: number) => string | undefined;
  cardOf: (point: number) => ReactNode;
};

/** Units of the drawing in both directions, so that places are percents. */
const SIZE = 100;

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

const placeOf = (point: number, count: number) => (count > 1 ? (point / (count - 1)) * SIZE : SIZE / 2);

/** @returns round numbers from 0 to at least `most`, in about `intervals` steps. @param isWhole for counts. */
export function ticksOf(most: number, intervals: number, isWhole: boolean): number[] {
  const least = Math.max(most / intervals, isWhole ? 1 : Number.EPSILON);
  const power = 10 ** Math.floor(Math.log10(least));
  const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map((factor) => factor * power);
  const step = steps.find((one) => one >= least && (!isWhole || Number.isInteger(one))) ?? least;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => Number((at * step).toPrecision(9)));
}

export function Chart({ label, panels, names, stops, textOf, cardOf }: ChartProps) {
  /** Which of the stops the pointer is at. */
  const [stop, setStop] = useState<number | null>(null);
  const last = Math.max(0, stops.length - 1);
  const point = stop === null ? undefined : stops[stop];
  const place = placeOf(point ?? 0, names.length);
  const follow = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const distances = stops.map((one) => Math.abs(placeOf(one, names.length) - ((clientX - left) / width) * SIZE));
    setStop(distances.indexOf(Math.min(...distances)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    const to = key === 'Home' ? 0 : key === 'End' ? last : (stop ?? last) + (STEPS[key] ?? Number.NaN);
    if (key === 'Escape') setStop(null);
    if (Number.isNaN(to)) return;
    event.preventDefault();
    setStop(Math.max(0, Math.min(last, to)));
  };
  return (
    <div className="@container h-full pt-2 pr-2 pl-10">
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={stop ?? last}
        aria-valuetext={textOf(point ?? stops[last] ?? 0)}
        onPointerDown={follow}
        onPointerMove={follow}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setStop(null)}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setStop(last)}
        onBlur={() => setStop(null)}
        onKeyDown={onKeyDown}
        className="relative flex h-full touch-pan-y flex-col gap-7 text-muted text-xs outline-offset-4"
      >
        {panels.map((panel) => (
          <Plot key={panel.className} {...panel} count={names.length} point={point} />
        ))}
        <Names names={names} />
        {point !== undefined && (
          <div
            className="pointer-events-none absolute top-1 z-10 w-52 rounded-control border border-line bg-raised px-3 py-2 text-ink text-table shadow-float"
            // Beside the line, where there is more room.
            style={{
              left: place < SIZE / 2 ? `min(${place}% + 10px, 100% - 13rem)` : `max(${place}% - 13rem - 10px, 0%)`,
            }}
          >
            {cardOf(point)}
          </div>
        )}
      </div>
    </div>
  );
}

type PlotProps = Panel & { count: number; point: number | undefined };

function Plot({ className, ticks, format, series, mark, count, point }: PlotProps) {
  const top = ticks.at(-1) ?? 1;
  const x = (at: number) => placeOf(at, count).toFixed(2);
  const y = (value: number) => (SIZE - (value / top) * SIZE).toFixed(2);
  const draw = ({ values, look }: Series) => {
    const [line, ground, dots] = [[], [], []] as [string[], string[], string[]];
    for (const [at, value] of values.entries()) {
      if (value === null) continue;
      const [isFirst, isLast] = [(values[at - 1] ?? null) === null, (values[at + 1] ?? null) === null];
      line.push(`${isFirst ? 'M' : 'L'}${x(at)} ${y(value)}`);
      ground.push(`${isFirst ? `M${x(at)} ${SIZE}` : ''}L${x(at)} ${y(value)}${isLast ? `V${SIZE}Z` : ''}`);
      // A single point does not make a line.
      if (look === 'dotted' || (look === 'main' && at === point) || (isFirst && isLast))
        dots.push(`M${x(at)} ${y(value)}h0`);
    }
    return { line: line.join(''), ground: look === 'main' ? ground.join('') : '', dots: dots.join('') };
  };
  return (
    <div aria-hidden="true" className={`relative min-h-0 ${className}`}>
      {ticks.map((tick) => (
        <span
          key={tick}
          className="absolute right-full mr-3 translate-y-1/2 whitespace-nowrap"
          style={{ bottom: `${(tick / top) * SIZE}%` }}
        >
          {format(tick)}
        </span>
      ))}
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        preserveAspectRatio="none"
        className="absolute size-full overflow-visible fill-none *:[vector-effect:non-scaling-stroke]"
      >
        <path d={ticks.map((tick) => `M0 ${y(tick)}H${SIZE}`).join('')} className="stroke-line" />
        {point !== undefined && <path d={`M${x(point)} 0V${SIZE}`} className="stroke-muted" strokeDasharray="3 3" />}
        {mark && <path d={`M0 ${y(mark.value)}H${SIZE}`} className="stroke-ink" strokeDasharray="4 4" />}
        {series.map((one) => {
          const { line, ground, dots } = draw(one);
          return (
            <g key={`${one.look} ${one.isDashed}`} stroke={one.color} className="*:[vector-effect:non-scaling-stroke]">
              <path d={ground} fill={one.color} fillOpacity={0.08} stroke="none" />
              <path
                d={line}
                strokeWidth={one.look === 'faint' ? 1.5 : 2}
                strokeDasharray={one.isDashed ? '3 3' : 'none'}
              />
              <path d={dots} strokeWidth={one.look === 'dotted' ? 5 : 6} strokeLinecap="round" />
            </g>
          );
        })}
      </svg>
      {mark && (
        <span className="absolute left-1 mb-1" style={{ bottom: `${(mark.value / top) * SIZE}%` }}>
          {mark.label}
        </span>
      )}
    </div>
  );
}

/** How many names there may be in a wide chart. Half as many where it is narrower, and a quarter on a phone. */
const NAMES_MAX = 16;

function Names({ names }: Pick<ChartProps, 'names'>) {
  const step = Math.ceil(names.length / NAMES_MAX);
  const roomOf = (at: number) =>
    at % (4 * step) === 0 ? '' : at % (2 * step) === 0 ? '@max-lg:hidden' : '@max-3xl:hidden';
  return (
    <div aria-hidden="true" className="relative -mt-5 h-5">
      {names.map((name, at) => {
        if (at % step !== 0) return null;
        const isAtEnd = at > 0 && at === names.length - 1;
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: hours have the same name on other days
            key={at}
            className={`absolute whitespace-nowrap ${isAtEnd ? 'right-0' : '-translate-x-1/2'} ${roomOf(at)}`}
            style={isAtEnd ? {} : { left: `${placeOf(at, names.length)}%` }}
          >
            {name}
          </span>
        );
      })}
    </div>
  );
}
