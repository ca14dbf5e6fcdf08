// By what events, orders, people, products and prices are found without being kept: keyed hashes of a site.
import { keptHash } from '../../db/event-codec.ts';
import type { StoredEvent } from '../../db/events.ts';
import type { Deps } from '../../deps.ts';
import type { Retraction } from './delivery.ts';

type HashDeps = Pick<Deps, 'tokens'>;

/** Ignores differences that no mail server sees. */
const personOf = (email: string) => `person.${email.trim().normalize('NFKC').toLowerCase()}`;

/** @returns the keyed hash of an address, an order or an id: it can be searched for, and not read. */
export const keyedHashOf = (
  { tokens }: HashDeps,
  siteId: string,
  { matches, value }: Pick<Retraction, 'matches' | 'value'>,
) => tokens.digestOfSite(siteId, matches === 'person' ? personOf(value) : `${matches}.${value}`);

export const subjectHashOf = ({ tokens }: HashDeps, siteId: string, name: string) =>
  tokens.digestOfSite(siteId, `subject.${name}`);

/** Parts of a name in a file that may be the product's own. */
const NAMES_MAX = 5;

/**
 * @returns the hashes of what a retraction may call the event's product. Files have it with its variant ('Desk - Oak'), where
 * shops tell what went back by the product alone.
 */
export function subjectHashesOf(deps: HashDeps, { siteId, subjectName, importId }: StoredEvent): string[] {
  if (subjectName === null) return [];
  const parts = importId === null ? [] : subjectName.split(' - ').slice(0, NAMES_MAX);
  const names = parts.map((_, index) => parts.slice(0, index + 1).join(' - '));
  return [...new Set([subjectName, ...names])].map((name) => subjectHashOf(deps, siteId, name));
}

/** @returns the hash that replaces an erased price; null without one. */
export const priceHashOf = (
  { tokens }: HashDeps,
  siteId: string,
  { amount, currency }: { amount: number | null; currency: string | null },
) => (amount === null ? null : tokens.digestOfSite(siteId, `price.${amount} ${currency}`));

export const ownHashOf = (deps: HashDeps, siteId: string, { eventId }: Pick<StoredEvent, 'eventId'>) =>
  keyedHashOf(deps, siteId, { matches: 'event', value: eventId });

/** @param event as it came, with whole hashes. @returns all by which a retraction may mean it. */
export const hashesOf = (deps: HashDeps, event: StoredEvent): string[] =>
  [ownHashOf(deps, event.siteId, event), event.referenceHash, event.personHash, event.customerHash].filter(
    (hash) => hash !== null,
  );

/** @param event as it is stored, with cut hashes. @param whole hashes of which some may be its own. @returns as hashesOf. */
export function wholeHashesOf(deps: HashDeps, event: StoredEvent, whole: readonly string[]): string[] {
  const { siteId, reference, referenceHash, personHash, customerHash } = event;
  const own = ownHashOf(deps, siteId, event);
  const order = reference === null ? [] : [keyedHashOf(deps, siteId, { matches: 'reference', value: reference })];
  const cut = [referenceHash, personHash, customerHash];
  return [...new Set([own, ...order, ...whole.filter((hash) => cut.includes(keptHash(hash)))])];
}
