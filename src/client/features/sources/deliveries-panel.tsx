// What arrived at a source's address within 30 days and what became of it. Nothing in it is personal: what it told is among
// the events.
import { useState } from 'react';
import { failureToast } from '#client/auth/failures.ts';
import { useDeliveries, useRunDelivery } from '#client/data/deliveries.ts';
import { agoOf, dateOf, timeOf } from '#client/format/dates.ts';
import { reasonOf, STATE_LABELS } from '#client/format/event-state.ts';
import { count } from '#client/format/numbers.ts';
import { useNow } from '#client/hooks/use-now.ts';
import { screens } from '#client/screens.ts';
import { Button } from '#client/ui/button.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { ListFallback } from '#client/ui/list-fallback.tsx';
import { Pager, useLastPage } from '#client/ui/pager.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Table, type TableColumns } from '#client/ui/table.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { Delivery, DeliveryRun } from '#shared/contract/delivery.ts';
import type { Site } from '#shared/contract/site.ts';
import type { Source } from '#shared/contract/source.ts';
import { isMappable } from '#shared/event-messages.ts';
import { MINUTE } from '#shared/time.ts';
import { DeliveryDays } from './delivery-days.tsx';
import { countsOf, MAPPING_ANCHOR, VERDICTS } from './delivery-words.ts';

const LIMIT = 10;

/** @param props.arrivedAt when another delivery was noticed last, in ms: a list from before doesn't have it. */
export function DeliveriesPanel({ site, source, arrivedAt }: { site: Site; source: Source; arrivedAt: number }) {
  const [page, setPage] = useState(1);
  const query = useDeliveries({
    siteId: source.siteId,
    sourceId: source.id,
    page,
    limit: LIMIT,
  });
  const { data } = query;
  const last = useLastPage([page, setPage], data?.total, LIMIT);
  return (
    <Panel title="Deliveries from the last 30 days">
      {!data || (data.total === 0 && query.dataUpdatedAt < arrivedAt) ? (
        <ListFallback noun="deliveries" query={query} />
      ) : data.total === 0 ? (
        <p className="text-muted">{source.lastDeliveryAt === null ? 'None yet.' : 'None in the last 30 days.'}</p>
      ) : (
        <div className="space-y-4">
          <DeliveryDays source={source} />
          <DeliveryTable site={site} source={source} deliveries={data.deliveries} />
          <Pager
            noun="deliveries"
            count={`${count(data.total)} ${data.total === 1 ? 'delivery' : 'deliveries'}`}
            page={data.page}
            last={last}
            onPage={setPage}
          />
        </div>
      )}
    </Panel>
  );
}

type DeliveryTableProps = { site: Site; source: Source; deliveries: readonly Delivery[] };

function DeliveryTable({ site, source, deliveries }: DeliveryTableProps) {
  const now = useNow(MINUTE / 2);
  const mapHref = `${screens.siteSource.href(site.slug, source.id, 'set-up')}#${MAPPING_ANCHOR}`;
  const columns: TableColumns<Delivery> = [
    { key: 'verdict', header: 'Delivery', cell: (delivery) => <What delivery={delivery} mapHref={mapHref} /> },
    {
      key: 'at',
      header: 'Received',
      cell: ({ at }) => <span title={`${dateOf(at)}, ${timeOf(at)}`}>{agoOf(at, now)}</span>,
    },
    { key: 'proof', header: 'Proof', cell: ({ isSigned }) => (isSigned ? 'Signed' : 'Unsigned (secret only)') },
    {
      key: 'run',
      header: <span className="sr-only">Run again</span>,
      place: 'corner',
      align: 'end',
      cell: (delivery) => delivery.eventId !== null && <RunAgain source={source} delivery={delivery} />,
    },
  ];
  return <Table label="Deliveries" columns={columns} rows={deliveries} rowKey={({ id }) => id} />;
}

function What({ delivery, mapHref }: { delivery: Delivery; mapHref: string }) {
  const { verdict, reason } = delivery;
  const { label, dot } = VERDICTS[verdict];
  return (
    <div className="min-w-0">
      <p className="flex items-center gap-2 font-medium">
        <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dot}`} />
        {label}
      </p>
      <p className="wrap-anywhere mt-0.5 text-pretty text-meta text-muted">
        {[countsOf(delivery), reason].filter(Boolean).join(' · ')}
        {reason !== null && isMappable(reason) && (
          <>
            {'. '}
            <TextLink to={mapHref}>Map its fields</TextLink>
          </>
        )}
      </p>
    </div>
  );
}

/** @returns what a run found, for the toast that says it. */
function resultOf({ event, reason }: DeliveryRun) {
  if (!event) return { title: 'No event in this delivery', ...(reason !== null && { description: `${reason}.` }) };
  const why = reasonOf({ state: event.state, reason });
  return {
    title: STATE_LABELS[event.state],
    ...(why !== null && { description: `${why}.` }),
    ...(event.state === 'shown' && { tone: 'success' as const }),
  };
}

function RunAgain({ source, delivery }: { source: Source; delivery: Delivery }) {
  const run = useRunDelivery();
  const start = async () => {
    try {
      toast(resultOf(await run.mutateAsync({ siteId: source.siteId, sourceId: source.id, deliveryId: delivery.id })));
    } catch (error) {
      toast(failureToast(error, { title: "Couldn't run it again" }));
    }
  };
  return (
    <Button
      variant="secondary"
      size="sm"
      isBusy={run.isPending}
      aria-label={`Run again: event ${delivery.eventId}`}
      onClick={() => void start()}
    >
      Run again
    </Button>
  );
}
