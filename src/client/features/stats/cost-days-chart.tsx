// Main-thread time by day, against the budget. Like every chart, it is loaded when first shown and hidden from screen
// readers, which get a table.
import {
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { milliseconds } from '#client/format/numbers.ts';
import { CARD, GRID, POINTER, TIME_AXIS, VALUE_AXIS } from './chart-look.ts';
import type { CostDay } from './cost.ts';

export function CostDaysChart({ days, budget }: { days: CostDay[]; budget: number }) {
  const nameOf = new Map(days.map(({ date, tick }) => [date, tick]));
  return (
    <div aria-hidden="true" className="h-full">
      <ResponsiveContainer width="100%" height="100%">
        <ComposedChart data={days} margin={{ top: 16, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid {...GRID} />
          <XAxis {...TIME_AXIS} dataKey="date" tickFormatter={(date: string) => nameOf.get(date) ?? ''} />
          <YAxis {...VALUE_AXIS} width={48} domain={[0, 'auto']} tickFormatter={(ms: number) => `${ms} ms`} />
          <Tooltip {...POINTER} content={<DayCard />} />
          <ReferenceLine
            y={budget}
            ifOverflow="extendDomain"
            stroke="var(--color-ink)"
            strokeDasharray="4 4"
            label={{
              value: `Budget ${budget} ms`,
              position: 'insideBottomLeft',
              fontSize: 12,
              fill: 'var(--color-muted)',
            }}
          />
          <Line
            dataKey="time"
            type="linear"
            stroke="var(--color-accent)"
            strokeWidth={2}
            dot={{ r: 2.5, strokeWidth: 0, fill: 'var(--color-accent)' }}
            connectNulls={false}
            isAnimationActive={false}
          />
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}

type DayCardProps = { active?: boolean; payload?: readonly { payload?: CostDay }[] };

function DayCard({ active, payload }: DayCardProps) {
  const day = payload?.[0]?.payload;
  if (!active || !day || day.time === null) return null;
  return (
    <div className={CARD}>
      <p className="font-semibold">{day.full}</p>
      <p className="text-muted">
        {milliseconds(day.time)} median of {day.loads} loads
      </p>
    </div>
  );
}
