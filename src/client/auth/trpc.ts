// The only file that knows the server's router, and only as a type: the typed hooks for data/, the bare client for the
// session, and the last link, which batches calls.
import { createTRPCClient, httpBatchLink, httpLink, type Operation, splitLink, type TRPCLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { AppRouter } from '#server/trpc/router.ts';
import { CALLS_PER_REQUEST, LONG_LISTS } from '#shared/limits.ts';
import { ForeignAnswer } from './failures.ts';
import type { Transport } from './transport.ts';

const ENDPOINT = '/api/trpc';
/** Longer batches are split, because some proxies reject long URLs. */
const MAX_URL_LENGTH = 2_000;

export type AppLink = TRPCLink<AppRouter>;

/** What superjson makes of plain JSON, without superjson: inputs are no more than that, and neither are answers (server/trpc/init.ts). */
const transformer = {
  serialize: (json: unknown) => ({ json }),
  deserialize: ({ json }: { json: unknown }): unknown => json,
};

/** Hooks for every procedure; call them in `data/<noun>.ts` only. */
export const trpc = createTRPCReact<AppRouter>();

/**
 * @param path the procedure's path.
 * @returns whether the call omits the Authorization header: it acts for no user yet (spec 6), and a leftover token must
 * not influence it.
 */
export const isAnonymousCall = (path: string): boolean =>
  path.startsWith('registration.') || path === 'auth.register' || path === 'auth.login';

/** tRPC forgets the status of an answer that is no JSON. @throws ForeignAnswer */
function expectOurs(response: Response): Response {
  if (!response.headers.get('content-type')?.includes('json')) throw new ForeignAnswer(response.status);
  return response;
}

type MakeHeaders = (calls: readonly Operation[]) => Promise<Record<string, string>>;

const createBatches = (call: Transport, headers?: MakeHeaders): AppLink =>
  httpBatchLink({
    url: ENDPOINT,
    maxURLLength: MAX_URL_LENGTH,
    maxItems: CALLS_PER_REQUEST,
    transformer,
    fetch: async (url, init) => expectOurs(await call(String(url), init as RequestInit)),
    ...(headers && { headers: ({ opList }) => headers(opList) }),
  });

/** Marks a call that doesn't wait to be sent with others: its page may be closed meanwhile, and what it saves would be lost. */
export const AT_ONCE = { isAtOnce: true } as const;

const createSingle = (call: Transport, headers: MakeHeaders): AppLink =>
  httpLink({
    url: ENDPOINT,
    transformer,
    fetch: async (url, init) => expectOurs(await call(String(url), init as RequestInit)),
    headers: ({ op }) => headers([op]),
  });

/** @returns the last link: batched calls with `headers`; anonymous calls are batched separately, without them. */
export const createHttpLink = (call: Transport, headers: MakeHeaders): AppLink =>
  splitLink({
    condition: ({ path }) => isAnonymousCall(path),
    true: createBatches(call),
    false: splitLink({
      condition: ({ path, context }) => context.isAtOnce === true || LONG_LISTS.has(path),
      true: createSingle(call, headers),
      false: createBatches(call, headers),
    }),
  });

/** @returns a client without hooks or bearer token. */
export const createBareClient = (call: Transport, ...links: AppLink[]) =>
  createTRPCClient<AppRouter>({ links: [...links, createBatches(call)] });
