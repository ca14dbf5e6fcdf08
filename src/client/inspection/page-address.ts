// Which of the owner's pages to open: the one opened last in this browser, else the front page of the first domain.
import { localStore } from '#client/auth/browser.ts';
import { isLoopback, schemeFor } from '#client/form/links.ts';
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

/** @returns the page that a link may open as it is; empty without one whose port is known. @param seenOn further hosts. */
export const openablePage = ({ id, domains }: Pick<Site, 'id' | 'domains'>, seenOn: readonly string[]): string =>
  localStore.read(lastPage(id)) ??
  frontPageOf({ domains: [...domains, ...seenOn].filter((host) => !isLoopback(host)) });
