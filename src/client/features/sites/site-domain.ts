// What an owner is told of a domain while it is typed: what the server will store, by its own rule.
import { skipToken, useQuery } from '@tanstack/react-query';
import { listedDomainOf } from '#shared/registrable.ts';

/** @returns whether a domain has subdomains, which it then covers: names do, addresses and the owner's machine don't. */
const hasSubdomains = (domain: string) => domain.includes('.') && !/^[\d.]+$/.test(domain);

/** @returns 'cafe.example and all its subdomains'. @param domain as it is stored. */
export const domainInWords = (domain: string): string =>
  hasSubdomains(domain) ? `${domain} and all its subdomains` : domain;

/** @returns the domain that is stored of a host, in words; of one with `www.` just the host until the rule is loaded. */
export function useDomainInWords(host: string | null): string {
  const isToFind = host?.startsWith('www.') ?? false;
  // Without its code nothing more is said.
  const { data: listed } = useQuery({
    queryKey: ['listed-domain', host],
    queryFn: host !== null && isToFind ? () => listedDomainOf(host) : skipToken,
  });
  if (host === null) return '';
  if (!isToFind) return domainInWords(host);
  return listed === undefined ? host : domainInWords(listed);
}
