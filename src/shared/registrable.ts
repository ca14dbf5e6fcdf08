// Which names people register, by the Public Suffix List: shop.co.uk is one, co.uk and github.io are not.

/**
 * @returns whether a hostname is a name that somebody registers, or is below one: false for public suffixes, addresses and
 * names without a dot.
 */
export async function isRegistrable(host: string): Promise<boolean> {
  // Loaded when first needed: the list is large, and domains are seldom saved.
  const { getDomain } = await import('tldts');
  return host.includes('.') && getDomain(host, { allowPrivateDomains: true }) !== null;
}

/**
 * @returns the hostname that a site lists: an address copied from a browser means all of the site, so a leading `www.`
 * is dropped, unless what remains is nobody's own. `github.io` would let all pages there in.
 */
export async function listedDomainOf(host: string, isOwn = isRegistrable): Promise<string> {
  let domain = host;
  while (domain.startsWith('www.') && (await isOwn(domain.slice(4)))) domain = domain.slice(4);
  return domain;
}
