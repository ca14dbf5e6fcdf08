// Which of the owner's pages to open: the one opened last in this browser, else the front page of the first domain.
import { localStore } from '#client/auth/browser.ts';
import { schemeFor } from '#client/form/links.ts';
import type { Site } from '#shared/contract/site.ts';

const lastPage = (siteId: string) => `proofbell-page-${siteId}`;

export const rememberPage = (siteId: string, url: string) => localStore.write(lastPage(siteId), url);

/** @returns the address to suggest, empty if there is none. */
export const suggestedPage = (site: Pick<Site, 'id' | 'domains'>): string =>
  localStore.read(lastPage(site.id)) ?? frontPageOf(site);

/** @returns the front page of the site's first domain, empty without one. */
export function frontPageOf({ domains }: Pick<Site, 'domains'>): string {
  const [domain] = domains;
  return domain === undefined ? '' : `${schemeFor(domain)}://${domain}/`;
}
