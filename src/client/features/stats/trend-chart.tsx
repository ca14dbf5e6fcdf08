// Displays, and below them clicks on a scale of their own, because on a shared scale they would be a flat line. Loaded
// when first shown, because the chart library is our heaviest dependency. Hidden from screen readers, which get the
// same numbers as a table.
import type { ReactElement } from 'react';
import { Area, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { compact, count } from '#client/format/numbers.ts';
import { CARD, GRID, POINTER, TIME_AXIS, VALUE_AXIS } from './chart-look.ts';
import type { TrendPoint } from './trend-points.ts';

type Measure = 'displays' | 'clicks';

const COLORS: Record<Measure, string> = { displays: 'var(--color-accent)', clicks: 'var(--color-proof)' };
/** Leaves room at the bottom for the axis' lowest number when no names are below it. */
const MARGIN = { top: 8, right: 8, bottom: 6, left: 0 };

type TrendChartProps = {
  points: TrendPoint[];
  /** Links the pointers of the two charts; unique for each trend on a screen. */
  id: string;
};

export function TrendChart({ points, id }: TrendChartProps) {
  return (
    <div aria-hidden="true" className="flex h-full flex-col gap-4">
      <div className="min-h-0 flex-[5]">
        <Plot points={points} id={id} measure="displays" isAxisHidden tooltip={<PointCard />} />
      </div>
      <div className="min-h-0 flex-[3]">
        <Plot points={points} id={id} measure="clicks" tooltip={<Nothing />} />
      </div>
    </div>
  );
}

type PlotProps = { points: TrendPoint[]; id: string; measure: Measure; isAxisHidden?: boolean; tooltip: ReactElement };

function Plot({ points, id, measure, isAxisHidden = false, tooltip }: PlotProps) {
  const isEmpty = points.every((point) => point[measure] === 0 && (measure === 'clicks' || !point.before));
  const line = {
    type: 'linear',
    stroke: COLORS[measure],
    strokeWidth: 2,
    isAnimationActive: false,
    activeDot: { r: 3, strokeWidth: 0 },
    // A single point does not make a line.
    dot: points.length === 1 ? { r: 3, strokeWidth: 0, fill: COLORS[measure] } : false,
  } as const;
  const ground = { fill: COLORS[measure], fillOpacity: 0.08 };
  const nameOf = new Map(points.map(({ at, tick }) => [at, tick]));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={points} syncId={id} margin={MARGIN} accessibilityLayer={false}>
        <CartesianGrid {...GRID} />
        <XAxis {...TIME_AXIS} dataKey="at" hide={isAxisHidden} tickFormatter={(at: string) => nameOf.get(at) ?? ''} />
        <YAxis
          {...VALUE_AXIS}
          width={40}
          interval={0}
          allowDecimals={false}
          tickCount={measure === 'displays' ? 5 : 3}
          tickFormatter={compact}
          domain={[0, isEmpty ? 4 : 'auto']}
        />
        <Tooltip {...POINTER} content={tooltip} />
        {measure === 'displays' && (
          <Line
            dataKey="before"
            type="linear"
            stroke="var(--color-field)"
            strokeWidth={1.5}
            strokeOpacity={0.7}
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
        )}
        <Area {...line} {...ground} dataKey={`settled.${measure}`} />
        <Area {...line} {...ground} dataKey={`running.${measure}`} strokeDasharray="3 3" />
      </ComposedChart>
    </ResponsiveContainer>
  );
}

const Nothing = () => null;

type PointCardProps = { active?: boolean; payload?: readonly { payload?: TrendPoint }[] };

function PointCard({ active, payload }: PointCardProps) {
  const point = payload?.[0]?.payload;
  if (!active || !point || point.phase === 'future') return null;
  return (
    <div className={`min-w-36 ${CARD}`}>
      <p className="font-semibold">
        {point.full}
        {point.phase === 'current' && <span className="font-normal text-muted"> so far</span>}
      </p>
      <dl className="mt-1">
        <Entry name="Displays" value={point.displays} mark="bg-accent" />
        <Entry name="Clicks" value={point.clicks} mark="bg-proof" />
        <Entry name="Dismissals" value={point.dismissals} mark="bg-transparent" />
        {point.before !== null && <Entry name="Previous displays" value={point.before} mark="bg-field/70" />}
      </dl>
    </div>
  );
}

const Entry = ({ name, value, mark }: { name: string; value: number; mark: string }) => (
  <div className="flex items-center justify-between gap-4">
    <dt className="flex items-center gap-2 text-muted">
      <i className={`size-2 rounded-full ${mark}`} /> {name}
    </dt>
    <dd className="tabular-nums">{count(value)}</dd>
  </div>
);
