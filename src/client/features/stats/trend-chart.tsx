// Displays, and below them clicks on a scale of their own, because on a shared scale they would be a flat line.
import { compact, count } from '#client/format/numbers.ts';
import { Chart, type Series, ticksOf } from './chart.tsx';
import type { TrendPoint } from './trend-points.ts';

type Measure = 'displays' | 'clicks';

/** Each at 3:1 from the ground, as lines that say something need (WCAG 1.4.11). */
const COLORS: Record<Measure, string> = { displays: 'var(--color-accent)', clicks: 'var(--color-proof-ink)' };
/** The height of a panel without a count. */
const EMPTY = 4;

export function TrendChart({ points, label }: { points: TrendPoint[]; label: string }) {
  const linesOf = (measure: Measure): Series[] => [
    { values: points.map(({ settled }) => settled[measure]), color: COLORS[measure], look: 'main' },
    { values: points.map(({ running }) => running[measure]), color: COLORS[measure], look: 'main', isDashed: true },
  ];
  const before: Series = { values: points.map((point) => point.before), color: 'var(--color-field)', look: 'faint' };
  const panelOf = (series: Series[], intervals: number, className: string) => {
    const most = Math.max(...series.flatMap(({ values }) => values.map(Number))) || EMPTY;
    return { className, series, ticks: ticksOf(most, intervals, true), format: compact };
  };
  return (
    <Chart
      label={label}
      names={points.map(({ tick }) => tick)}
      stops={points.flatMap(({ phase }, at) => (phase === 'future' ? [] : [at]))}
      panels={[panelOf([before, ...linesOf('displays')], 4, 'flex-7'), panelOf(linesOf('clicks'), 2, 'flex-3')]}
      textOf={(at) => textOf(points[at])}
      cardOf={(at) => <PointCard point={points[at]} />}
    />
  );
}

type PointProps = { point: TrendPoint | undefined };

const textOf = (point: PointProps['point']) =>
  point && `${point.full}: displays ${point.displays}, clicks ${point.clicks}, dismissals ${point.dismissals}`;

const PointCard = ({ point }: PointProps) =>
  point && (
    <>
      <p className="font-semibold">
        {point.full}
        {point.phase === 'current' && <span className="font-normal text-muted"> so far</span>}
      </p>
      <dl className="mt-1">
        <Entry name="Displays" value={point.displays} mark="bg-accent" />
        <Entry name="Clicks" value={point.clicks} mark="bg-proof-ink" />
        <Entry name="Dismissals" value={point.dismissals} mark="bg-transparent" />
        {point.before !== null && <Entry name="Previous displays" value={point.before} mark="bg-field" />}
      </dl>
    </>
  );

const Entry = ({ name, value, mark }: { name: string; value: number; mark: string }) => (
  <div className="flex items-center justify-between gap-4">
    <dt className="flex items-center gap-2 text-muted">
      <i className={`size-2 rounded-full forced-color-adjust-none ${mark}`} /> {name}
    </dt>
    <dd className="tabular-nums">{count(value)}</dd>
  </div>
);
