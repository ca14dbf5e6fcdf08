// A trend's figures as a table: for screen readers always, for everybody on demand.
import { count } from './figures.ts';
import type { TrendPoint } from './trend-points.ts';

type TrendTableProps = { points: TrendPoint[]; unit: 'hour' | 'day'; isShown: boolean };

const TITLE = { hour: 'Hour', day: 'Day' };
const CELL = 'border-line border-t py-1.5 pl-4 text-right';

export function TrendTable({ points, unit, isShown }: TrendTableProps) {
  return (
    // Around the table: a table itself cannot be made small, and would lengthen the page.
    <div
      {...(isShown && { tabIndex: 0, role: 'region', 'aria-label': `By ${unit}, table` })}
      className={isShown ? 'h-full overflow-y-auto border-line border-b' : 'sr-only'}
    >
      <table className="w-full text-table">
        <caption className="sr-only">Displays, clicks and dismissals by {unit}</caption>
        <thead className="sticky top-0 bg-paper text-meta text-muted">
          <tr>
            <th scope="col" className="py-1.5 text-left font-medium">
              {TITLE[unit]}
            </th>
            {['Displays', 'Clicks', 'Dismissals'].map((header) => (
              <th key={header} scope="col" className="py-1.5 pl-4 text-right font-medium">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points
            .filter(({ phase }) => phase !== 'to come')
            .map((point) => (
              <tr key={point.at}>
                <th scope="row" className="whitespace-nowrap border-line border-t py-1.5 text-left font-normal">
                  {point.full}
                  {point.phase === 'running' && <span className="text-muted"> so far</span>}
                </th>
                <td className={CELL}>{count(point.displays)}</td>
                <td className={CELL}>{count(point.clicks)}</td>
                <td className={CELL}>{count(point.dismissals)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
