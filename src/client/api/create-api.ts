// Wires the API layer: transport, session, tRPC client and query cache. Called once by main.tsx; tests make their own.
import { QueryClient } from '@tanstack/react-query';
import { QUERY_STALE } from '#shared/limits.ts';
import type { Announce } from './auth-events.ts';
import { createCsrf } from './csrf.ts';
import type { Door } from './door-context.tsx';
import { createFailureLink, type LogFailure } from './failure-link.ts';
import { faultOf, isTransient } from './faults.ts';
import type { OtherTabs } from './other-tabs.ts';
import { createReach } from './reach.ts';
import { createRedirectLog } from './redirect-log.ts';
import type { SafeStorage } from './safe-storage.ts';
import { createSession, type Session } from './session.ts';
import { createAuthorization, createSessionLink } from './session-link.ts';
import { createStateRepair } from './state-repair.ts';
import { createTransport } from './transport.ts';
import { createBareClient, createHttpLink, trpc } from './trpc.ts';
import { type WatchDeps, watchSession } from './watch-session.ts';

const RETRIES = 2;
/** Also sent while the browser believes to be offline: an owner hears at once that it failed, instead of waiting. */
const NETWORK_MODE = 'always';

export type ApiEffects = {
  send: typeof fetch;
  now(): number;
  wait(ms: number): Promise<void>;
  /** @returns so many random bytes as letters and digits. */
  randomText(bytes: number): string;
  isOnline(): boolean;
  storage: SafeStorage;
  otherTabs: OtherTabs;
  onSight: WatchDeps['onSight'];
  announce: Announce;
  log: LogFailure;
  reload(): void;
};
export type Api = {
  session: Session;
  door: Door;
  client: ReturnType<typeof trpc.createClient>;
  queryClient: QueryClient;
};

export function createApi(effects: ApiEffects): Api {
  const { send, now, wait, randomText, storage, otherTabs } = effects;
  const csrf = createCsrf({ send, generate: () => randomText(32) });
  const reach = createReach(effects);
  const call = createTransport({ send, csrf, reach, wait });
  const failures = createFailureLink(effects.log);
  const bare = createBareClient(call, failures);
  const redirects = createRedirectLog(storage, now, randomText(8));
  const repair = createStateRepair(effects);
  repair.expireFlags();

  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: NETWORK_MODE,
        staleTime: QUERY_STALE,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < RETRIES && isTransient(error),
      },
      mutations: { networkMode: NETWORK_MODE, retry: false },
    },
  });

  const session = createSession({
    now,
    open: () => bare.auth.session.query(),
    exchange: () => bare.auth.token.mutate(),
    isSignedOut: (error) => faultOf(error).status === 401,
    announce: effects.announce,
    onChange() {
      csrf.drop();
      queryClient.getQueryCache().clear();
    },
    onDecision(change) {
      redirects.clear();
      otherTabs.tell(change);
    },
  });
  watchSession({ session, otherTabs, now, wait, onSight: effects.onSight });

  const client = trpc.createClient({
    links: [failures, createSessionLink(session), createHttpLink(call, createAuthorization(session))],
  });
  return { session, door: { redirects, repair, reach }, client, queryClient };
}
