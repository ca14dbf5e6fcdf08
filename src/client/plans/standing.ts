// How an account stands with its plan, in words. docs/billing.md says what each status means. Pure.
import { dateOf } from '#client/format/dates.ts';
import { capitalized } from '#client/format/words.ts';
import type { Billing } from '#shared/contract/billing.ts';
import { priceOf, type ShownPlan, sitesOf } from './words.ts';

export type Standing = {
  /** Beside the plan's name; null where there is nothing to add to it. */
  badge: { label: string; tone: 'success' | 'accent' | 'proof' | 'danger' | 'neutral' } | null;
  /** What holds, and until when. */
  text: string;
  /** What keeps the plan from working, and what the button is called that leads to the provider's page. */
  trouble: { title: string; text: string; action: string } | null;
};

type Read = Omit<Billing, 'offer'>;

const KEEPS_RUNNING = 'Your sites keep running.';

/** @param shown the plan with its price; undefined while prices aren't known. */
export function standingOf(billing: Read, shown: ShownPlan | undefined): Standing {
  const { plan, status, isGranted, cycle } = billing;
  const name = capitalized(plan);
  if (isGranted) {
    const besides = cycle === null ? '' : ` You also pay for a subscription: ${besidesGrant(billing)}`;
    return {
      badge: { label: 'Granted', tone: 'accent' },
      text: `This server's operator gave you ${name}, free of charge.${besides}`,
      trouble: null,
    };
  }
  const troubled = TROUBLES[status];
  if (troubled) return troubled(name);
  if (plan === 'free') return { badge: null, text: free(billing), trouble: null };
  return paid(billing, name, shown);
}

const besidesGrant = ({ renewsAt, cancelsAt }: Read): string =>
  cancelsAt !== null
    ? `it ends on ${dateOf(cancelsAt)}.`
    : renewsAt !== null
      ? `it renews on ${dateOf(renewsAt)}. You can cancel it under “Manage plan”.`
      : 'see “Manage plan”.';

const free = ({ hasCustomer }: Read): string =>
  hasCustomer ? 'Nothing is charged. Your invoices list earlier payments.' : 'Free forever.';

function paid({ status, cycle, renewsAt, cancelsAt }: Read, name: string, shown: ShownPlan | undefined): Standing {
  if (cancelsAt !== null) {
    return {
      badge: { label: 'Canceled', tone: 'proof' },
      text: `You keep ${name} until ${dateOf(cancelsAt)}. Then you're on Free, and nothing more is charged. ${KEEPS_RUNNING} Until that day you can resume the plan.`,
      trouble: null,
    };
  }
  const price = shown && cycle ? priceOf(shown, cycle) : null;
  const next = renewsAt === null ? null : dateOf(renewsAt);
  if (status === 'trialing') {
    return {
      badge: { label: 'Trial', tone: 'accent' },
      text: `Your trial${next ? ` lasts until ${next}` : ''}. Then ${price ? `${price} is charged` : 'the plan is charged'}.`,
      trouble: null,
    };
  }
  return {
    badge: { label: 'Active', tone: 'success' },
    text: next ? `Renews on ${next}${price ? ` at ${price}` : ''}.` : `${name} is paid.`,
    trouble: null,
  };
}

/** What each status means that isn't fine. */
const TROUBLES: Record<string, (name: string) => Standing> = {
  past_due: (name) => ({
    badge: { label: 'Payment overdue', tone: 'danger' },
    text: `You still have ${name}, but its renewal isn't paid.`,
    trouble: {
      title: 'Your last payment failed',
      text: `Update your card to create another site. ${KEEPS_RUNNING} We also retry the payment automatically.`,
      action: 'Update card',
    },
  }),
  unpaid: () => ({
    badge: { label: 'Unpaid', tone: 'danger' },
    text: 'The limits of Free apply until you pay the open invoice.',
    trouble: {
      title: 'Your plan is off because it was not paid',
      text: `Pay the open invoice, and it's back at once. ${KEEPS_RUNNING}`,
      action: 'Pay invoice',
    },
  }),
  paused: () => ({
    badge: { label: 'Paused', tone: 'proof' },
    text: 'The limits of Free apply until you add a card.',
    trouble: {
      title: 'Your trial has ended without a card',
      text: `Add a card to go on with your plan. ${KEEPS_RUNNING}`,
      action: 'Add card',
    },
  }),
  incomplete: () => ({
    badge: { label: 'Not paid yet', tone: 'proof' },
    text: 'Your plan starts when its first payment arrives.',
    trouble: {
      title: "Your first payment hasn't gone through",
      text: 'Your bank may be waiting for you to confirm it. Nothing has been charged so far.',
      action: 'See the payment',
    },
  }),
};

/** @returns how many more sites can be created, or why none. */
export function roomOf({
  sites: { owned, allowed, remaining, mayCreate },
  offer,
}: Pick<Billing, 'sites' | 'offer'>): string {
  if (owned > allowed) {
    return `Your plan includes ${sitesOf(allowed)}. All of yours keep running, but you can't create another one.`;
  }
  if (remaining > 0 && !mayCreate) return 'You can create another one once the payment is made.';
  if (remaining > 0) return `${sitesOf(remaining)} remaining`;
  const plan = offer.buying === 'off' ? '' : 'upgrade, or ';
  return `No sites remaining. To add more, ${plan}ask the operator to raise MAX_SITES.`;
}
