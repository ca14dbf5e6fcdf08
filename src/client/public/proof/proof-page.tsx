// The page behind a notification's mark, for whoever read it in a shop: what it says, whose it is, who reported it and when,
// and in one line what that doesn't show. The browser compares the signature itself; how is folded away. Without a
// notification in the address, a proof can be pasted.
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useTitle } from '#client/hooks/use-title.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { proofKeysSchema, shownNotificationSchema } from '#shared/contract/proof.ts';
import { checkProof, type Verdict } from './check.ts';
import { ProofDetails, ProofText } from './proof-details.tsx';
import { ProvenCard, UnprovenCard } from './shown-card.tsx';

/** @returns the text at an address; null where there is none. @throws for any other answer */
async function textAt(address: string): Promise<string | null> {
  const response = await fetch(address, { credentials: 'omit' });
  // Read even where it isn't used: browsers keep a connection busy for what nobody reads.
  const text = await response.text();
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return text;
}

function useShown(siteId: string | undefined, notificationId: string | undefined) {
  return useQuery({
    queryKey: ['shown', siteId, notificationId],
    queryFn:
      siteId !== undefined && notificationId !== undefined
        ? async () => {
            const text = await textAt(
              `/api/embed/${encodeURIComponent(siteId)}/shown/${encodeURIComponent(notificationId)}`,
            );
            return text === null ? null : shownNotificationSchema.parse(JSON.parse(text));
          }
        : skipToken,
  });
}

export default function ProofPage() {
  useTitle('Check a notification');
  const { siteId, notificationId } = useParams();
  const isAsked = siteId !== undefined && notificationId !== undefined;
  const keys = useQuery({
    queryKey: ['proof-keys'],
    queryFn: async () => proofKeysSchema.parse(JSON.parse((await textAt('/.well-known/proofbell.json')) ?? '')),
  });
  const shown = useShown(siteId, notificationId);
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? shown.data?.proof ?? '';
  const known = keys.data;
  const { data: verdict } = useQuery({
    queryKey: ['verdict', text, known],
    queryFn: known && text.trim() !== '' ? () => checkProof(text, known) : skipToken,
  });
  const failed = [keys, ...(isAsked ? [shown] : [])].filter(({ isError }) => isError);
  /** What is at the address, as long as nobody pastes something else. */
  const asked = isAsked && typed === null ? shown.data : undefined;
  const claims = verdict?.kind === 'right' ? verdict.claims : undefined;
  // A proof of another notification says nothing about this one.
  const isOfAsked = claims?.site === siteId && claims?.notification === notificationId;
  const own = asked && claims && isOfAsked ? asked : undefined;
  const isToldWhole = own !== undefined || (asked && asked.basis !== 'event');
  const isLoading = (isAsked && typed === null && shown.isPending) || (text.trim() !== '' && !verdict);
  const outcome = () => {
    if (failed.length > 0)
      return (
        <Alert
          tone="danger"
          title="Couldn't load the proof"
          action={
            <Button variant="secondary" size="sm" onClick={() => failed.forEach((one) => void one.refetch())}>
              Try again
            </Button>
          }
        >
          The server didn't answer. This says nothing about the notification itself.
        </Alert>
      );
    if (asked === null)
      return (
        <Alert tone="info" title="This notification isn't shown at the moment">
          It has ended, or the order was refunded or canceled.
        </Alert>
      );
    if (asked && asked.basis !== 'event') return <UnprovenCard shown={asked} />;
    if (claims) return <ProvenCard claims={claims} shown={own} />;
    if (verdict) return <Trouble kind={verdict.kind as keyof typeof TROUBLES} />;
    return (
      isLoading && (
        <div role="status" aria-label="Checking the proof">
          <Skeleton className="h-96 w-full" />
        </div>
      )
    );
  };
  const field = <ProofText text={text} onChange={setTyped} />;
  return (
    <div className="mx-auto w-full max-w-2xl space-y-6 px-4 pt-8 pb-16 md:pt-16">
      {!isToldWhole && !(isLoading && isAsked && typed === null) && (
        <PageHeader
          title="Check a notification"
          description="A notification about a real order, sign-up or review has a proof. Your browser checks it right here."
        />
      )}
      {outcome()}
      {isAsked ? (
        <details className="group rounded-panel border border-line bg-surface">
          <summary className="cursor-pointer rounded-panel px-4 py-3.5 font-medium md:px-6">
            {asked === undefined || asked?.basis === 'event' ? 'How this was checked' : 'Check another proof'}
          </summary>
          <div className="space-y-6 border-line border-t px-4 py-5 md:px-6">
            {claims && <ProofDetails claims={claims} />}
            {field}
          </div>
        </details>
      ) : (
        <Panel>{field}</Panel>
      )}
    </div>
  );
}

const TROUBLES: Record<Exclude<Verdict['kind'], 'right'>, { title: string; text: string }> = {
  wrong: {
    title: "The signature doesn't match",
    text: 'The proof was changed after it was signed, or this server never signed it. It proves nothing.',
  },
  foreign: {
    title: 'Signed by another server',
    text: "This page only knows its own server's key. Open the check page of the server that the widget came from.",
  },
  unreadable: {
    title: "This isn't a proof",
    text: 'A proof has three parts with dots between them. Copy all of it, from the first letter to the last.',
  },
  unable: {
    title: "This browser can't check signatures",
    text: 'It needs a current browser, and a page over HTTPS.',
  },
};

function Trouble({ kind }: { kind: keyof typeof TROUBLES }) {
  const { title, text } = TROUBLES[kind];
  return (
    <Alert tone={kind === 'unable' ? 'info' : 'danger'} title={title}>
      {text}
    </Alert>
  );
}
