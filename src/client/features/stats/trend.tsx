// Displays and clicks over the range, as a chart or as a table.
import { type ReactNode, useState } from 'react';
import { count } from '#client/format/numbers.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { SiteStats } from '#shared/contract/stats.ts';
import { DISPLAY_RULE } from './meanings.tsx';
import { SeriesTable } from './series-table.tsx';
import { TableSection, TableSwitch } from './table-section.tsx';
import { TrendChart } from './trend-chart.tsx';
import { type TrendPoint, trendPoints } from './trend-points.ts';

type TrendProps = {
  /** Undefined while loading. */
  report: Pick<SiteStats, 'series' | 'unit' | 'timezone'> | undefined;
  /** The series of the previous period, and its name: 'the previous 7 days'. */
  before?: { series: SiteStats['series'] | undefined; period: string };
  /** Beside the heading. */
  action?: ReactNode;
};

export function Trend({ report, before, action }: TrendProps) {
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
            <span className="print:hidden">
              <TableSwitch isTable={isTable} onChange={setIsTable} />
            </span>
            {action}
          </>
        )
      }
    >
      <Legend period={before?.series && before.period} isHidden={isTable} />
      <div className="mt-3 h-80 break-inside-avoid md:h-[22rem] print:h-80">
        {!points ? (
          <Skeleton className="h-full w-full" />
        ) : (
          <>
            <TrendTable points={points} unit={unit} isShown={isTable} />
            {!isTable && <TrendChart points={points} label={`Displays and clicks by ${unit}`} />}
          </>
        )}
      </div>
    </TableSection>
  );
}

function Legend({ period, isHidden }: { period: string | undefined; isHidden: boolean }) {
  const entries = [
    { name: 'Displays', mark: 'bg-accent' },
    ...(period ? [{ name: `Displays in ${period}`, mark: 'bg-field' }] : []),
    { name: 'Clicks (separate scale)', mark: 'bg-proof-ink' },
  ];
  return (
    <ul
      aria-hidden="true"
      className={`flex flex-wrap gap-x-4 gap-y-1 text-meta text-muted ${isHidden ? 'hidden' : ''}`}
    >
      {entries.map(({ name, mark }) => (
        <li key={name} className="flex items-center gap-1.5">
          <span className={`h-0.5 w-3.5 forced-color-adjust-none ${mark}`} /> {name}
        </li>
      ))}
    </ul>
  );
}

type TrendTableProps = { points: TrendPoint[]; unit: 'hour' | 'day'; isShown: boolean };

const TITLE = { hour: 'Hour', day: 'Day' };

const TrendTable = ({ points, unit, isShown }: TrendTableProps) => (
  <SeriesTable
    name={`By ${unit}`}
    label={`Displays, clicks and dismissals by ${unit}`}
    columns={[
      { key: 'at', header: TITLE[unit], cell: (point) => <PointName point={point} /> },
      { key: 'displays', header: 'Displays', cell: ({ displays }) => count(displays) },
      { key: 'clicks', header: 'Clicks', cell: ({ clicks }) => count(clicks) },
      { key: 'dismissals', header: 'Dismissals', cell: ({ dismissals }) => count(dismissals) },
    ]}
    rows={points.filter(({ phase }) => phase !== 'future')}
    rowKey={({ at }) => at}
    isShown={isShown}
  />
);

const PointName = ({ point }: { point: TrendPoint }) => (
  <>
    {point.full}
    {point.phase === 'current' && <span className="text-muted"> so far</span>}
  </>
);
