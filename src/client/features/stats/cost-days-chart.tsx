// Main-thread time by day, against the budget.
import { milliseconds } from '#client/format/numbers.ts';
import { Chart, ticksOf } from './chart.tsx';
import type { CostDay } from './cost.ts';

export function CostDaysChart({ days, budget }: { days: CostDay[]; budget: number }) {
  const values = days.map(({ time }) => time);
  const loadsOf = ({ time, loads }: CostDay) => `${milliseconds(time ?? 0)} median of ${loads} loads`;
  return (
    // The values have a unit.
    <div className="h-full pl-2">
      <Chart
        label="Main-thread time by day"
        names={days.map(({ tick }) => tick)}
        stops={values.flatMap((time, at) => (time === null ? [] : [at]))}
        panels={[
          {
            className: 'flex-1',
            // With room for what the budget's line is called.
            ticks: ticksOf(Math.max(budget * 1.1, ...values.map(Number)), 4, false),
            format: (ms) => `${ms} ms`,
            series: [{ values, color: 'var(--color-accent)', look: 'dotted' }],
            mark: { value: budget, label: `Budget ${budget} ms` },
          },
        ]}
        textOf={(at) => days[at] && `${days[at].full}: ${loadsOf(days[at])}`}
        cardOf={(at) =>
          days[at] && (
            <>
              <p className="font-semibold">{days[at].full}</p>
              <p className="text-muted">{loadsOf(days[at])}</p>
            </>
          )
        }
      />
    </div>
  );
}
