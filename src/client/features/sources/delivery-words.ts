// What the log says of deliveries. Pure.
import type { Delivery } from '#shared/contract/delivery.ts';

export const VERDICTS: Record<Delivery['verdict'], { label: string; dot: string }> = {
  taken: { label: 'Taken', dot: 'bg-success' },
  test: { label: 'Test', dot: 'bg-success' },
  ignored: { label: 'Ignored', dot: 'bg-field' },
  refused: { label: 'Not readable', dot: 'bg-danger' },
};

/** @returns what was in it, '2 new events · 1 retracted'; '' for nothing. */
export function countsOf({ accepted, duplicates, retracted }: Delivery): string {
  return [
    accepted > 0 && `${accepted} new ${accepted === 1 ? 'event' : 'events'}`,
    duplicates > 0 && `${duplicates} known already`,
    retracted > 0 && `${retracted} retracted`,
  ]
    .filter(Boolean)
    .join(' · ');
}
