// One HTTP call to our server: credentials, the time-out, the CSRF header and its one retry. Knows nothing of who is
// signed in.
import { CSRF_RETRY_DELAY, REQUEST_TIMEOUT } from '#shared/limits.ts';
import { type Csrf, isCsrfRefusal } from './csrf.ts';
import { type Reach, Unreachable } from './reach.ts';

export type TransportDeps = { send: typeof fetch; csrf: Csrf; reach: Reach; wait(ms: number): Promise<void> };
export type Transport = (url: string, init?: RequestInit) => Promise<Response>;

/**
 * @returns a fetch that gives up after 10 s and, for every method but GET, sends X-CSRF-Token; refused for that token
 * it takes a new one and tries once more after half a second. Without an answer it rejects with Unreachable, which
 * says whose trouble that is; a call that its caller took back rejects like fetch.
 */
export function createTransport({ send, csrf, reach, wait }: TransportDeps): Transport {
  const attempt = async (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    try {
      if (!isRead(init)) headers.set('X-CSRF-Token', await csrf.token());
      const timeout = AbortSignal.timeout(REQUEST_TIMEOUT);
      const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
      return await send(url, { ...init, headers, credentials: 'include', signal });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw new Unreachable(await reach.findTrouble(), error);
    }
  };
  return async (url, init = {}) => {
    const response = await attempt(url, init);
    if (isRead(init) || !(await isCsrfRefusal(response))) return response;
    csrf.drop();
    await wait(CSRF_RETRY_DELAY);
    return attempt(url, init);
  };
}

const isRead = (init: RequestInit) => (init.method ?? 'GET') === 'GET';
