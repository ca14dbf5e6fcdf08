// Wires up transport, session, tRPC client and query cache. main.tsx calls it once; tests build their own.
import { QueryClient } from '@tanstack/react-query';
import { QUERY_STALE, SITE_FETCH_THROTTLE } from '#shared/limits.ts';
import type { Browser } from './browser.ts';
import { createConfirmation, createConfirmationLink } from './confirmation.ts';
import { failureOf, isTransient } from './failures.ts';
import { createAuthorization, createFailureLink, createSessionLink, createThrottleLink } from './links.ts';
import { createRedirectLog, createStateRepair } from './recovery.ts';
import { runSession, watchSession } from './run-session.ts';
import { createCsrf, createHealthCheck, createTransport } from './transport.ts';
import { createBareClient, createHttpLink, trpc } from './trpc.ts';

const RETRIES = 2;
/** Send calls even when the browser thinks it is offline, so that a failure shows at once. */
const NETWORK_MODE = 'always';

/** Recovers the browser from redirect loops, corrupted auth state and an unresponsive server. */
export type AuthRecovery = Api['recovery'];

export type Api = ReturnType<typeof createApi>;

export function createApi(browser: Browser) {
  const { send, now, wait, randomText, storage, otherTabs } = browser;
  const csrf = createCsrf({ send, generate: () => randomText(32) });
  const checkHealth = createHealthCheck(browser);
  const call = createTransport({ send, wait, csrf, checkHealth });
  const failures = createFailureLink(browser.log);
  const bare = createBareClient(call, failures);
  const redirects = createRedirectLog(storage, now, randomText(8));
  const repair = createStateRepair(browser);
  repair.expireFlags();

  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: NETWORK_MODE,
        staleTime: QUERY_STALE,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        retry: (count, error) => count < RETRIES && isTransient(error),
      },
      mutations: { networkMode: NETWORK_MODE, retry: false },
    },
  });

  const session = runSession({
    now,
    findSession: () => bare.auth.session.query(),
    exchange: () => bare.auth.token.mutate(),
    isSessionOver: (error) => failureOf(error).status === 401,
    announce: browser.announce,
    dropFetched() {
      csrf.drop();
      queryClient.getQueryCache().clear();
    },
    reportChange(change) {
      redirects.clear();
      otherTabs.send(change);
    },
  });
  watchSession({ ...browser, session });
  // Before the first change: one that is made while its page is being closed couldn't wait for the token. If this
  // fails, the first change asks again.
  session.subscribe(() => {
    if (session.state().status === 'in') csrf.token().catch(() => {});
  });

  const confirmation = createConfirmation(session);
  const confirm = (password: string): Promise<unknown> => client.auth.confirm.mutate({ password });
  const client = trpc.createClient({
    links: [
      failures,
      createThrottleLink('sites.list', SITE_FETCH_THROTTLE, browser),
      createConfirmationLink(session, confirmation, confirm),
      createSessionLink(session),
      createHttpLink(call, createAuthorization(session)),
    ],
  });
  return { session, recovery: { redirects, repair, checkHealth }, confirmation, client, queryClient };
}
