// One source in three tabs: how it is set up, which of its events show and how, and what was delivered; above them, the way of
// the last event.

import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { useArrivals, useSources } from '#client/data/sources.ts';
import { useNow } from '#client/hooks/use-now.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { ButtonLink, SmallButton } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { ContentError } from '#client/ui/load-error.tsx';
import { lazyPart } from '#client/ui/load-later.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Skeleton, Skeletons } from '#client/ui/skeleton.tsx';
import { SourceGlyph } from '#client/ui/source-kind.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import type { Site } from '#shared/contract/site.ts';
import type { Source } from '#shared/contract/source.ts';
import { type ConnectedKind, isConnectedKind, SOURCE_KIND_FACTS } from '#shared/source-kinds.ts';
import { isUntouched } from './connection-words.ts';
import { DeleteSource } from './delete-source.tsx';
import { SetUpPanel } from './set-up-panel.tsx';
import { firstTabOf, type SourceTab, TAB_LABELS, tabsOf } from './source-tabs.ts';
import { StatusMark } from './status-mark.tsx';

const ConnectPanel = lazyPart(
  async () => (await import('./connect-panel.tsx')).ConnectPanel,
  <Skeleton className="h-56 w-full" />,
);

// It brings the widget, which nobody needs before something has arrived.
const LiveStrip = lazyPart(
  async () => (await import('./live-strip.tsx')).LiveStrip,
  ({ source }) => (source.lastDeliveryAt === null ? null : <Skeleton className="h-62 w-full md:h-36" />),
);

// Forms bring their validation, and the preview the widget; setting up by hand needs neither.
const ShownSettings = lazyPart(
  async () => (await import('./source-settings.tsx')).ShownSettings,
  <Skeleton className="h-96 w-full" />,
);
const DetailSettings = lazyPart(
  async () => (await import('./source-settings.tsx')).DetailSettings,
  <Skeleton className="h-72 w-full" />,
);

// The form of a mapping, and the tree that it is chosen in.
const MappingPanel = lazyPart(
  async () => (await import('./mapping-panel.tsx')).MappingPanel,
  <Skeleton className="h-32 w-full" />,
);

const DeliveriesPanel = lazyPart(
  async () => (await import('./deliveries-panel.tsx')).DeliveriesPanel,
  <Skeleton className="h-48 w-full" />,
);

const ImportPart = lazyPart(
  async () => (await import('./import-panel.tsx')).ImportPart,
  <Skeleton className="h-56 w-full" />,
);

/** The address 'api' is that of the site's own source for the API, whose id nobody knows by heart. */
const isAt = (address: string) => (source: Source) =>
  source.id === address || (address === 'api' && source.kind === 'api');

export default function SourcePage({ site }: { site: Site }) {
  const { sourceId = '' } = useParams();
  const sources = useSources(site.id, isAt(sourceId));
  const { data } = sources;
  const source = data?.find(isAt(sourceId));
  useTitle(`${source?.name ?? 'Source'} · ${site.name}`);
  const [isDeleted, setIsDeleted] = useState(false);
  if (!data && sources.isError) return <ContentError title="Couldn't load this source" query={sources} />;
  // Once its form is gone, which would ask about what wasn't saved.
  if (data && !source && isDeleted) return <Navigate to={screens.siteSources.href(site.slug)} replace />;
  if (!data) {
    return <Skeletons label="Loading source" sizes={['h-16 w-80 max-w-full', 'h-96 w-full']} className="space-y-6" />;
  }
  if (!source) {
    return (
      <EmptyState
        title="This source isn't here"
        description="It was deleted, or it belongs to another site."
        action={<ButtonLink to={screens.siteSources.href(site.slug)}>See all sources</ButtonLink>}
      />
    );
  }
  // The one that the site came with stays: calls of the API need it.
  const canDelete = source.kind !== 'api' || data.filter((other) => other.kind === 'api').length > 1;
  return <Parts key={source.id} site={site} source={source} onDelete={canDelete ? setIsDeleted : null} />;
}

type PartsProps = {
  site: Site;
  source: Source;
  /** Told that it is about to be deleted, or isn't; null where it can't be. */
  onDelete: ((isGone: boolean) => void) | null;
};

