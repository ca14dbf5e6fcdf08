// Completes the links that owners type: what has no scheme, as in a browser's address bar, gets one.
import type { FocusEvent } from 'react';

/** A host, then perhaps a port, then whatever may follow. Nobody's name, no second slash, no scheme. */
const ADDRESS = /^([\p{L}\p{N}][\p{L}\p{M}\p{N}.-]*|\[[\da-f:.]+\])(:\d{1,5})?([/?#].*)?$/iu;
/** The owner's own machine, which rarely speaks TLS. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i;
/** A file beside the page rather than a host. */
const FILE = /\.(html?|php|aspx?|jpe?g|png|gif|webp|avif|svg|pdf)$/i;

/** @returns whether `host` is the owner's own machine, where pages have ports that nobody told us. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** @returns the scheme for a host that came without one: http on the owner's own machine, https elsewhere. */
export const schemeFor = (host: string): 'http' | 'https' => (isLoopback(host) ? 'http' : 'https');

/**
 * @param typed a link as its owner typed or pasted it.
 * @returns it without spaces around it, and with a scheme if it starts with a host such as `shop.example/desks`. Paths
 * (`/desks`), links with a scheme of any kind, and what can't be a link stay as they are, for the check of the field.
 */
export function completedLink(typed: string): string {
  const text = typed.trim();
  const [, host = '', port = '', rest = ''] = ADDRESS.exec(text) ?? [];
  const isHost = isLoopback(host) || host.startsWith('[') || /[^.]\.[^.]/.test(host);
  if (!isHost || /[\s\\]/.test(text) || (FILE.test(host) && port + rest === '')) return text;
  const link = `${schemeFor(host)}://${text}`;
  return URL.canParse(link) ? link : text;
}

/** Options of react-hook-form's register for a field with a link: its value is complete, and so is its text once left. */
export const LINK_FIELD = {
  setValueAs: completedLink,
  onBlur({ target }: FocusEvent<HTMLInputElement>) {
    target.value = completedLink(target.value);
  },
};
