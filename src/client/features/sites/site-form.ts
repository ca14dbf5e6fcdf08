// The form of a site, for creating and editing.
import { knownTimezones } from '#client/format/dates.ts';
import { createSiteInput } from '#shared/contract/site.ts';

export type SiteFormValues = { name: string; slug: string; domains: string[]; timezone: string };

export const siteSchema = createSiteInput.required();

/** @returns every time zone the browser knows, plus `also`, which may be a legacy name. */
export function timezoneOptions(also: string): { value: string; label: string }[] {
  const zones = new Set([...knownTimezones(), also]);
  return [...zones].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
