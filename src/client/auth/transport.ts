// One HTTP call to our server: credentials, timeouts, the CSRF token with its one retry, and the reason when there is
// no answer. Knows nothing about the user.

import { FIRST_MESSAGES } from '#shared/first-messages.ts';
import { CSRF_RETRY_DELAY, CSRF_TIMEOUT, HEALTH_TIMEOUT, REQUEST_TIMEOUT } from '#shared/limits.ts';
import type { Browser } from './browser.ts';
import { Unreachable, type UnreachableReason } from './failures.ts';

/**
 * The CSRF token is bound to the session cookie, so it is dropped at every login and logout. If a new one cannot be
 * fetched, the last known one is sent (spec 8); the server rejects it if it is wrong.
 * @param generate makes a fallback token for servers without a CSRF endpoint.
 */
export function createCsrf({ send, generate }: Pick<Browser, 'send'> & { generate(): string }) {
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
    /**
     * @returns the token, fetched once no matter how many calls wait for it. Rejects if it cannot be fetched and none
     * was known before.
     */
    token(): Promise<string> {
      if (!pending) {
        const loading = load();
        // Don't cache a failure: the next call tries again.
        const settled: Promise<string> = loading.catch((error: unknown) => {
          if (pending === settled) pending = undefined;
          if (lastKnown === undefined) throw error;
          return lastKnown;
        });
        pending = settled;
      }
      return pending;
    },
    /** Discards the token; the next call fetches a new one. */
    drop(): void {
      pending = undefined;
    },
  };
}

/** @returns whether the response says that the token was missing or wrong. The caller can still read its body. */
async function isCsrfRefusal(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const text = await response.clone().text();
  return text.includes(FIRST_MESSAGES.csrfInvalid) || text.includes(FIRST_MESSAGES.csrfRequired);
}

/** @returns why calls get no answer. Never rejects; concurrent callers share one health check. */
export type HealthCheck = () => Promise<UnreachableReason>;

/**
 * If the server itself says that it is healthy, the call was lost on the way. The server is to blame if it answers with an error, stays
 * silent for 3 s, or refuses the connection while the browser is online.
 */
export function createHealthCheck({ send, isOnline }: Pick<Browser, 'send' | 'isOnline'>): HealthCheck {
  let running: Promise<UnreachableReason> | undefined;
  const check = async (): Promise<UnreachableReason> => {
    if (!isOnline()) return 'network-error';
    try {
      const signal = AbortSignal.timeout(HEALTH_TIMEOUT);
      const response = await send('/api/health', { cache: 'no-store', credentials: 'include', signal });
      // A proxy in front of a server that is down may answer with a page of its own.
      const isOurs = response.headers.get('content-type')?.includes('json') ?? false;
      return response.ok && isOurs ? 'network-error' : 'backend-unavailable';
    } catch {
      return isOnline() ? 'backend-unavailable' : 'network-error';
    }
  };
  return () => {
    running ??= check().finally(() => {
      running = undefined;
    });
    return running;
  };
}

type TransportDeps = Pick<Browser, 'send' | 'wait'> & {
  csrf: ReturnType<typeof createCsrf>;
  checkHealth: HealthCheck;
};
export type Transport = (url: string, init?: RequestInit) => Promise<Response>;

/**
 * @returns a fetch that times out after 10 s. Every method but GET carries X-CSRF-Token; if the server refuses the
 * token, the call is retried once with a new one after half a second. Without an answer it rejects with Unreachable; a
 * call aborted by its caller rejects like fetch.
 */
export function createTransport({ send, wait, csrf, checkHealth }: TransportDeps): Transport {
  const attempt = async (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    try {
      if (!isSafeMethod(init)) headers.set('X-CSRF-Token', await csrf.token());
      const timeout = AbortSignal.timeout(REQUEST_TIMEOUT);
      const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
      return await send(url, { ...init, headers, credentials: 'include', signal, keepalive: outlivesPage(init) });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw new Unreachable(await checkHealth(), error);
    }
  };
  return async (url, init = {}) => {
    const response = await attempt(url, init);
    if (isSafeMethod(init) || !(await isCsrfRefusal(response))) return response;
    csrf.drop();
    await wait(CSRF_RETRY_DELAY);
    return attempt(url, init);
  };
}

/** Browsers refuse requests that outlive their page once those in flight exceed 64 KiB together. */
const OUTLIVING_MAX = 8_192;

/** @returns whether the call may go on after its page is closed: what the user has just changed is not to be lost. */
const outlivesPage = (init: RequestInit) =>
  !isSafeMethod(init) && typeof init.body === 'string' && init.body.length <= OUTLIVING_MAX;

const isSafeMethod = (init: RequestInit) => (init.method ?? 'GET') === 'GET';
