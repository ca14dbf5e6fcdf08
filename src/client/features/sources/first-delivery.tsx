// Waits for a source's first delivery, and turns green by itself. How long ago the last one was, the page's head says.
import { Alert } from '#client/ui/alert.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { Source } from '#shared/contract/source.ts';
import type { SenderKind } from './source-words.ts';

type FirstDeliveryProps = {
  kind: SenderKind;
  source: Source;
  /** Whether it was waited for here. */
  wasAwaited: boolean;
};

export function FirstDelivery({ kind, source, wasAwaited }: FirstDeliveryProps) {
  const { status, lastDeliveryAt, lastProblem } = source;
  const noun = kind === 'api' ? 'event' : 'delivery';
  const isWorking = status === 'working' && lastDeliveryAt !== null && lastProblem === null;
  return (
    <>
      {/* Only the news: how long ago it was would be read out each minute. */}
      <p role="status" className="sr-only">
        {isWorking && wasAwaited && `It works: ${kind === 'api' ? 'an event' : 'a delivery'} has arrived.`}
      </p>
      {lastDeliveryAt === null ? (
        <Waiting title={`Waiting for the first ${noun} …`}>{WAITING[kind]}</Waiting>
      ) : (
        isWorking &&
        wasAwaited && (
          <Alert tone="proof" title="It works">
            The first {noun} has arrived. What became of it stands at the top.
          </Alert>
        )
      )}
    </>
  );
}

const WAITING: Record<SenderKind, string> = {
  shopify: 'Send a test notification from the list of webhooks, or place an order.',
  woocommerce: 'Place an order, or change the status of one.',
  stripe: 'Pay in your shop, or send a test event from the endpoint.',
  webhook: 'Run the example above, or have the sender send one.',
  api: 'Run the example above.',
};

/** What is waited for, and what its sender can do about it. */
export const Waiting = ({ title, children }: { title: string; children: string }) => (
  <div className="flex gap-3">
    <Spinner className="mt-0.5 size-4" />
    <div className="min-w-0">
      <p className="font-semibold">{title}</p>
      <p className="text-muted text-table">{children}</p>
    </div>
  </div>
);
