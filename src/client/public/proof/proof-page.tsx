// What anybody can check about a notification of an event: the mark of the widget leads here. The signature is compared in
// this browser, and what it proves is said as plainly as what it doesn't.
import { skipToken, useQuery } from '@tanstack/react-query';
import { BadgeCheck, MessageSquareQuote } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useParams } from 'react-router';
import { useTitle } from '#client/hooks/use-title.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { Field } from '#client/ui/field.tsx';
import { Textarea } from '#client/ui/input.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { type ProofClaims, proofKeysSchema } from '#shared/contract/proof.ts';
import { vendorOf } from '#shared/provenance.ts';
import { checkProof, type Verdict } from './check.ts';

/** @returns the text at an address; null where there is none. @throws for any other answer */
async function textAt(address: string): Promise<string | null> {
  const response = await fetch(address, { credentials: 'omit' });
  // Read even where it isn't used: browsers keep a connection busy for what nobody reads.
  const text = await response.text();
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return text;
}

export default function ProofPage() {
  useTitle('Check a notification');
  const { siteId, notificationId } = useParams();
  const isAsked = siteId !== undefined && notificationId !== undefined;
  const keys = useQuery({
    queryKey: ['proof-keys'],
    queryFn: async () => proofKeysSchema.parse(JSON.parse((await textAt('/.well-known/proofbell.json')) ?? '')),
  });
  const proof = useQuery({
    queryKey: ['proof', siteId, notificationId],
    queryFn: () =>
      textAt(`/api/embed/${encodeURIComponent(siteId ?? '')}/proof/${encodeURIComponent(notificationId ?? '')}`),
    enabled: isAsked,
  });
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? proof.data ?? '';
  const known = keys.data;
  const { data: verdict } = useQuery({
    queryKey: ['verdict', text, known],
    queryFn: known && text.trim() !== '' ? () => checkProof(text, known) : skipToken,
  });
  const isLoading = isAsked && typed === null && proof.isPending;
  const failed = [keys, ...(isAsked ? [proof] : [])].filter(({ isError }) => isError);
  return (
    <div className="mx-auto max-w-4xl px-4 py-12 md:px-8 md:py-16">
      <PageHeader
        title="Check a notification"
        description="A notification of a real event comes with a proof: a statement of where it was reported from, signed by this server. Your browser checks the signature itself, right here."
      />
      <div className="mt-8 space-y-6 md:mt-10">
        {failed.length > 0 ? (
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
        ) : isAsked && typed === null && proof.data === null ? (
          <Alert tone="info" title="There is no proof for this notification">
            It isn't shown at the moment: it was retracted, it has ended, or somebody wrote it by hand.
          </Alert>
        ) : verdict ? (
          <Outcome verdict={verdict} />
        ) : (
          (isLoading || text.trim() !== '') && (
            <div role="status" aria-label="Checking the proof">
              <Skeleton className="h-64 w-full" />
            </div>
          )
        )}
        <ProofText text={text} onChange={setTyped} />
      </div>
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

function Outcome({ verdict }: { verdict: Verdict }) {
  if (verdict.kind === 'right') return <Statement claims={verdict.claims} />;
  const { title, text } = TROUBLES[verdict.kind];
  return (
    <Alert tone={verdict.kind === 'unable' ? 'info' : 'danger'} title={title}>
      {text}
    </Alert>
  );
}

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' });

function Statement({ claims }: { claims: ProofClaims }) {
  const { iss, site, notification, source, signed, read = false, time } = claims;
  const host = new URL(iss).host;
  const vendor = vendorOf(source);
  const Icon = signed ? BadgeCheck : MessageSquareQuote;
  return (
    <div role="status">
      <Panel>
        <div className="flex items-start gap-3">
          <Icon
            aria-hidden="true"
            size={26}
            className={`mt-0.5 shrink-0 ${signed ? 'text-proof-ink' : 'text-muted'}`}
          />
          <div>
            <h2 className="font-display text-heading">
              {signed
                ? `Proven: signed by ${vendor ?? "the shop's own system"}`
                : read
                  ? `Read from ${vendor ?? 'the shop'}, not signed`
                  : 'Reported by the shop'}
            </h2>
            <p className="mt-0.5 text-pretty text-muted">
              The proof is genuine: {host} signed it, and nothing in it was changed since.
            </p>
          </div>
        </div>
        <dl className="mt-6 grid gap-x-8 border-line border-t md:grid-cols-2">
          <Fact label="It happened">{moment.format(new Date(time))}</Fact>
          <Fact label="Reported by">{vendor ?? (signed ? 'A system that signs its messages' : 'The shop itself')}</Fact>
          <Fact label="Signed by">{host}</Fact>
          <Fact label="Notification">
            <span className="break-all font-mono text-meta">
              {notification} on site {site}
            </span>
          </Fact>
        </dl>
        <div className="mt-6 grid gap-x-8 gap-y-6 md:grid-cols-2">
          <Reasons
            title="What this proves"
            reasons={[
              signed
                ? `${host} took a delivery about this event that was correctly signed with the secret that ${vendor ?? 'the sending system'} and the shop share.`
                : read
                  ? `${host} read this event at the shop's own address, with keys that the shop had given it.`
                  : `${host} was told of this event by somebody with the shop's own key.`,
              'That the notification was live when this proof was fetched. After a refund or a cancellation there is none.',
              'The time, as exactly as the notification shows it.',
            ]}
          />
          <Reasons
            title="What it doesn't"
            reasons={[
              'That whoever runs this server is honest: they hold the key that signs proofs, and the secret that deliveries are checked with.',
              ...(signed ? [] : ['That it happened: nobody but the shop vouches for it.']),
              'Names, places and amounts. None of them is in a proof.',
            ]}
          />
        </div>
      </Panel>
    </div>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="border-line border-b py-3">
    <dt className="text-meta text-muted">{label}</dt>
    <dd className="mt-0.5">{children}</dd>
  </div>
);

function Reasons({ title, reasons }: { title: string; reasons: readonly string[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      <ul className="mt-2 list-disc space-y-1.5 pl-5 text-pretty marker:text-muted">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </section>
  );
}

function ProofText({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  return (
    <Panel>
      <Field
        label="The proof itself"
        hint={
          <>
            A compact JWS, signed with Ed25519. Paste another to check it: once this page has loaded, that works without
            a connection. Any tool can check it, too, with the{' '}
            <a className="underline" href="/.well-known/proofbell.json">
              server's public key
            </a>
            .
          </>
        }
        action={text !== '' && <CopyButton text={text} />}
      >
        {(control) => (
          <Textarea
            {...control}
            value={text}
            onChange={(event) => onChange(event.target.value)}
            rows={6}
            spellCheck={false}
            autoComplete="off"
            className="font-mono text-meta"
          />
        )}
      </Field>
    </Panel>
  );
}
