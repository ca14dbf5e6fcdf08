// What became of a source's events: a funnel from what arrived to what visitors see.
import { useSourceActivity } from '#client/data/sources.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Source } from '#shared/contract/source.ts';
import { Bars } from './bars.tsx';
import { funnelOf } from './outcome-words.ts';

/** Nothing, before the first event. */
export function Outcomes({ source }: { source: Source }) {
  const { data } = useSourceActivity(source);
  if (!data) return source.lastDeliveryAt === null ? null : <Skeleton className="mb-6 h-30 w-full" />;
  if (data.events === 0) return null;
  const { title, rows } = funnelOf(data);
  return (
    <div className="mb-6 space-y-3 border-line border-b pb-6">
      <p className="font-semibold">{title}</p>
      <Bars label={title} rows={rows} />
    </div>
  );
}
