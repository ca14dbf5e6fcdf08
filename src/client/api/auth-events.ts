// What is told to the whole page about signing in, as DOM events by the names of the specification (section 8).

/** A signed-in user's session is over: it could not be refreshed. */
export const TOKEN_REFRESH_FAILED = 'auth:token-refresh-failed';
/** The server wanted somebody to be signed in, and nobody is. */
export const UNAUTHENTICATED = 'auth:unauthenticated';

export type AuthEventName = typeof TOKEN_REFRESH_FAILED | typeof UNAUTHENTICATED;
export type Announce = (name: AuthEventName) => void;
