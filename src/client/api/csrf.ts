// Holds the CSRF token. It is bound to the session cookie, so it is dropped whenever somebody signs in or out. When
// another cannot be fetched the last one known is sent after all: if it is wrong, the server says so.
import { CSRF_TIMEOUT } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';

export type Csrf = {
  /**
   * @returns the token, fetched once however many calls wait for it; rejects when it cannot be fetched and none was
   * ever known.
   */
  token(): Promise<string>;
  /** Gives the token up; the next call fetches another. */
  drop(): void;
};

export type CsrfDeps = {
  send: typeof fetch;
  /** @returns a token of our own making, for a server that has no such address. */
  generate(): string;
};

export function createCsrf({ send, generate }: CsrfDeps): Csrf {
  let pending: Promise<string> | undefined;
  let lastKnown: string | undefined;

  const load = async (): Promise<string> => {
    const response = await send('/api/csrf-token', {
      credentials: 'include',
      cache: 'no-store',
      signal: AbortSignal.timeout(CSRF_TIMEOUT),
    });
    if (response.status === 404) return generate();
    if (!response.ok) throw new Error(`CSRF token: status ${response.status}`);
    const body: unknown = await response.json();
    const token = typeof body === 'object' && body && 'csrfToken' in body ? body.csrfToken : undefined;
    if (typeof token !== 'string') throw new Error('CSRF token: unexpected answer');
    lastKnown = token;
    return token;
  };

  return {
    token() {
      if (!pending) {
        const loading = load();
        // A failure is not kept: the next call tries again.
        const settled: Promise<string> = loading.catch((error: unknown) => {
          if (pending === settled) pending = undefined;
          if (lastKnown === undefined) throw error;
          return lastKnown;
        });
        pending = settled;
      }
      return pending;
    },
    drop() {
      pending = undefined;
    },
  };
}

/** @returns whether an answer says that the token was missing or wrong. Its body stays readable for the caller. */
export async function isCsrfRefusal(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const text = await response.clone().text();
  return text.includes(MESSAGES.csrfInvalid) || text.includes(MESSAGES.csrfRequired);
}
