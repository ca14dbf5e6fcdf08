// The widget's cost by day: a chart of main-thread time and, on demand, all numbers as a table.
import { useState } from 'react';
import { timeNames } from '#client/format/dates.ts';
import { bytes, count, milliseconds } from '#client/format/numbers.ts';
import type { SiteCost } from '#shared/contract/stats.ts';
import { COST_LOADS_FOR_MEDIAN } from '#shared/limits.ts';
import type { CostDay } from './cost.ts';
import { CostDaysChart } from './cost-days-chart.tsx';
import { SeriesTable } from './series-table.tsx';
import { TableSection, TableSwitch } from './table-section.tsx';

export function CostDays({ cost }: { cost: SiteCost }) {
  const [isTable, setIsTable] = useState(false);
  const names = timeNames({
    unit: 'day',
    timezone: 'UTC',
    series: cost.days.map(({ date }) => ({ at: date, displays: 0, clicks: 0, dismissals: 0 })),
  });
  const days = cost.days.map((day, at) => ({ ...day, tick: names[at]?.tick ?? '', full: names[at]?.full ?? '' }));
  const hasChart = days.some(({ time }) => time !== null);
  return (
    <TableSection
      title="By day"
      note={`Daily median of main-thread time. Days with fewer than ${COST_LOADS_FOR_MEDIAN} measured loads are gaps.`}
      action={<TableSwitch isTable={isTable} onChange={setIsTable} />}
    >
      {hasChart || isTable ? (
        <div className="h-64">
          <DaysTable days={days} isShown={isTable} />
          {!isTable && <CostDaysChart days={days} budget={cost.budget.time} />}
        </div>
      ) : (
        <p className="border-line border-y py-4 text-muted text-table">
          No day has {COST_LOADS_FOR_MEDIAN} measured loads yet.
        </p>
      )}
    </TableSection>
  );
}

type DaysTableProps = { days: CostDay[]; isShown: boolean };

const DaysTable = ({ days, isShown }: DaysTableProps) => (
  <SeriesTable
    name="By day"
    label="Widget cost by day"
    columns={[
      { key: 'day', header: 'Day', cell: ({ full }) => full },
      { key: 'loads', header: 'Loads', cell: ({ loads }) => count(loads) },
      { key: 'network', header: 'Network, median', cell: (day) => (day.bytes === null ? '–' : bytes(day.bytes)) },
      {
        key: 'main-thread',
        header: 'Main thread, median',
        cell: ({ time }) => (time === null ? '–' : milliseconds(time)),
      },
    ]}
    rows={days}
    rowKey={({ date }) => date}
    isShown={isShown}
  />
);
