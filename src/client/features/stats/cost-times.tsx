// How the measured loads are distributed over main-thread times: a median alone would hide slow phones.

import { count, percent } from '#client/format/numbers.ts';
import { Bar } from '#client/ui/bar.tsx';
import { Table } from '#client/ui/table.tsx';
import type { SiteCost } from '#shared/contract/stats.ts';
import { timeBuckets } from './cost.ts';

export function CostTimes({ cost }: { cost: SiteCost }) {
  const buckets = timeBuckets(cost);
  const most = Math.max(...buckets.map(({ share }) => share), Number.EPSILON);
  const bar = ({ share, isOver }: (typeof buckets)[number], className?: string) => (
    <Bar share={share / most} tone={isOver ? 'danger' : 'accent'} {...(className && { className })} />
  );
  return (
    <Table
      label="Loads by main-thread time"
      variant="plain"
      columns={[
        {
          key: 'time',
          header: 'Main thread',
          cell: (bucket) => (
            <>
              {bucket.name}
              {bucket.isOver && <span className="text-muted">, over budget</span>}
              {bar(bucket, 'mt-1.5 sm:hidden')}
            </>
          ),
        },
        {
          key: 'bar',
          header: <span className="sr-only">Chart</span>,
          cell: (bucket) => bar(bucket),
          className: 'w-full max-sm:hidden',
        },
        { key: 'loads', header: 'Loads', cell: ({ loads }) => count(loads) },
        { key: 'share', header: 'Share', cell: ({ share }) => percent(share) },
      ]}
      rows={buckets}
      rowKey={({ name }) => name}
    />
  );
}