function Parts({ site, source, onDelete }: PartsProps) {
  const { kind } = source;
  const arrivedAt = useArrivals(source);
  const [tab, setTab] = useTab(source);
  return (
    <div className="space-y-6">
      <Head site={site} source={source} />
      <LiveStrip site={site} source={source} />
      <Tabs
        label="Parts of this source"
        value={tab}
        onValueChange={setTab}
        tabs={tabsOf(source).map((value) => ({ value, label: TAB_LABELS[value] }))}
      />
      <Part isCurrent={tab === 'set-up'}>
        <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="min-w-0 space-y-8">
            <SetUp site={site} source={source} />
            {SOURCE_KIND_FACTS[kind].takesFiles && <ImportPart site={site} source={source} />}
            {kind === 'webhook' && <MappingPanel site={site} source={source} />}
          </div>
          <div className="min-w-0 space-y-8">
            <DetailSettings site={site} source={source} />
            {onDelete && <DeleteSource source={source} onDelete={onDelete} />}
          </div>
        </div>
      </Part>
      <Part isCurrent={tab === 'shows'}>
        <ShownSettings site={site} source={source} />
      </Part>
      {tab === 'deliveries' && <DeliveriesPanel site={site} source={source} arrivedAt={arrivedAt} />}
    </div>
  );
}

/** @returns which tab is open, as the address says, and what opens another. The first stays the first, whatever arrives meanwhile. */
function useTab(source: Source) {
  const [query, setQuery] = useSearchParams();
  // Whoever comes back from the shop reads there what became of it.
  const [first] = useState(() => (query.has('success') ? 'set-up' : firstTabOf(source)));
  const asked = query.get('tab');
  const tab = tabsOf(source).find((one) => one === asked) ?? first;
  const open = (next: string) => setQuery({ tab: next }, { preventScrollReset: true });
  return [tab as SourceTab, open] as const;
}

/** A tab's content, from when it is first opened: what is typed there, or on its way, stays. */
function Part({ isCurrent, children }: { isCurrent: boolean; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(isCurrent);
  if (isCurrent && !wasOpened) setWasOpened(true);
  return wasOpened && <div hidden={!isCurrent}>{children}</div>;
}

const isConnectable = (source: Source): source is Source & { kind: ConnectedKind } => isConnectedKind(source.kind);

/** A shop is connected, or its webhooks are made by hand: the other way is a press away. */
function SetUp({ site, source }: { site: Site; source: Source }) {
  const { kind, connection, connectRefusal } = source;
  const [choice, setChoice] = useState<boolean | null>(null);
  if (kind === 'csv') return null;
  if (!isConnectable(source)) return <SetUpPanel site={site} kind={kind} source={source} />;
  // Nothing changes places under whoever ends a connection.
  if (connection && choice === null) setChoice(false);
  const isByHand = choice ?? !isUntouched(source);
  if (!isByHand) {
    return (
      <>
        <ConnectPanel site={site} source={source} />
        {connection?.state !== 'reading' && connection?.state !== 'connected' && (
          <OtherWay label="Set up by hand" onClick={() => setChoice(true)}>
            Rather make the webhooks yourself?
          </OtherWay>
        )}
      </>
    );
  }
  return (
    <>
      <SetUpPanel site={site} kind={kind} source={source} />
      {connectRefusal === null && (
        <OtherWay label="Connect the shop" onClick={() => setChoice(false)}>
          Past orders, too?
        </OtherWay>
      )}
    </>
  );
}

type OtherWayProps = { label: string; onClick: () => void; children: string };

const OtherWay = ({ label, onClick, children }: OtherWayProps) => (
  <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-muted">
    {children}
    <SmallButton onClick={onClick}>{label}</SmallButton>
  </p>
);

function Head({ site, source }: { site: Site; source: Source }) {
  const now = useNow(15_000);
  return (
    <PageHeader
      eyebrow={
        <TextLink to={screens.siteSources.href(site.slug)} className="inline-flex min-h-6 items-center gap-1">
          <ArrowLeft aria-hidden="true" size={13} />
          Sources
        </TextLink>
      }
      title={
        <span className="wrap-anywhere flex items-center gap-3">
          <SourceGlyph kind={source.kind} size={44} />
          {source.name}
        </span>
      }
      description={<StatusMark source={source} now={now} />}
      action={
        <ButtonLink variant="secondary" to={screens.siteEvents.href(site.slug)}>
          See events
        </ButtonLink>
      }
    />
  );
}
