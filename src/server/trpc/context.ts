// What every procedure gets: the deps, and the caller, looked up only when a procedure asks.
import type { Deps } from '../deps.ts';
import type { Actor } from '../domain/access.ts';
import type { Client } from '../domain/account/sessions.ts';

export type Context = {
  deps: Deps;
  /** Resolved once a request. @throws unauthenticated for a bad Authorization header */
  actor: () => Promise<Actor>;
  client: Client;
  /** Hands the client the id of its session; null takes it away. */
  setSession: (id: string | null) => void;
  requestId: string;
};
