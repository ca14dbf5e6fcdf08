// How a proof was checked, for whoever wants to know: what it says, what follows from it and what doesn't, and the proof
// itself to copy or to replace by another.
import { type ReactNode, useId } from 'react';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { Field } from '#client/ui/field.tsx';
import { Textarea } from '#client/ui/input.tsx';
import type { ProofClaims } from '#shared/contract/proof.ts';
import { vendorOf } from '#shared/provenance.ts';

export function ProofDetails({ claims }: { claims: ProofClaims }) {
  const { iss, site, notification, source, signed, read = false } = claims;
  const host = new URL(iss).host;
  const vendor = vendorOf(source);
  return (
    <>
      <p className="text-pretty">
        The proof is genuine: {host} signed it, and nothing in it was changed since. Your browser checked that.
      </p>
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
        <Reasons
          title="What this proves"
          reasons={[
            signed
              ? `${host} received a correctly signed message about this event, with the secret that ${vendor ?? 'the sending system'} and the shop share.`
              : read
                ? `${host} read this event at the shop's own address, with keys that the shop had given it.`
                : `${host} was told of this event with the shop's own key.`,
            'The notification is shown now. After a refund or a cancellation it has no proof.',
            'The time, as exactly as the notification shows it.',
          ]}
        />
        <Reasons
          title="What it doesn't"
          reasons={[
            'That the shop itself is honest: whoever runs this server holds its keys.',
            ...(signed ? [] : ['That it happened: nobody but the shop vouches for it.']),
            'Names, places, products and amounts. None of them is in a proof.',
          ]}
        />
      </div>
      <dl className="grid gap-x-8 border-line border-t text-table md:grid-cols-2">
        <Fact label="Notification">
          <span className="wrap-anywhere font-mono text-meta">{notification}</span>
        </Fact>
        <Fact label="Site">
          <span className="wrap-anywhere font-mono text-meta">{site}</span>
        </Fact>
      </dl>
    </>
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

export const ProofText = ({ text, onChange }: { text: string; onChange: (text: string) => void }) => (
  <Field
    label="The proof itself"
    hint={
      <>
        A compact JWS, signed with Ed25519. Paste another to check it: once this page has loaded, that works without a
        connection. Any tool can check it, too, with the{' '}
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
);
