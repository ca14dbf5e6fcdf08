// Wires the API layer: transport, session, tRPC client and query cache. Called once by main.tsx; tests make their own.
import { QueryClient } from '@tanstack/react-query';
import { QUERY_STALE } from '#shared/limits.ts';
import { createCsrf } from './csrf.ts';
import { faultOf, isTransient } from './faults.ts';
import { createSession, type Session } from './session.ts';
import { createSessionLink } from './session-link.ts';
import { createTransport } from './transport.ts';
import { createBareClient, createHttpLink, trpc } from './trpc.ts';

const RETRIES = 2;
/** Also sent while the browser believes to be offline: an owner hears at once that it failed, instead of waiting. */
const NETWORK_MODE = 'always';

export type ApiEffects = { send: typeof fetch; now(): number; wait(ms: number): Promise<void> };
export type Api = {
  session: Session;
  client: ReturnType<typeof trpc.createClient>;
  queryClient: QueryClient;
};

export function createApi({ send, now, wait }: ApiEffects): Api {
  const csrf = createCsrf(send);
  const call = createTransport({ send, csrf, wait });
  const bare = createBareClient(call);

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
    onChange() {
      csrf.drop();
      queryClient.getQueryCache().clear();
    },
  });

  const authorization = async (): Promise<Record<string, string>> => {
    const token = await session.bearer();
    return token ? { authorization: `Bearer ${token}` } : {};
  };
  const client = trpc.createClient({ links: [createSessionLink(session), createHttpLink(call, authorization)] });
  return { session, client, queryClient };
}
