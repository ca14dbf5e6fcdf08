// How owners are told of events: in a sentence and its facts; event-state.ts says whether each shows. Pure.
import type { Event } from '#shared/contract/event.ts';
import { KIND_LABELS } from './event-kinds.ts';

/** @returns what happened, with all that the source says of who: owners may read it, and visitors never do. */
export function sentenceOf({ kind, actor, subject, quantity, text, state }: Event): string {
  if (state === 'retracted' && !actor && !subject) return 'Details erased';
  const who = [actor?.firstName, actor?.lastName].filter(Boolean).join(' ') || 'Someone';
  const what = subject?.name;
  switch (kind) {
    case 'purchase': {
      const count = quantity !== undefined && quantity > 1 ? `${quantity} × ` : '';
      return `${who} ${what ? `bought ${count}${what}` : 'placed an order'}`;
    }
    case 'signup':
      return `${who} signed up${what ? ` for ${what}` : ''}`;
    case 'review':
      return `${who} reviewed ${what ?? 'a purchase'}`;
    case 'custom':
      return text ?? `${who} did something`;
  }
}

const amountOf = ({ amount, currency }: Event): string | null => {
  if (amount === undefined) return null;
  if (currency === undefined) return String(amount);
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);
};

/** @returns what else is known, the most telling first. */
export function factsOf(event: Event): string[] {
  const { kind, actor, rating, reference, id } = event;
  return [
    KIND_LABELS[kind],
    [actor?.city ?? actor?.region, actor?.country].filter(Boolean).join(', '),
    amountOf(event),
    rating !== undefined && `${rating} ${rating === 1 ? 'star' : 'stars'}`,
    reference ?? id,
  ].filter((fact): fact is string => Boolean(fact));
}
