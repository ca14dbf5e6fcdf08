// What every procedure gets: the deps, and the caller as far as the request tells, looked up only when asked for.
import type { Deps } from '../deps.ts';
import type { Actor } from '../domain/access.ts';
import type { Visitor } from '../domain/signed-in.ts';

/** Headers of the answer, to be added to. */
export type AnswerHeaders = Pick<Headers, 'append'>;

export type Context = {
  deps: Deps;
  /** Resolved once a request. @throws unauthenticated when an Authorization header is there and bad. */
  actor: () => Promise<Actor>;
  /** The browser, or script, that calls. */
  visitor: Visitor;
  /** Set-Cookie is appended, never set. */
  resHeaders: AnswerHeaders;
  requestId: string;
};
