// One source: how it is set up and whether it works, which of its events show, and what visitors read of them.

import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { useSources } from '#client/data/sources.ts';
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
import type { Site } from '#shared/contract/site.ts';
import type { Source } from '#shared/contract/source.ts';
import { type ConnectedKind, isConnectedKind, SOURCE_KIND_FACTS } from '#shared/source-kinds.ts';
import { isUntouched } from './connection-words.ts';
import { DeleteSource } from './delete-source.tsx';
import { SetUpPanel } from './set-up-panel.tsx';
import { StatusMark } from './status-mark.tsx';

const ConnectPanel = lazyPart(
  async () => (await import('./connect-panel.tsx')).ConnectPanel,
  <Skeleton className="h-56 w-full" />,
);

// Forms bring their validation, and the preview the widget; setting up by hand needs neither.
const SourceSettings = lazyPart(
  async () => (await import('./source-settings.tsx')).SourceSettings,
  <Skeleton className="h-96 w-full" />,
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
  const { kind } = source;
  const canDelete = kind !== 'api' || data.filter((other) => other.kind === 'api').length > 1;
  return (
    <div className="max-w-4xl space-y-8">
      <Head site={site} source={source} />
      <SetUp key={source.id} site={site} source={source} />
      {SOURCE_KIND_FACTS[kind].takesFiles && <ImportPart key={`import ${source.id}`} site={site} source={source} />}
      {kind === 'webhook' && <MappingPanel key={`mapping ${source.id}`} site={site} source={source} />}
      <SourceSettings key={source.id} site={site} source={source}>
        {source.hookUrl !== null && <DeliveriesPanel key={`deliveries ${source.id}`} source={source} />}
        {canDelete && <DeleteSource source={source} onDelete={setIsDeleted} />}
      </SourceSettings>
    </div>
  );
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
