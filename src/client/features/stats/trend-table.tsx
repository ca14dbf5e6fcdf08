// A trend's figures as a table.
import { count } from './figures.ts';
import { SeriesTable } from './series-table.tsx';
import type { TrendPoint } from './trend-points.ts';

type TrendTableProps = { points: TrendPoint[]; unit: 'hour' | 'day'; isShown: boolean };

const TITLE = { hour: 'Hour', day: 'Day' };

export const TrendTable = ({ points, unit, isShown }: TrendTableProps) => (
  <SeriesTable
    name={`By ${unit}`}
    caption={`Displays, clicks and dismissals by ${unit}`}
    columns={[
      { header: TITLE[unit], cell: (point) => <PointName point={point} /> },
      { header: 'Displays', cell: ({ displays }) => count(displays) },
      { header: 'Clicks', cell: ({ clicks }) => count(clicks) },
      { header: 'Dismissals', cell: ({ dismissals }) => count(dismissals) },
    ]}
    rows={points.filter(({ phase }) => phase !== 'to come')}
    rowKey={({ at }) => at}
    isShown={isShown}
  />
);

const PointName = ({ point }: { point: TrendPoint }) => (
  <>
    {point.full}
    {point.phase === 'running' && <span className="text-muted"> so far</span>}
  </>
);
