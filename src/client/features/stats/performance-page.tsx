// The Performance part of a site's settings: what the widget costs the owner's visitors, measured on their own pages,
// against the budget we publish. Reports and documentation will share this screen.
import { useTitle } from '#client/hooks/use-title.ts';
import { paths } from '#client/paths.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Site } from '#shared/contract/site.ts';
import type { SiteCost } from '#shared/contract/stats.ts';
import { MEASURED_ONE_IN } from './cost.ts';
import { CostDays } from './cost-days.tsx';
import { CostFigures } from './cost-figures.tsx';
import { CostTimes } from './cost-times.tsx';
import { CellSkeletons } from './figure-cells.tsx';
import { count } from './figures.ts';
import { FiguresFault } from './figures-fault.tsx';
import { useSiteCost } from './queries.ts';
import { countDays, zoneName } from './range.ts';
import { TableSection } from './table-section.tsx';

export function PerformancePage({ site }: { site: Site }) {
  useTitle(`Performance · ${site.name}`);
  const query = useSiteCost(site.id);
  const { data, isError } = query;
  return (
    <>
      <PageHeader
        eyebrow={site.name}
        title="Performance"
        description={`What the widget costs your visitors${data ? `, the last ${countDays(data)} days in ${zoneName(site.timezone)} time` : ''}.`}
      />
      {isError && <FiguresFault query={query} />}
      {data ? <Cost cost={data} site={site} /> : !isError && <Waiting />}
    </>
  );
}

const Waiting = () => (
  <div role="status" aria-label="Loading figures" className="space-y-8">
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
          description={`Measured on 1 of ${MEASURED_ONE_IN} page loads, chosen by chance; none of the last ${countDays(cost)} days was among them. A small shop may wait some days for the first.`}
          action={
            <TextLink to={paths.siteSetup.href(site.slug)} className="text-table">
              Is the snippet on your pages?
            </TextLink>
          }
        />
      ) : (
        <>
          <CostFigures cost={cost} />
          <TableSection title="By time" note="How measured loads spread: an average alone would hide slow phones.">
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
    <TableSection title="The budget, and how it is measured">
      <dl className="grid gap-x-8 border-line border-b text-table md:grid-cols-2">
        <Promised
          name="Script of this build"
          value={`${count(budget.script)} bytes with brotli, at most ${count(budget.bytes)}`}
        />
        <Promised name="Requests to the first notice" value={`at most ${budget.requests}`} />
        <Promised name="Main thread to the first notice" value={`under ${budget.time} ms`} />
        <Promised name="Measured" value={`1 page load in ${MEASURED_ONE_IN}, chosen by chance`} />
      </dl>
      <p className="mt-3 max-w-[72ch] text-pretty text-muted text-table">
        The visitor’s own browser measures, and sends three numbers: bytes, requests, milliseconds. No address, cookie
        or visitor id goes with them, and only their sums by day are kept. Bytes are counted as they travel: compressed,
        with their headers.
      </p>
    </TableSection>
  );
}

const Promised = ({ name, value }: { name: string; value: string }) => (
  <div className="flex flex-wrap justify-between gap-x-6 border-line border-t py-2.5">
    <dt className="text-muted">{name}</dt>
    <dd className="font-medium tabular-nums">{value}</dd>
  </div>
);
