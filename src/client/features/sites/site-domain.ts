// What an owner is told of a domain while it is typed. What is sent is the host as it was typed: whether its `www.` goes is
// for the server to say, which knows below which names others register theirs. `www.github.io` without it would let all
// pages there in.

/** Ending in these, a name is its owner's: `www.cafe.de`, but not `www.com.de`. Elsewhere it may be anybody's. */
const PLAIN = /^www\.([^.]+\.(?:at|ch|com|de|es|eu|example|it|net|nl|org|pt|shop|store))$/;
/** Below these, people register names. */
const SECOND_LEVEL = /^(ac|co|com|ed[ou]|go|gob|gouv|gov|govt|mil|ne|net|or|org)\.[a-z]{2}$/;

/** @returns what will be stored of a host, where that is certain enough to say. */
function plainly(host: string): string {
  const name = PLAIN.exec(host)?.[1];
  return name === undefined || SECOND_LEVEL.test(name) ? host : name;
}

/** @returns whether a domain has subdomains, which it then covers: names do, addresses and the owner's machine don't. */
const hasSubdomains = (domain: string) => domain.includes('.') && !/^[\d.]+$/.test(domain);

/** @returns 'cafe.example and all its subdomains', of www.cafe.example too. */
export function domainInWords(host: string): string {
  const domain = plainly(host);
  return hasSubdomains(domain) ? `${domain} and all its subdomains` : domain;
}
