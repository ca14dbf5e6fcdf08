// How displays and clicks went over the range: a chart, or the same as a table.
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { SiteStats } from '#shared/contract/stats.ts';
import { DISPLAY_RULE } from './meanings.tsx';
import { TableSection } from './table-section.tsx';
import { TableSwitch } from './table-switch.tsx';
import { trendPoints } from './trend-points.ts';
import { TrendTable } from './trend-table.tsx';

const TrendChart = lazy(async () => ({ default: (await import('./trend-chart.tsx')).TrendChart }));

type TrendProps = {
  /** Undefined while on its way. */
  report: Pick<SiteStats, 'series' | 'unit' | 'timezone'> | undefined;
  /** The series of the period before, and its name: 'the 7 days before'. */
  before?: { series: SiteStats['series'] | undefined; period: string };
  /** Beside the heading. */
  action?: ReactNode;
};

export function Trend({ report, before, action }: TrendProps) {
  const id = useId();
  const [isTable, setIsTable] = useState(false);
  const points = report && trendPoints(report, before?.series, Date.now());
  const unit = report?.unit ?? 'day';
  return (
    <TableSection
      title={unit === 'hour' ? 'By hour' : 'By day'}
      note={DISPLAY_RULE}
      action={
        report && (
          <>
            {' '}
            <TableSwitch isTable={isTable} onChange={setIsTable} />
            {action}
          </>
        )
      }
    >
      <Legend period={before?.series && before.period} isHidden={isTable} />
      <div className="mt-3 h-80 md:h-[22rem]">
        {!points ? (
          <Skeleton className="h-full w-full" />
        ) : (
          <>
            <TrendTable points={points} unit={unit} isShown={isTable} />
            {!isTable && (
              <Suspense fallback={<Skeleton className="h-full w-full" />}>
                <TrendChart points={points} id={id} />
              </Suspense>
            )}
          </>
        )}
      </div>
    </TableSection>
  );
}

function Legend({ period, isHidden }: { period: string | undefined; isHidden: boolean }) {
  const entries = [
    { name: 'Displays', mark: 'bg-accent' },
    ...(period ? [{ name: `Displays in ${period}`, mark: 'bg-field/70' }] : []),
    { name: 'Clicks, on a scale of their own', mark: 'bg-proof' },
  ];
  return (
    <ul
      aria-hidden="true"
      className={`flex flex-wrap gap-x-4 gap-y-1 text-meta text-muted ${isHidden ? 'hidden' : ''}`}
    >
      {entries.map(({ name, mark }) => (
        <li key={name} className="flex items-center gap-1.5">
          <span className={`h-0.5 w-3.5 ${mark}`} /> {name}
        </li>
      ))}
    </ul>
  );
}
