// What kinds of events are called, on every screen. Pure.
import type { EventKind } from '#shared/contract/event-fields.ts';

export const KIND_LABELS: Record<EventKind, string> = {
  purchase: 'Purchase',
  signup: 'Sign-up',
  review: 'Review',
  custom: 'Custom event',
};

/** @returns what several are called, 'Sign-ups'. */
export const kindsLabel = (kind: EventKind): string => `${KIND_LABELS[kind]}s`;
