// Which names people register, by the Public Suffix List: shop.co.uk is one, co.uk and github.io are not.

/**
 * @returns a function that tells whether a hostname is a name that somebody registers, or is below one: false for public
 * suffixes, addresses and names without a dot.
 */
export function makeRegistrable(): (host: string) => Promise<boolean> {
  // Loaded when first needed: the list is large, and domains are seldom saved.
  return async (host) => {
    const { getDomain } = await import('tldts');
    return host.includes('.') && getDomain(host, { allowPrivateDomains: true }) !== null;
  };
}
