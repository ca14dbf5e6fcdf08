// What every procedure gets: the deps, and the caller as far as the request tells, looked up only when asked for.
import type { Deps } from '../deps.ts';
import type { Actor } from '../domain/access.ts';

/** Headers of the answer, to be added to. */
export type AnswerHeaders = Pick<Headers, 'append'>;

export type Context = {
  deps: Deps;
  /** Resolved once a request. @throws unauthenticated when an Authorization header is there and bad. */
  actor: () => Promise<Actor>;
  /** The request's Cookie header, '' without one. */
  cookies: string;
  /** Set-Cookie is appended, never set. */
  resHeaders: AnswerHeaders;
  /** The caller's network address, as the limits count it. */
  address: string;
  requestId: string;
};
