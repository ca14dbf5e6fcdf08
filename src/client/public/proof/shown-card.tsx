// What a shopper reads of a notification on the page of its proof: the sentence, the shop, who reported it and when, and one
// line of what that doesn't show. Only what was signed has the check.
import { BadgeCheck, PencilLine, Sigma, Store } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ProofClaims, ShownNotification } from '#shared/contract/proof.ts';
import { vendorOf } from '#shared/provenance.ts';

const DAY = { day: 'numeric', month: 'long' } as const;
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** @returns '27 November, 17:15' in the device's time zone, with the year of another year. @param now ms */
function momentOf(iso: string, now: number): string {
  const at = new Date(iso);
  const isThisYear = at.getFullYear() === new Date(now).getFullYear();
  const day = new Intl.DateTimeFormat('en-GB', isThisYear ? DAY : { ...DAY, year: 'numeric' });
  return `${day.format(at)}, ${TIME.format(at)}`;
}

type Told = { by: string; verdict: string; limits: string };

/** What is said of an event by how it was reported. What was read from the shop is never called signed. */
function toldOf({ source, signed, read = false }: ProofClaims): Told {
  const vendor = vendorOf(source);
  if (signed)
    return {
      verdict: 'Proven',
      by: `Reported by ${vendor ?? "the shop's own system"}`,
      limits: "Names and places aren't checked, and nothing proves that the shop itself is honest.",
    };
  if (read)
    return {
      verdict: 'Read from the shop, not signed',
      by: `Read from ${vendor ?? "the shop's own records"}`,
      limits: "We read this at the shop's own address. Nobody signed it, and names and places aren't checked.",
    };
  return {
    verdict: 'Reported by the shop, not proven',
    by: 'Reported by the shop itself',
    limits: "Nobody but the shop vouches for it. Names and places aren't checked.",
  };
}

/** @param shown what stands at the shop; undefined for a proof that was pasted. */
export function ProvenCard({ claims, shown }: { claims: ProofClaims; shown: ShownNotification | undefined }) {
  const { by, verdict, limits } = toldOf(claims);
  return (
    <Card
      icon={
        claims.signed ? (
          <BadgeCheck aria-hidden="true" size={72} strokeWidth={1.25} className="fill-proof-tint text-proof-ink" />
        ) : (
          <Store aria-hidden="true" size={56} strokeWidth={1.25} className="text-muted" />
        )
      }
      isProven={claims.signed}
      verdict={verdict}
      shown={shown}
      limits={limits}
    >
      {by},{' '}
      <time dateTime={claims.time} className="whitespace-nowrap">
        {momentOf(claims.time, Date.now())}
      </time>
    </Card>
  );
}

/** For a live notification that tells of no single event. */
export function UnprovenCard({ shown }: { shown: ShownNotification }) {
  const isCounted = shown.basis === 'count';
  const Icon = isCounted ? Sigma : PencilLine;
  return (
    <Card
      icon={<Icon aria-hidden="true" size={48} strokeWidth={1.25} className="text-muted" />}
      isProven={false}
      verdict="No proof"
      shown={shown}
      limits="Only a notification about one order, sign-up or review has a proof."
    >
      {isCounted ? 'A number counted from many events' : 'Written by the shop itself'}
    </Card>
  );
}

type CardProps = {
  icon: ReactNode;
  isProven: boolean;
  verdict: string;
  shown: ShownNotification | undefined;
  /** Who reported it, and when. */
  children: ReactNode;
  limits: string;
};

function Card({ icon, isProven, verdict, shown, children, limits }: CardProps) {
  const Verdict = shown ? 'p' : 'h2';
  return (
    <div role="status" className="rounded-panel border border-line bg-surface text-center">
      <div className="px-5 pt-10 pb-8 md:px-12 md:pt-12">
        <div className="grid h-18 place-items-center">{icon}</div>
        <Verdict className={`mt-4 font-semibold ${isProven ? 'text-proof-ink' : 'text-muted'}`}>{verdict}</Verdict>
        {shown && (
          <>
            {shown.title && <p className="wrap-anywhere mt-3 text-muted">{shown.title}</p>}
            <h1 className="wrap-anywhere mt-2 text-balance font-display text-title md:text-display">
              “{shown.message}”
            </h1>
            <p className="wrap-anywhere mt-3 font-semibold text-heading">{shown.shop}</p>
          </>
        )}
        <p className="mt-3 text-pretty">{children}</p>
      </div>
      <p className="text-pretty border-line border-t px-5 py-4 text-muted text-table md:px-12">{limits}</p>
    </div>
  );
}
