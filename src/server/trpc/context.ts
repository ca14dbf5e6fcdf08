// What every procedure gets: the deps, and the caller, looked up on demand.
import type { Deps } from '../deps.ts';
import type { Actor } from '../domain/access.ts';
import type { Client } from '../domain/account/sessions.ts';

export type Context = {
  deps: Deps;
  /** Resolved once per request. @throws unauthenticated for a bad Authorization header */
  actor: () => Promise<Actor>;
  client: Client;
  /** Sets the client's session cookie; null clears it. */
  setSession: (id: string | null) => void;
  /** Lets the client hold the registration with this public id. */
  setRegistration: (id: string) => void;
  /** Sets what makes the client a known browser; null leaves it as it is. */
  setMarks: (marks: string | null) => void;
  requestId: string;
};
