// Where an owner's page most likely is.
import type { Site } from '#shared/contract/site.ts';

/** @returns the address to begin with: the site's first domain, over plain http only on one's own machine. */
export function pageAddressOf({ domains }: Pick<Site, 'domains'>): string {
  const [domain] = domains;
  if (domain === undefined) return 'https://';
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(domain) ? `http://${domain}/` : `https://${domain}/`;
}
