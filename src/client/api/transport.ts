// One HTTP call to our server: credentials, the time-out, the CSRF header and its one retry. Knows nothing of who is
// signed in.
import { CSRF_RETRY_DELAY, REQUEST_TIMEOUT } from '#shared/limits.ts';
import { type Csrf, isCsrfRefusal } from './csrf.ts';

export type TransportDeps = { send: typeof fetch; csrf: Csrf; wait(ms: number): Promise<void> };
export type Transport = (url: string, init?: RequestInit) => Promise<Response>;

/**
 * @returns a fetch that gives up after 10 s and, for every method but GET, sends X-CSRF-Token; refused for that token
 * it takes a new one and tries once more after half a second. Rejects like fetch when the network fails.
 */
export function createTransport({ send, csrf, wait }: TransportDeps): Transport {
  return async (url, init = {}) => {
    const isRead = (init.method ?? 'GET') === 'GET';
    const attempt = async () => {
      const headers = new Headers(init.headers);
      if (!isRead) headers.set('X-CSRF-Token', await csrf.token());
      const timeout = AbortSignal.timeout(REQUEST_TIMEOUT);
      const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
      return send(url, { ...init, headers, credentials: 'include', signal });
    };
    const response = await attempt();
    if (isRead || !(await isCsrfRefusal(response))) return response;
    csrf.drop();
    await wait(CSRF_RETRY_DELAY);
    return attempt();
  };
}
