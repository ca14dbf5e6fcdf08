// Holds the CSRF token. It is bound to the session cookie, so it is dropped whenever somebody signs in or out.
import { CSRF_TIMEOUT } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';

export type Csrf = {
  /** @returns the token, fetched once however many calls wait for it; rejects when it cannot be fetched. */
  token(): Promise<string>;
  /** Forgets the token; the next call fetches another. */
  drop(): void;
};

/** @param send the browser's fetch. */
export function createCsrf(send: typeof fetch): Csrf {
  let pending: Promise<string> | undefined;

  const load = async (): Promise<string> => {
    const response = await send('/api/csrf-token', {
      credentials: 'include',
      cache: 'no-store',
      signal: AbortSignal.timeout(CSRF_TIMEOUT),
    });
    if (!response.ok) throw new Error(`CSRF token: status ${response.status}`);
    const body: unknown = await response.json();
    const token = typeof body === 'object' && body && 'csrfToken' in body ? body.csrfToken : undefined;
    if (typeof token !== 'string') throw new Error('CSRF token: unexpected answer');
    return token;
  };

  return {
    token() {
      if (!pending) {
        const loading = load();
        pending = loading;
        // A failure is not kept: the next call tries again.
        loading.catch(() => {
          if (pending === loading) pending = undefined;
        });
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
