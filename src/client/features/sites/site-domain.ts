// What becomes of a domain that an owner types or pastes, before the server has it.
import { hostnameOf } from '#shared/contract/site.ts';

/** Below these, people register names: `www.gov.uk` is a name of its own, and `www.cafe.co.uk` isn't. */
const SECOND_LEVEL = /^(ac|co|com|ed[ou]|go|gob|gouv|gov|govt|mil|ne|net|or|org)\.[a-z]{2}$/;

/**
 * @param typed a domain or an address with one.
 * @returns the domain as the server stores it: without a leading `www.`, unless what remains is nobody's own. The server
 * knows all such suffixes, this only the common ones: their list is larger than the rest of the screen.
 */
export function siteDomainOf(typed: string): string | null {
  const host = hostnameOf(typed);
  const bare = host?.replace(/^www\./, '') ?? null;
  return bare === null || !bare.includes('.') || SECOND_LEVEL.test(bare) ? host : bare;
}

/** @returns whether a domain has subdomains, which it then covers: names do, addresses and the owner's machine don't. */
const hasSubdomains = (domain: string) => domain.includes('.') && !/^[\d.]+$/.test(domain);

/** @returns 'cafe.example and all its subdomains'. */
export const domainInWords = (domain: string): string =>
  hasSubdomains(domain) ? `${domain} and all its subdomains` : domain;
