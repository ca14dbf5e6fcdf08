// An event that is only about to be one, as the preview words it. Pure.
import type { EventInput } from '#shared/contract/event.ts';
import type { MappedEvent } from '#shared/event-mapping.ts';
import type { WordedEvent } from '#shared/event-wording.ts';

export type PreviewedEvent = WordedEvent & { rating?: number | null };

/**
 * @param event of a file, or as a mapping finds it in a body: nothing of that is checked yet.
 * @param now ms, for an event that doesn't say when it happened.
 */
export function wordedOf(event: EventInput | MappedEvent, now: number): PreviewedEvent {
  const { kind, occurredAt, actor, subject, quantity, amount, currency, text, rating } = event;
  return {
    kind: kind ?? 'purchase',
    occurredAt: occurredAt ?? new Date(now).toISOString(),
    firstName: actor?.firstName ?? null,
    city: actor?.city ?? null,
    region: actor?.region ?? null,
    country: actor?.country ?? null,
    subjectName: subject?.name ?? null,
    quantity: quantity ?? null,
    amount: amount ?? null,
    currency: currency !== undefined && /^[A-Z]{3}$/.test(currency) ? currency : null,
    text: text ?? null,
    rating: rating ?? null,
  };
}
