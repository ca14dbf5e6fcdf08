// The form of a site, shared by creating and changing one.
import { zodResolver } from '@hookform/resolvers/zod';
import { createSiteInput } from '#shared/contract/site.ts';

export type SiteFormValues = { name: string; slug: string; domains: string[]; timezone: string };

export const SITE_FIELDS = ['name', 'slug', 'domains', 'timezone'] as const;

export const siteResolver = zodResolver(createSiteInput.required());

/** @returns the time zone of this device. */
export const ownTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** @returns every zone the browser knows, with `also` (it may be an older name) and UTC. */
export function timezoneOptions(also: string): { value: string; label: string }[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', also]);
  return [...zones].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
