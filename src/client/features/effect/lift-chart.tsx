// The lift so far, day by day: a line within the band where the true one is. No color says good or bad.
import { dayIn } from '#client/format/dates.ts';
import type { Effect } from '#shared/contract/effect.ts';
import { boundsOf, signed } from './effect-words.ts';
import { type LiftPoint, pointsOf, scaleOf } from './lift-scale.ts';

/** Units of the drawing in both directions, so that places are percents. */
const SIZE = 100;

/** @returns the curve; nothing until there are two days of it. */
export function LiftChart({ days }: { days: Effect['days'] }) {
  const points = pointsOf(days);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first === last) return null;
  const { low, high, ticks } = scaleOf(points);
  const [start, end] = [Date.parse(first.day), Date.parse(last.day)];
  const x = ({ day }: LiftPoint) => (((Date.parse(day) - start) / (end - start)) * SIZE).toFixed(2);
  const y = (value: number) => (((high - value) / (high - low)) * SIZE).toFixed(2);
  const lineOf = (all: readonly LiftPoint[], read: (point: LiftPoint) => number) =>
    all.map((point) => `${x(point)} ${y(read(point))}`).join('L');
  // Without an upper bound it goes on beyond the drawing.
  const band = `M${lineOf(points, ({ lift }) => lift.high ?? high * 2)}L${lineOf(points.toReversed(), ({ lift }) => lift.low)}Z`;
  return (
    <figure className="m-0">
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-meta text-muted">
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className="h-0.5 w-3.5 bg-accent forced-color-adjust-none" /> Counted
        </span>
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className="h-2.5 w-3.5 bg-accent/15 forced-color-adjust-none" /> Likely range
        </span>
      </figcaption>
      <div
        role="img"
        aria-label={`Change by day, at last ${signed(last.lift.value ?? 0)}, likely ${boundsOf(last.lift)}`}
        className="relative mt-3 mb-10 ml-12 h-52 text-muted text-xs md:h-64"
      >
        {ticks.map((tick) => (
          <span
            key={tick}
            aria-hidden="true"
            className={`absolute right-full mr-3 -translate-y-1/2 whitespace-nowrap tabular-nums ${tick === 0 ? 'text-ink' : ''}`}
            style={{ top: `${y(tick)}%` }}
          >
            {signed(tick)}
          </span>
        ))}
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${SIZE} ${SIZE}`}
          preserveAspectRatio="none"
          className="absolute size-full overflow-hidden fill-none *:[vector-effect:non-scaling-stroke]"
        >
          <path d={ticks.map((tick) => `M0 ${y(tick)}H${SIZE}`).join('')} className="stroke-line" />
          <path d={band} className="fill-accent/15" />
          <path d={`M0 ${y(0)}H${SIZE}`} className="stroke-ink" />
          <path d={`M${lineOf(points, ({ lift }) => lift.value ?? 0)}`} className="stroke-accent" strokeWidth="2" />
        </svg>
        <span aria-hidden="true" className="absolute top-full left-0 pt-1.5">
          {dayIn('UTC', first.day)}
        </span>
        <span aria-hidden="true" className="absolute top-full right-0 pt-1.5">
          {dayIn('UTC', last.day)}
        </span>
      </div>
    </figure>
  );
}
