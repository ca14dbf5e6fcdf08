// What every procedure gets: the deps, and the caller, looked up on demand.

import type { Deps } from '../deps.ts';
import type { Actor, SignedInActor } from '../domain/access.ts';
import type { Client } from '../domain/client.ts';

export type Context = {
  deps: Deps;
  /** Resolved once per request. @throws unauthenticated for a bad Authorization header */
  actor: () => Promise<Actor>;
  client: Client;
  /**
   * Counts a call that anybody may make, before its input is parsed.
   * @param path of the procedure. @returns what to call when it was not refused for its input. @throws too-large, rate-limited
   */
  admit: (path: string) => Promise<() => void>;
  /** Sets the client's session cookie; null clears it. */
  setSession: (id: string | null) => void;
  /** Lets the client hold the registration with this public id; null lets go of the one that it holds. */
  setRegistration: (id: string | null) => void;
  /** Sets what makes the client a known browser; null leaves it as it is. */
  setMarks: (marks: string | null) => void;
  requestId: string;
};

/** @returns whoever is logged in; null when nobody is, or for bad or expired credentials, which are tolerated here. */
export async function userOf(ctx: Context): Promise<SignedInActor | null> {
  const actor = await ctx.actor().catch(() => null);
  return actor?.kind === 'user' ? actor : null;
}
