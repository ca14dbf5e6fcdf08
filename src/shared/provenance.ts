// What stands behind a notification, and so what may be said of it: when it was, where it comes from, and to whoever writes
// one by hand that nothing does. Pure.

import type { NotificationType } from './embed/payload.ts';
import { SOURCE_KIND_FACTS, type SourceKind } from './source-kinds.ts';

/** Types that describe the present rather than a past event, where an age would mislead. */
const AGELESS: readonly NotificationType[] = ['visitors', 'low-stock', 'announcement', 'discount'];

/** Types that claim that a person did something, by what visitors would call it. */
const CLAIMS: { [Type in NotificationType]?: string } = {
  purchase: 'purchase',
  signup: 'sign-up',
  review: 'review',
};

/** `aggregate` is null or missing but for what the server computes from events. */
export type Told = { type: NotificationType; source: string; aggregate?: { measure: string } | null | undefined };

const isByHand = ({ source, aggregate }: Told): boolean => !aggregate && (source === 'manual' || source === 'template');

/** Whether it claims that a person did something, and nothing but its author says so. They are allowed. */
const isHandWritten = (told: Told): boolean => CLAIMS[told.type] !== undefined && isByHand(told);

/** Whether it has a number that the server could compute, and its author typed it. */
const isTyped = (told: Told): boolean => told.type === 'visitors' && isByHand(told);

const TYPED =
  'Nothing counts this: the number stays as you type it. The template “Shown today” computes it every minute.';

/** @returns what its author is told, on the screen and by the API; empty for most notifications. */
export function warningsOf(told: Told): string[] {
  if (isTyped(told)) return [TYPED];
  return isHandWritten(told)
    ? [
        `Nothing proves this ${CLAIMS[told.type]}: it's written by hand, listed as Manual and shown without its age. Write only what really happened, or connect a source.`,
      ]
    : [];
}

/** @returns whether visitors are told how long ago it was; of computed numbers only what is a time: when something last happened. */
export const hasAge = (told: Told): boolean =>
  told.aggregate ? told.aggregate.measure === 'last' : !AGELESS.includes(told.type) && !isHandWritten(told);

/** @returns the name of the vendor behind a kind of source; undefined for the shop's own systems. */
export function vendorOf(source: string): string | undefined {
  if (!Object.hasOwn(SOURCE_KIND_FACTS, source)) return undefined;
  const { isVendor, label } = SOURCE_KIND_FACTS[source as SourceKind];
  return isVendor ? label : undefined;
}

/**
 * @param told.isSigned whether the delivery of its event was correctly signed.
 * @param told.isRead whether it was read from the shop's own API: the vendor is named then, and nothing proves it.
 * @param siteName stands for whatever is no known vendor: the shop says so itself.
 * @returns where it was reported from, as visitors read it in any language; with a check mark when it is proven.
 */
export function reporterOf(
  { source, isSigned, isRead = false }: { source: string; isSigned: boolean; isRead?: boolean },
  siteName: string,
): string {
  const name = (isSigned || isRead) && vendorOf(source);
  if (isSigned) return `✓ ${name || siteName}`;
  return name || siteName;
}
