// The connection of a source to its shop: how it is made, how far it is, what it brought, and how it ends.
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { failureToast } from '#client/auth/failures.ts';
import { LearnMore } from '#client/content/learn-more.tsx';
import { useCheckConnection, useDisconnectShop } from '#client/data/sources.ts';
import { agoOf, dateOf, timeOf } from '#client/format/dates.ts';
import { count } from '#client/format/numbers.ts';
import { useNow } from '#client/hooks/use-now.ts';
import { NextStep } from '#client/setup/next-step.tsx';
import { Alert } from '#client/ui/alert.tsx';
import { Bar } from '#client/ui/bar.tsx';
import { Button, SmallButton } from '#client/ui/button.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { ConfirmButton } from '#client/ui/confirm-button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { Connection } from '#shared/contract/connection.ts';
import type { Site } from '#shared/contract/site.ts';
import type { Source } from '#shared/contract/source.ts';
import { shopifyAppToml } from '#shared/shopify-app.ts';
import { type ConnectedKind, SOURCE_KIND_FACTS } from '#shared/source-kinds.ts';
import { MINUTE } from '#shared/time.ts';
import { ConnectForm } from './connect-form.tsx';
import { disconnectText, progressText, resultText, shopName } from './connection-words.ts';
import { Waiting } from './first-delivery.tsx';
import { reachText } from './import-words.ts';
import { Note } from './set-up-steps.tsx';
import { refusalOf } from './source-words.ts';

const GUIDES: Record<ConnectedKind, string> = {
  woocommerce: 'connect-woocommerce',
  stripe: 'connect-stripe',
  shopify: 'connect-shopify',
};

type ConnectPanelProps = { site: Site; source: Source & { kind: ConnectedKind } };
type Of = ConnectPanelProps & { connection: Connection };

export function ConnectPanel({ site, source }: ConnectPanelProps) {
  const { kind, connection } = source;
  const { label } = SOURCE_KIND_FACTS[kind];
  const isDeclined = useDeclined();
  const isWorking = connection?.state === 'reading' || connection?.state === 'connected';
  return (
    <Panel
      title={isWorking ? `Connected to ${shopName(connection.shop)}` : `Connect ${label}`}
      description={
        isWorking ? undefined : (
          <>
            Imports the orders of the last 30 days, then new ones as they arrive.{' '}
            <LearnMore guide={GUIDES[kind]} about={`connecting ${label}`} slug={site.slug} />
          </>
        )
      }
      action={connection && connection.state !== 'waiting' && <Disconnect source={source} connection={connection} />}
    >
      {connection && isWorking ? (
        <Working site={site} source={source} connection={connection} />
      ) : connection?.state === 'waiting' && !isDeclined ? (
        <Consent site={site} source={source} connection={connection} />
      ) : (
        <div className="space-y-5">
          {isDeclined ? (
            <Alert tone="info" title="Nothing was connected">
              You didn't approve it in your shop, and nothing has changed there.
            </Alert>
          ) : (
            connection && (
              <Alert
                tone="danger"
                title={`${shopName(connection.shop)} isn't connected`}
                // Only where the shop was connected once is there something to look at.
                action={connection.checkedAt !== null && <TryAgain source={source} />}
              >
                {connection.problem}.
              </Alert>
            )
          )}
          <Way
            source={source}
            shop={connection?.shop}
            label={connection && !isDeclined ? 'Connect again' : 'Connect'}
          />
        </div>
      )}
      {kind === 'shopify' && source.hookUrl !== null && <Erasure hookUrl={source.hookUrl} />}
    </Panel>
  );
}

/** How Shopify tells of customers who are to be forgotten: it has no other way. */
const Erasure = ({ hookUrl }: { hookUrl: string }) => (
  <details className="group mt-5">
    <summary className="pressable-text w-fit rounded-control font-medium text-accent text-table marker:content-none hover:underline">
      Pass on customers' requests for erasure
    </summary>
    <div className="mt-3 space-y-3">
      <Note>Add this to the app's shopify.app.toml, and run “shopify app deploy”.</Note>
      <CodeBlock label="shopify.app.toml" code={shopifyAppToml(hookUrl)} />
    </div>
  </details>
);

/** The form, or why there can be none. */
function Way({ source, shop, label }: Pick<Of, 'source'> & { shop: string | undefined; label: string }) {
  const { kind, connectRefusal } = source;
  if (connectRefusal !== null) {
    return (
      <Alert tone="info" title={`${SOURCE_KIND_FACTS[kind].label} can't be connected to this server`}>
        {connectRefusal}.
      </Alert>
    );
  }
  return (
    <ConnectForm
      kind={kind}
      label={label}
      shop={SOURCE_KIND_FACTS[kind].connects === 'key' ? '' : (shop ?? '')}
      getSource={async () => ({ siteId: source.siteId, sourceId: source.id })}
    />
  );
}

/** @returns whether the owner has just come back from the shop without having agreed. */
function useDeclined(): boolean {
  const [query, setQuery] = useSearchParams();
  const [isDeclined, setIsDeclined] = useState(false);
  const success = query.get('success');
  // It says what the shop has said, and proves nothing: how the connection stands, the server knows.
  useEffect(() => {
    if (success === null) return;
    setIsDeclined(success === '0');
    setQuery({}, { replace: true, preventScrollReset: true });
  }, [success, setQuery]);
  return isDeclined;
}

