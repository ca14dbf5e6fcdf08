// The Performance page of a site: what the widget costs visitors, measured on the owner's pages, against our published
// budget.
import { LearnMore } from '#client/content/learn-more.tsx';
import { useSiteCost } from '#client/data/stats.ts';
import { clockName } from '#client/format/dates.ts';
import { count, percent } from '#client/format/numbers.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { Bar } from '#client/ui/bar.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Table } from '#client/ui/table.tsx';
import type { Site } from '#shared/contract/site.ts';
import { COST_DAYS, type SiteCost } from '#shared/contract/stats.ts';
import { COST_SAMPLING, SLOWED_TIME_BUDGET } from '#shared/embed/protocol.ts';
import { timeBuckets } from './cost.ts';
import { CostCells } from './cost-cells.tsx';
import { CostDays } from './cost-days.tsx';
import { CellSkeletons } from './stat-cells.tsx';
import { StatsError } from './stats-error.tsx';
import { TableSection } from './table-section.tsx';

export default function PerformancePage({ site }: { site: Site }) {
  useTitle(`Performance · ${site.name}`);
  const query = useSiteCost(site.id);
  const { data, isError } = query;
  return (
    <>
      <PageHeader
        eyebrow={site.name}
        title="Performance"
        description={
          <>
            {`How the widget affects page speed. Last ${COST_DAYS} days, ${clockName(site.timezone)}. `}
            <LearnMore guide="speed" about="speed" slug={site.slug} />
          </>
        }
      />
      {isError && <StatsError query={query} />}
      {data ? <Cost cost={data} site={site} /> : !isError && <Waiting />}
    </>
  );
}

const Waiting = () => (
  <div role="status" aria-label="Loading statistics" className="space-y-8">
    <CellSkeletons />
    <Skeleton className="h-40 w-full" />
  </div>
);

function Cost({ cost, site }: { cost: SiteCost; site: Site }) {
  return (
    <>
      {cost.loads === 0 ? (
        <EmptyState
          title="Nothing measured yet"
          description={`We measure 1 in ${COST_SAMPLING} page loads, picked at random. There are no measurements in the last ${COST_DAYS} days yet. A small shop may wait a few days for the first.`}
          action={
            <TextLink to={screens.siteSetup.href(site.slug)} className="text-table">
              Check your installation
            </TextLink>
          }
        />
      ) : (
        <>
          <CostCells cost={cost} />
          <TableSection title="By time" note="Measured loads by main-thread time.">
            <CostTimes cost={cost} />
          </TableSection>
          <CostDays cost={cost} />
        </>
      )}
      <Budget budget={cost.budget} />
    </>
  );
}

function Budget({ budget }: { budget: SiteCost['budget'] }) {
  return (
    <TableSection title="Budget and method" note="Until the first notification. Sizes with Brotli.">
      <dl className="grid gap-x-8 border-line border-b text-table md:grid-cols-2">
        <BudgetRow name="Script in this build" value={`${count(budget.script)} bytes`} />
        <BudgetRow name="Script and 20 orders" value={`at most ${count(budget.bytes)} bytes`} />
        <BudgetRow name="20 orders loaded again" value={`at most ${count(budget.payload)} bytes`} />
        <BudgetRow name="Requests" value={`at most ${budget.requests}, or ${budget.requests + 1} with conditions`} />
        <BudgetRow name="Main-thread time" value={`at most ${budget.time} ms`} />
        <BudgetRow name="The same, 4× CPU slowdown" value={`at most ${SLOWED_TIME_BUDGET} ms`} />
      </dl>
      <p className="mt-3 max-w-[72ch] text-pretty text-muted text-table">
        1 in {COST_SAMPLING} page loads, picked at random, sends its bytes, requests and milliseconds, without address,
        cookie or ID. We keep daily counts by size, so figures can be off by up to 7%. Bytes are compressed, with
        headers. The meter itself ({count(budget.meter)} bytes) and pages with a fixed version (SRI) aren't measured.
      </p>
    </TableSection>
  );
}

const BudgetRow = ({ name, value }: { name: string; value: string }) => (
  <div className="flex flex-wrap justify-between gap-x-6 border-line border-t py-2.5">
    <dt className="text-muted">{name}</dt>
    <dd className="font-medium tabular-nums">{value}</dd>
  </div>
);

function CostTimes({ cost }: { cost: SiteCost }) {
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
