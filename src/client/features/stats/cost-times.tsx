// How measured loads spread over main-thread times: an average alone would hide the slow phones.
import { Bar } from '#client/ui/bar.tsx';
import type { SiteCost } from '#shared/contract/stats.ts';
import { timeBuckets } from './cost.ts';
import { count, percent } from './figures.ts';

export function CostTimes({ cost }: { cost: SiteCost }) {
  const buckets = timeBuckets(cost);
  const most = Math.max(...buckets.map(({ share }) => share), Number.EPSILON);
  return (
    <table aria-label="Loads by main-thread time" className="w-full text-table">
      <thead className="text-meta text-muted">
        <tr>
          <th scope="col" className="h-8 text-left font-medium">
            Main thread
          </th>
          <th scope="col" className="w-full max-sm:hidden">
            <span className="sr-only">Drawn</span>
          </th>
          <th scope="col" className="pl-4 text-right font-medium">
            Loads
          </th>
          <th scope="col" className="pl-4 text-right font-medium">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {buckets.map(({ name, loads, share, isOver }) => (
          <tr key={name}>
            <th scope="row" className="whitespace-nowrap border-line border-t py-2 pr-6 text-left font-normal">
              {name}
              {isOver && <span className="text-muted">, over budget</span>}
              <Bar share={share / most} tone={isOver ? 'danger' : 'accent'} className="mt-1.5 sm:hidden" />
            </th>
            <td className="border-line border-t max-sm:hidden">
              <Bar share={share / most} tone={isOver ? 'danger' : 'accent'} />
            </td>
            <td className="border-line border-t pl-4 text-right">{count(loads)}</td>
            <td className="whitespace-nowrap border-line border-t pl-4 text-right">{percent(share)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
