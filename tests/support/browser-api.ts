// The client's calls end to end, to an in-memory server that understands tRPC batches and records what was sent.
import { createApi } from '#client/auth/create-api.ts';
import type { AuthEventName, SignedInChange } from '#client/auth/session.ts';
import type { SignedIn } from '#shared/contract/account.ts';
import { signedIn, user } from './browser-session.ts';

/** The response to one call: a value, or an error with its status. */
export type CallAnswer = { data: unknown } | { status: number; code?: string; message?: string; errors?: unknown[] };
export type SentCall = { path: string; method: string; authorization: string | null; input: unknown };

const CODES: Record<number, string> = { 400: 'validation', 401: 'unauthenticated', 403: 'forbidden', 404: 'not-found' };

const toBatchItem = (answer: CallAnswer) => {
  if ('data' in answer) return { result: { data: { json: answer.data } } };
  const { status, message = 'Refused', errors } = answer;
  const data = {
    code: answer.code ?? CODES[status] ?? 'internal',
    httpStatus: status,
    message,
    errors,
    requestId: `r-${status}`,
  };
  return { error: { json: { message, code: -32_000, data } } };
};

/** @param answer the server's response to a call; undefined becomes null. */
export function setUpApi(answer: (path: string, call: SentCall) => CallAnswer | Promise<CallAnswer> | undefined) {
  const clock = { now: 1_700_000_000_000 };
  const sent: SentCall[] = [];
  const seen = {
    events: [] as AuthEventName[],
    reported: [] as SignedInChange[],
    log: [] as unknown[][],
    pauses: [] as number[],
  };
  let say: (change: SignedInChange) => void = () => {};

  const send: typeof fetch = async (input, init) => {
    const { pathname } = new URL(String(input), 'http://proofbell.test');
    if (pathname === '/api/csrf-token') return Response.json({ csrfToken: 'csrf' });
    if (pathname === '/api/health') return Response.json({ status: 'ok' });
    const paths = pathname.replace('/api/trpc/', '').split(',');
    const authorization = new Headers(init?.headers).get('authorization');
    const inputs = init?.body ? JSON.parse(String(init.body)) : {};
    const inputOf = (at: number): unknown => inputs[at]?.json;
    const calls = paths.map((path, at) => ({ path, method: init?.method ?? 'GET', authorization, input: inputOf(at) }));
    sent.push(...calls);
    const answers = await Promise.all(calls.map((call) => answer(call.path, call) ?? { data: null }));
    return Response.json(answers.map(toBatchItem));
  };
  const api = createApi({
    send,
    now: () => clock.now,
    wait(ms) {
      seen.pauses.push(ms);
      return Promise.resolve();
    },
    randomText: (bytes) => 'a'.repeat(bytes),
    isOnline: () => true,
    storage: { read: () => null, write: () => false, remove: () => {} },
    otherTabs: {
      send: (change) => seen.reported.push(change),
      listen: (listener) => {
        say = listener;
      },
    },
    onVisibility: () => {},
    announce: (name) => seen.events.push(name),
    log: (...line) => seen.log.push(line),
    reload: () => {},
  });
  return { api, clock, sent, seen, say: (change: SignedInChange) => say(change) };
}

export const signIn = (accessToken: string): { data: SignedIn } => ({ data: signedIn(user, accessToken) });
