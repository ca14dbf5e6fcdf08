// What a shopper reads of a notification on the page of its proof: what was reported, by whom and when; and, apart from that,
// the sentence itself, which is the shop's. Only what was signed has the check.
import { BadgeCheck, PencilLine, Sigma, Store } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ProofClaims, ShownNotification } from '#shared/contract/proof.ts';
import { vendorOf } from '#shared/provenance.ts';
import { momentOf } from './moment.ts';

/** What is said of each kind of event, and whose the words about it are. Nobody checks them. */
const KINDS: Record<NonNullable<ProofClaims['kind']>, { what: string; words: string }> = {
  purchase: { what: 'An order', words: "Names, places and the product are the shop's words, not checked." },
  signup: { what: 'A sign-up', words: "Names and places are the shop's words, not checked." },
  review: {
    what: 'A review',
    words: "Name, product, text and stars are the reviewer's or the shop's words, not checked.",
  },
  custom: { what: 'An event', words: "These are the shop's words, not checked." },
};

type Told = { by: string; verdict: string; limits: string };

/** What is said of an event by how it was reported. What was read from the shop is never called signed. */
function toldOf({ source, signed, read = false }: ProofClaims): Told {
  const vendor = vendorOf(source);
  if (signed)
    return {
      verdict: 'Proven',
      by: `reported by ${vendor ?? "the shop's own system"}`,
      limits: 'Nothing proves that the shop itself is honest.',
    };
  if (read)
    return {
      verdict: 'Not signed',
      by: `read from ${vendor ?? "the shop's own records"}`,
      limits: "This server read it at the shop's own address. The shop didn't sign it.",
    };
  return {
    verdict: 'Not proven',
    by: 'reported by the shop itself',
    limits: 'Nobody but the shop vouches for it.',
  };
}

/** @param shown what stands at the shop; undefined for a proof that was pasted. */
export function ProvenCard({ claims, shown }: { claims: ProofClaims; shown: ShownNotification | undefined }) {
  const { by, verdict, limits } = toldOf(claims);
  const { what, words } = KINDS[claims.kind ?? 'custom'];
  const Heading = shown ? 'h1' : 'h2';
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
      limits={limits}
      isDemo={shown?.isDemo}
      quote={
        shown && (
          <figure className="border-line border-t px-5 py-6 md:px-12">
            <figcaption className="text-meta text-muted">What you saw</figcaption>
            <blockquote className="mt-2">
              {shown.title && <p className="wrap-anywhere text-muted">{shown.title}</p>}
              {shown.rating && <Stars rating={shown.rating} />}
              <p className="wrap-anywhere text-balance text-heading">“{shown.message}”</p>
            </blockquote>
            <p className="mt-2 text-pretty text-muted text-table">{words}</p>
          </figure>
        )
      }
    >
      <Heading className="wrap-anywhere mt-2 text-balance font-display text-title md:text-display">
        {what}
        {shown && ` at ${shown.shop}`}, {by}
      </Heading>
      <p className="mt-3 text-balance">
        <time dateTime={claims.time}>{momentOf(claims.time)}</time>
      </p>
    </Card>
  );
}

const Stars = ({ rating }: { rating: number }) => (
  <p role="img" aria-label={`${rating} of 5 stars`} className="my-1 text-muted">
    {'★★★★★☆☆☆☆☆'.slice(5 - rating, 10 - rating)}
  </p>
);

/** For a live notification that tells of no single event. */
export function UnprovenCard({ shown }: { shown: ShownNotification }) {
  const isCounted = shown.basis === 'count';
  const Icon = isCounted ? Sigma : PencilLine;
  return (
    <Card
      icon={<Icon aria-hidden="true" size={48} strokeWidth={1.25} className="text-muted" />}
      isProven={false}
      verdict="No proof"
      limits="Only a notification about one order, sign-up or review has a proof."
      isDemo={shown.isDemo}
    >
      {shown.title && <p className="wrap-anywhere mt-3 text-muted">{shown.title}</p>}
      <h1 className="wrap-anywhere mt-2 text-balance font-display text-title md:text-display">“{shown.message}”</h1>
      <p className="wrap-anywhere mt-3 font-semibold text-heading">{shown.shop}</p>
      <p className="mt-3 text-pretty">
        {isCounted ? 'A number counted from many events' : 'Written by the shop itself'}
      </p>
    </Card>
  );
}

type CardProps = {
  icon: ReactNode;
  isProven: boolean;
  verdict: string;
  /** What it is about. */
  children: ReactNode;
  quote?: ReactNode;
  limits: string;
  isDemo: boolean | undefined;
};

const Card = ({ icon, isProven, verdict, children, quote, limits, isDemo }: CardProps) => (
  <div role="status" className="rounded-panel border border-line bg-surface text-center">
    <div className="px-5 pt-10 pb-8 md:px-12 md:pt-12">
      <div className="grid h-18 place-items-center">{icon}</div>
      <p className={`mt-4 font-semibold ${isProven ? 'text-proof-ink' : 'text-muted'}`}>{verdict}</p>
      {children}
    </div>
    {quote}
    <p className="text-pretty border-line border-t px-5 py-4 text-muted text-table md:px-12">
      {isDemo && 'This is a demo: its orders are made up. '}
      {limits}
    </p>
  </div>
);
