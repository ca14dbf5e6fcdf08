// Connects a shop whose address came along with the owner, as from the WordPress plugin: by the source that was added for
// that, or by a new one.
import { Navigate, useNavigate } from 'react-router';
import { useCreateSource } from '#client/data/sources.ts';
import { screens } from '#client/screens.ts';
import { Panel } from '#client/ui/panel.tsx';
import type { Site } from '#shared/contract/site.ts';
import type { Source } from '#shared/contract/source.ts';
import { type ConnectedKind, SOURCE_KIND_FACTS } from '#shared/source-kinds.ts';
import { ConnectForm } from './connect-form.tsx';
import { isSameShop, isUntouched } from './connection-words.ts';

type ConnectNewProps = {
  site: Site;
  sources: readonly Source[];
  kind: ConnectedKind;
  /** Its address; '' when that is unknown. */
  shop: string;
};

export function ConnectNew({ site, sources, kind, shop }: ConnectNewProps) {
  const navigate = useNavigate();
  const create = useCreateSource();
  const own = sources.filter((source) => source.kind === kind);
  const connected = own.find(({ connection }) => connection && isSameShop(connection.shop, shop));
  if (connected) return <Navigate to={screens.siteSource.href(site.slug, connected.id, 'set-up')} replace />;
  const getSource = async () => {
    const { id } = own.find(isUntouched) ?? (await create.mutateAsync({ siteId: site.id, kind }));
    return { siteId: site.id, sourceId: id };
  };
  return (
    <Panel title={`Connect ${SOURCE_KIND_FACTS[kind].label}`}>
      <ConnectForm
        kind={kind}
        shop={shop}
        getSource={getSource}
        onConnected={({ source }) => navigate(screens.siteSource.href(site.slug, source.id, 'set-up'))}
      />
    </Panel>
  );
}
