// Reads addresses in a time that grows with their length alone: a host in another script is converted in quadratic time, so
// it is looked at before. Pure.

/** The longest host, and the longest of the labels between its dots, in octets (RFC 1035, 2.3.4). */
export const HOST_MAX = 253;
export const LABEL_MAX = 63;

/** Also as they are written in full width (UTS #46). */
const DOTS = /[.．。｡]/;

/** @returns whether a host, in any script, may be in the domain name system: no label gets shorter by its conversion. */
export const isShortHost = (host: string): boolean =>
  host.length <= HOST_MAX && host.split(DOTS).every((label) => [...label].length <= LABEL_MAX);

/** What URL takes for user, host and port, once it has dropped tabs and line breaks. */
const AUTHORITY = /^[\0-\x20]*[a-z][a-z0-9+.-]*:[/\\]*([^/\\?#]*)/i;

/** @returns the address as URL reads it; null for what isn't one, or has a longer host than there can be. */
export function readUrl(text: string): URL | null {
  const authority = AUTHORITY.exec(text.replace(/[\t\n\r]/g, ''))?.[1] ?? '';
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  return isShortHost(host) && URL.canParse(text) ? new URL(text) : null;
}
