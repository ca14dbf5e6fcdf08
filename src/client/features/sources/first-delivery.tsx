// Waits for a source's first delivery and turns green by itself; afterwards, says when the last good one came.
import { agoOf } from '#client/format/dates.ts';
import { useNow } from '#client/hooks/use-now.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { Source } from '#shared/contract/source.ts';
import type { SenderKind } from './source-words.ts';

type FirstDeliveryProps = {
  kind: SenderKind;
  source: Source;
  /** Whether it was waited for here, which is worth more than what had been there all along. */
  wasAwaited: boolean;
};

export function FirstDelivery({ kind, source, wasAwaited }: FirstDeliveryProps) {
  const { status, lastDeliveryAt, lastProblem } = source;
  const now = useNow(15_000);
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
      ) : isWorking ? (
        <Alert tone={wasAwaited ? 'proof' : 'success'} title={wasAwaited ? 'It works' : undefined}>
          Last {noun} {agoOf(lastDeliveryAt, now)}.
        </Alert>
      ) : (
        <p className="text-muted">
          Last accepted {noun} {agoOf(lastDeliveryAt, now)}.
        </p>
      )}
    </>
  );
}

const WAITING: Record<SenderKind, string> = {
  shopify: 'Send a test notification from the list of webhooks, or place an order. You can leave this page open.',
  woocommerce: 'Place an order, or change the status of one. You can leave this page open.',
  stripe: 'Pay in your shop, or send a test event from the endpoint. You can leave this page open.',
  webhook: 'Run the example above, or let the sender send. You can leave this page open.',
  api: 'Run the example above: its purchase shows up here within seconds.',
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
