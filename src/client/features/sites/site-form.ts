// The form of a site, for creating and editing.
import { z } from 'zod';
import { typedCurrency } from '#client/form/typed-currency.ts';
import { knownTimezones } from '#client/format/dates.ts';
import { createSiteInput } from '#shared/contract/site.ts';

/** `typed` is what stands in the field of the domains and isn't one; `currency` is '' while none is chosen. */
export type SiteFormValues = Record<'name' | 'slug' | 'timezone' | 'currency' | 'typed', string> & {
  domains: string[];
};

/** Nobody's typing is dropped in silence: what is no domain has to be corrected or deleted. */
export const siteSchema = createSiteInput
  .required()
  .extend({
    typed: z.literal(''),
    currency: typedCurrency,
  })
  .transform(({ typed: _typed, ...site }) => site);

export type SiteFormOutput = z.output<typeof siteSchema>;

/**
 * @param listed what is being typed and not saved. @param before the site's domains when that began. @param now its domains
 * after they were saved elsewhere. @returns the list with what was added there, so that saving it takes nothing away.
 */
export const withAddedElsewhere = (listed: string[], before: readonly string[], now: readonly string[]): string[] => [
  ...listed,
  ...now.filter((domain) => !before.includes(domain) && !listed.includes(domain)),
];

/** @returns every time zone the browser knows, plus `also`, which may be a legacy name. */
export function timezoneOptions(also: string): { value: string; label: string }[] {
  const zones = new Set([...knownTimezones(), also]);
  return [...zones].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