/** The owner is in the shop, or has left it otherwise than by its buttons. */
function Consent({ source, connection: { shop, until } }: Of) {
  const { mutate, isPending } = useDisconnectShop();
  return (
    <div className="space-y-5">
      <Waiting title={`Waiting for your approval in ${shopName(shop)} …`}>
        {`${until === null ? '' : `It can be given until ${timeOf(until)}. `}You can leave this page open. If the shop shows an error, it can't reach this server.`}
      </Waiting>
      <Way source={source} shop={shop} label="Go to the shop again" />
      <Button
        variant="ghost"
        size="sm"
        className="-ml-3"
        isBusy={isPending}
        onClick={() =>
          mutate(
            { siteId: source.siteId, sourceId: source.id },
            { onError: (error) => toast(failureToast(error, { title: "Couldn't cancel" })) },
          )
        }
      >
        Cancel
      </Button>
    </div>
  );
}

/** Reads the past orders, or has read them. */
function Working({ site, source, connection }: Of) {
  const isReading = connection.state === 'reading';
  const [wasReading, setWasReading] = useState(isReading);
  if (isReading && !wasReading) setWasReading(true);
  return (
    <div className="space-y-5">
      {isReading ? (
        <Progress connection={connection} />
      ) : (
        <Alert tone={wasReading ? 'proof' : 'success'} title={wasReading ? 'It works' : undefined} isNews={wasReading}>
          {resultText(connection, reachText(source))}
        </Alert>
      )}
      <Trouble source={source} connection={connection} />
      {!isReading && <Checked connection={connection} />}
      {wasReading && <NextStep site={site} />}
    </div>
  );
}

function Progress({ connection }: { connection: Connection }) {
  const { read, total, found } = connection;
  const text = progressText(connection);
  return (
    <div>
      {/* Only the news; how far it is can be asked of the bar. */}
      <p role="status" className="sr-only">
        Reading past orders …
      </p>
      <p className="mb-2 font-semibold tabular-nums">{text}</p>
      <div
        role="progressbar"
        aria-label="Past orders"
        aria-valuetext={text}
        aria-valuemin={0}
        {...(total !== null && { 'aria-valuemax': total, 'aria-valuenow': Math.min(read, total) })}
      >
        <Bar share={total ? read / total : 0} hasTrack />
      </div>
      <p className="mt-2 text-muted text-table tabular-nums">
        {found === 0 ? 'The newest first.' : `${count(found)} ${found === 1 ? 'purchase' : 'purchases'} so far.`} You
        can leave this page.
      </p>
    </div>
  );
}

/** What is wrong with the shop, or with what it delivers, and the press that looks again. */
function Trouble({ source, connection: { state, problem } }: Pick<Of, 'source' | 'connection'>) {
  if (problem !== null) {
    return (
      <Alert tone="info" title="The shop doesn't answer" isNews action={<TryAgain source={source} />}>
        {problem}. {state === 'reading' ? 'Reading goes on by itself once it does.' : 'It is asked again by itself.'}
      </Alert>
    );
  }
  const refusal = refusalOf(source);
  if (source.status === 'off' || refusal) {
    return (
      <Alert
        tone="danger"
        title={refusal?.title ?? 'The shop has probably switched its webhooks off'}
        action={<TryAgain source={source} label="Repair the webhooks" />}
      >
        {refusal?.text ?? `The last ${source.failures} deliveries failed.`}
      </Alert>
    );
  }
  return null;
}

/** What the daily look at the shop's webhooks has found. */
function Checked({ connection: { checkedAt, note, notedAt } }: { connection: Connection }) {
  const now = useNow(MINUTE);
  return (
    <div className="space-y-1 text-muted text-table">
      {note && notedAt && (
        <p>
          {dateOf(notedAt)}: {note}.
        </p>
      )}
      {checkedAt && <p>The webhooks are checked each day, last {agoOf(checkedAt, now)}.</p>}
    </div>
  );
}

function TryAgain({ source, label = 'Try again' }: { source: Source; label?: string }) {
  const { mutate, isPending } = useCheckConnection();
  return (
    <SmallButton
      isBusy={isPending}
      onClick={() =>
        mutate(
          { siteId: source.siteId, sourceId: source.id },
          { onError: (error) => toast(failureToast(error, { title: "Couldn't ask the shop" })) },
        )
      }
    >
      {label}
    </SmallButton>
  );
}

function Disconnect({ source, connection }: Pick<Of, 'source' | 'connection'>) {
  const { mutateAsync } = useDisconnectShop();
  return (
    <ConfirmButton
      title={<span className="wrap-anywhere">Disconnect {shopName(connection.shop)}?</span>}
      description={disconnectText(source.kind)}
      confirmLabel="Disconnect"
      tone="danger"
      run={() => mutateAsync({ siteId: source.siteId, sourceId: source.id })}
      done={{ title: 'Disconnected' }}
      failed={{ title: 'Failed to disconnect' }}
    />
  );
}
