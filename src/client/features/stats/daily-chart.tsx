// Displays and clicks by day. Loaded when it is first shown: the chart library is the heaviest thing we have. For those
// who cannot see it the same figures stand in a table.
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { DailyStats } from '#shared/contract/stats.ts';

type Day = DailyStats['days'][number];

// Dates are days of the site's zone already: shown as they are, not moved into another zone.
const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayName = (date: string) => DAY.format(new Date(`${date}T00:00:00Z`));

const AXIS = { fontSize: 12, fill: 'var(--color-muted)' };

export function DailyChart({ days }: { days: Day[] }) {
  const isEmpty = days.every((day) => day.displays === 0);
  return (
    <div className="relative h-full">
      <div aria-hidden="true" className="h-full">
        <ResponsiveContainer width="100%" height="100%">
          <AreaChart data={days} margin={{ top: 8, right: 4, bottom: 0, left: -18 }} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--color-line)" />
            <XAxis
              dataKey="date"
              tickFormatter={dayName}
              tick={AXIS}
              tickLine={false}
              axisLine={{ stroke: 'var(--color-line)' }}
              minTickGap={40}
            />
            <YAxis
              allowDecimals={false}
              tick={AXIS}
              tickLine={false}
              axisLine={false}
              domain={[0, isEmpty ? 4 : 'auto']}
            />
            <Tooltip content={<DayCard />} cursor={{ stroke: 'var(--color-muted)', strokeDasharray: '3 3' }} />
            <Area
              dataKey="displays"
              name="Displays"
              type="linear"
              stroke="var(--color-accent)"
              strokeWidth={2}
              fill="var(--color-accent)"
              fillOpacity={0.08}
              isAnimationActive={false}
            />
            <Area
              dataKey="clicks"
              name="Clicks"
              type="linear"
              stroke="var(--color-proof)"
              strokeWidth={2}
              fill="none"
              isAnimationActive={false}
            />
          </AreaChart>
        </ResponsiveContainer>
      </div>
      {isEmpty && (
        <p className="absolute inset-0 grid place-items-center pb-8 text-center text-table text-muted">
          No display was counted yet.
        </p>
      )}
      {/* Around the table: a table itself cannot be made small, and would lengthen the page. */}
      <div className="sr-only">
        <table>
          <caption>Displays and clicks by day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Displays</th>
              <th scope="col">Clicks</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.date}>
                <th scope="row">{dayName(day.date)}</th>
                <td>{day.displays}</td>
                <td>{day.clicks}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

type DayCardProps = { active?: boolean; payload?: readonly { payload?: Day }[] };

function DayCard({ active, payload }: DayCardProps) {
  const day = payload?.[0]?.payload;
  if (!active || !day) return null;
  return (
    <div className="rounded-control border border-line bg-raised px-3 py-2 text-table shadow-sm">
      <p className="font-semibold">{dayName(day.date)}</p>
      <p className="mt-1 flex items-center justify-between gap-4">
        <span className="flex items-center gap-2 text-muted">
          <i className="size-2 rounded-full bg-accent" /> Displays
        </span>
        <span className="tabular-nums">{day.displays}</span>
      </p>
      <p className="flex items-center justify-between gap-4">
        <span className="flex items-center gap-2 text-muted">
          <i className="size-2 rounded-full bg-proof" /> Clicks
        </span>
        <span className="tabular-nums">{day.clicks}</span>
      </p>
    </div>
  );
}
