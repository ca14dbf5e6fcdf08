// What the kinds of events are called, wherever one is named alone.
import type { EventKind } from '#shared/contract/event-fields.ts';

export const KIND_LABELS: Record<EventKind, string> = {
  purchase: 'Purchase',
  signup: 'Sign-up',
  review: 'Review',
  custom: 'Custom',
};
