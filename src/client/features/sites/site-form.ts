// The form of a site, for creating and editing.
import { createSiteInput } from '#shared/contract/site.ts';

export type SiteFormValues = { name: string; slug: string; domains: string[]; timezone: string };

export const siteSchema = createSiteInput.required();

/** @returns every time zone the browser knows, plus UTC and `also`, which may be a legacy name. */
export function timezoneOptions(also: string): { value: string; label: string }[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', also]);
  return [...zones].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
