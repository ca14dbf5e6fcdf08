// What the widget cost by day: the course of the main-thread time, and on demand all figures as a table.
import { ChartLine, Table2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { SiteCost } from '#shared/contract/stats.ts';
import { bytes, count, milliseconds } from './figures.ts';
import { TableSection } from './table-section.tsx';
import { type TimeName, timeNames } from './time-names.ts';

const Chart = lazy(async () => ({ default: (await import('./cost-days-chart.tsx')).CostDaysChart }));

export type CostDay = SiteCost['days'][number] & TimeName;

const CELL = 'whitespace-nowrap border-line border-t py-1.5 pl-4 text-right';

export function CostDays({ cost }: { cost: SiteCost }) {
  const [isTable, setIsTable] = useState(false);
  const names = timeNames({
    unit: 'day',
    timezone: 'UTC',
    series: cost.days.map(({ date }) => ({ at: date, displays: 0, clicks: 0, dismissals: 0 })),
  });
  const days = cost.days.map((day, at) => ({ ...day, tick: names[at]?.tick ?? '', full: names[at]?.full ?? '' }));
  const Icon = isTable ? ChartLine : Table2;
  return (
    <TableSection
      title="By day"
      note="Average main-thread time of the loads measured on each day; a day without one has a gap."
      action={
        <Button
          variant="secondary"
          size="sm"
          icon={<Icon aria-hidden="true" size={15} />}
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? 'Chart' : 'Table'}
        </Button>
      }
    >
      <div className="h-64">
        <DaysTable days={days} isShown={isTable} />
        {!isTable && (
          <Suspense fallback={<Skeleton className="h-full w-full" />}>
            <Chart days={days} budget={cost.budget.time} />
          </Suspense>
        )}
      </div>
    </TableSection>
  );
}

function DaysTable({ days, isShown }: { days: CostDay[]; isShown: boolean }) {
  return (
    <div
      {...(isShown && { tabIndex: 0, role: 'region', 'aria-label': 'By day, table' })}
      className={isShown ? 'h-full overflow-y-auto border-line border-b' : 'sr-only'}
    >
      <table className="w-full text-table">
        <caption className="sr-only">What the widget cost by day</caption>
        <thead className="sticky top-0 bg-paper text-meta text-muted">
          <tr>
            <th scope="col" className="py-1.5 text-left font-medium">
              Day
            </th>
            {['Loads', 'Network', 'Main thread'].map((header) => (
              <th key={header} scope="col" className="py-1.5 pl-4 text-right font-medium">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.date}>
              <th scope="row" className="whitespace-nowrap border-line border-t py-1.5 text-left font-normal">
                {day.full}
              </th>
              <td className={CELL}>{count(day.loads)}</td>
              <td className={CELL}>{day.bytes === null ? '–' : bytes(day.bytes)}</td>
              <td className={CELL}>{day.time === null ? '–' : milliseconds(day.time)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
