// The single sign-on token in an address: taken out of it, and read as far as a person is asked about it.

/**
 * Takes the `token` parameter out of the page's address, without a trace in the history.
 * @param page the window.
 * @returns the token, or null where the address has none.
 */
export function takeSsoToken({ location, history }: Pick<Window, 'location' | 'history'>): string | null {
  const url = new URL(location.href);
  const token = url.searchParams.get('token');
  if (token === null) return null;
  url.searchParams.delete('token');
  history.replaceState(history.state, '', url);
  return token || null;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Reads whom a token is for, to be shown and for nothing else: the signature is the server's to check.
 * @param token a JWT, or anything that came in the address.
 * @returns the e-mail it names, or null when it cannot be read.
 */
export function emailInToken(token: string): string | null {
  try {
    const base64 = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isRecord(claims) && typeof claims.email === 'string' ? claims.email : null;
  } catch {
    return null;
  }
}
