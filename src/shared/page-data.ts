// What prerendered pages say of an installation, which the build doesn't know. It renders each page with placeholders, and
// once for each combination of the conditions that the page depends on; the server chooses and fills in when it starts,
// and sends along the data, so that a browser hydrates the page with the same.
import type { Offer, Pricing } from './contract/billing.ts';
import type { Meta } from './contract/meta.ts';
import { PLANS, pricingOf } from './pricing.ts';

export type PageData = { meta: Meta; pricing: Pricing; offer: Offer };

/** What a page may depend on beyond texts: each with its values, the first of which is an installation without settings. */
export const CONDITIONS = {
  /** Whether people can write to the operator. */
  contact: ['closed', 'open'],
  /** Whether the operator said who they are. */
  operator: ['unnamed', 'named'],
  /** Whether they gave a postal address. */
  address: ['none', 'given'],
  /** Whether plans can be bought. */
  buying: ['test', 'live', 'off'],
  /** How many of the paid plans allow no more sites than Free. */
  pointless: ['0', '1', '2', '3'],
} as const satisfies Record<string, readonly [string, ...string[]]>;
export type Condition = keyof typeof CONDITIONS;
export type ConditionValues = { [Name in Condition]: (typeof CONDITIONS)[Name][number] };

const PAID = PLANS.filter(({ id }) => id !== 'free');

/** @returns whether the page about contacting the operator has anything to say. */
export const reachOf = ({ contact, operator }: Pick<Meta, 'contact' | 'operator'>): 'open' | 'none' =>
  contact.isOpen || operator.address !== null ? 'open' : 'none';

/** @returns what holds for an installation. */
export function conditionsOf({ meta, pricing, offer }: PageData): ConditionValues {
  const free = pricing.plans.find(({ id }) => id === 'free')?.max_sites ?? 1;
  const pointless = PAID.filter(({ max_sites }) => max_sites <= free).length;
  return {
    contact: meta.contact.isOpen ? 'open' : 'closed',
    operator: meta.operator.name === null ? 'unnamed' : 'named',
    address: meta.operator.address === null ? 'none' : 'given',
    buying: offer.buying,
    pointless: CONDITIONS.pointless[pointless] ?? '0',
  };
}

/** @returns the name of a page's variant. @param names what the page depends on. */
export const variantOf = (names: readonly Condition[], values: ConditionValues): string =>
  names.map((name) => values[name]).join('~');

/** @returns every combination of the values of `names`; what isn't named has its first value. */
export function combinationsOf(names: readonly Condition[]): ConditionValues[] {
  const first = Object.fromEntries(Object.entries(CONDITIONS).map(([name, [value]]) => [name, value]));
  return names.reduce(
    (all, name) => all.flatMap((values) => CONDITIONS[name].map((value) => ({ ...values, [name]: value }))),
    [first as ConditionValues],
  );
}

/** Stand for what only the server knows. Two have the shape of what they stand for, since code may look at it. */
const PLACEHOLDERS = {
  publicUrl: 'https://public-url.invalid',
  contactEmail: 'contact-email@placeholder.invalid',
  operatorName: '⟦operator⟧',
  operatorAddress: '⟦address⟧',
  freeSites: '⟦free-sites⟧',
  reason: '⟦reason⟧',
  reach: '⟦reach⟧',
  data: '⟦data⟧',
};
export const { publicUrl: PUBLIC_URL_PLACEHOLDER, reach: REACH_PLACEHOLDER, data: DATA_PLACEHOLDER } = PLACEHOLDERS;

const NAMES = new Map(Object.entries(PLACEHOLDERS).map(([name, placeholder]) => [placeholder, name]));
const ANY_PLACEHOLDER = new RegExp(Object.values(PLACEHOLDERS).join('|').replaceAll('.', '\\.'), 'g');

const NO_PRICE = { monthly: '', annual: '' };

/**
 * @param known what the build does know.
 * @returns data with placeholders, for which `values` hold.
 */
export function placeholderData(values: ConditionValues, known: Pick<Meta, 'version' | 'widget'>): PageData {
  const freeSites = PAID[Number(values.pointless) - 1]?.max_sites ?? 1;
  const pricing = pricingOf(freeSites, { starter: NO_PRICE, growth: NO_PRICE, agency: NO_PRICE });
  return {
    meta: {
      ...known,
      publicUrl: PLACEHOLDERS.publicUrl,
      mail: 'smtp',
      operator: {
        name: values.operator === 'named' ? PLACEHOLDERS.operatorName : null,
        address: values.address === 'given' ? PLACEHOLDERS.operatorAddress : null,
      },
      contact: {
        isOpen: values.contact === 'open',
        email: values.contact === 'open' ? PLACEHOLDERS.contactEmail : null,
      },
    },
    pricing: {
      ...pricing,
      plans: pricing.plans.map((plan) =>
        plan.id === 'free' ? { ...plan, features: [PLACEHOLDERS.freeSites, ...plan.features.slice(1)] } : plan,
      ),
    },
    offer: { buying: values.buying, reason: values.buying === 'off' ? PLACEHOLDERS.reason : null },
  };
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };
const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/**
 * Puts an installation's own values in the place of placeholders, escaped for HTML and XML, in texts and attributes.
 * @param text of a page or another file that the build rendered.
 */
export function fillPage(text: string, data: PageData): string {
  const { meta, pricing, offer } = data;
  const values: Record<keyof typeof PLACEHOLDERS, string> = {
    publicUrl: escapeText(meta.publicUrl),
    contactEmail: escapeText(meta.contact.email ?? ''),
    operatorName: escapeText(meta.operator.name ?? ''),
    operatorAddress: escapeText(meta.operator.address ?? ''),
    freeSites: escapeText(pricing.plans.find(({ id }) => id === 'free')?.features[0] ?? ''),
    reason: escapeText(offer.reason ?? ''),
    reach: reachOf(meta),
    // In a script element, which ends at the first `</`, whatever stands around it.
    data: JSON.stringify(data).replaceAll('<', '\\u003c'),
  };
  // All at once: a value that reads like a placeholder is left as it is.
  return text.replace(ANY_PLACEHOLDER, (found) => values[NAMES.get(found) as keyof typeof PLACEHOLDERS]);
}
