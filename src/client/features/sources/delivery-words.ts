// What the log says of deliveries. Pure.
import { count } from '#client/format/numbers.ts';
import type { Delivery } from '#shared/contract/delivery.ts';
import type { SourceActivity } from '#shared/contract/source-activity.ts';

export const VERDICTS: Record<Delivery['verdict'], { label: string; dot: string }> = {
  taken: { label: 'Accepted', dot: 'bg-success' },
  test: { label: 'Test', dot: 'bg-success' },
  ignored: { label: 'Ignored', dot: 'bg-field' },
  refused: { label: "Couldn't read", dot: 'bg-danger' },
};

/** Where the fields are mapped, on the same page. */
export const MAPPING_ANCHOR = 'map-fields';

/** @returns what was in it, '2 new events · 1 refunded or canceled'; '' for nothing. */
export function countsOf({ accepted, duplicates, retracted }: Delivery): string {
  return [
    accepted > 0 && `${accepted} new ${accepted === 1 ? 'event' : 'events'}`,
    duplicates > 0 && `${duplicates} already here`,
    retracted > 0 && `${retracted} refunded or canceled`,
  ]
    .filter(Boolean)
    .join(' · ');
}

type Day = SourceActivity['days'][number];

const deliveriesText = (deliveries: number) => `${count(deliveries)} ${deliveries === 1 ? 'delivery' : 'deliveries'}`;

/** @param nameOf names a date. @returns what arrived on a day, 'Nov 26: 12 deliveries, 1 unreadable'. */
export const dayText = ({ date, deliveries, refused }: Day, nameOf: (date: string) => string): string =>
  `${nameOf(date)}: ${deliveriesText(deliveries)}${refused > 0 ? `, ${count(refused)} unreadable` : ''}`;

/** @returns the picture of all days in words. */
export function daysText(days: readonly Day[], nameOf: (date: string) => string): string {
  const busy = days.filter(({ deliveries }) => deliveries > 0);
  const most = busy.toSorted((one, other) => other.deliveries - one.deliveries)[0];
  if (!most) return 'No deliveries in 30 days';
  const all = busy.reduce((sum, { deliveries }) => sum + deliveries, 0);
  const refused = busy.reduce((sum, day) => sum + day.refused, 0);
  return [
    `${deliveriesText(all)} on ${busy.length} of ${days.length} days`,
    `most on ${nameOf(most.date)} (${count(most.deliveries)})`,
    refused > 0 && `${count(refused)} unreadable`,
  ]
    .filter(Boolean)
    .join(', ');
}
