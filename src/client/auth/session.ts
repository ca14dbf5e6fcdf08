// Who is signed in, as a pure reducer: state and event in, next state and effects out (run-session.ts performs them).
// The session itself is the HttpOnly cookie shared by all tabs; the access token is held in memory only.
//
// Data fetched for one user never outlives their session generation. Each change of user starts a new generation, and
// answers to requests from an older one are ignored.
import type { SignedIn, User } from '#shared/contract/account.ts';
import { TOKEN_REFRESH_LIMIT, TOKEN_REFRESH_WINDOW } from '#shared/limits.ts';

/**
 * DOM events from the specification (section 8). This one: a signed-in user's session ended because it could not be
 * refreshed.
 */
export const TOKEN_REFRESH_FAILED = 'auth:token-refresh-failed';
/** A call required a signed-in user, and there was none. */
const UNAUTHENTICATED = 'auth:unauthenticated';
export type AuthEventName = typeof TOKEN_REFRESH_FAILED | typeof UNAUTHENTICATED;

export type AuthState =
  | { status: 'loading' }
  /**
   * `expired` and `logged-out`: the session ended or the user logged out, in any tab.
   * `broken`: login hit a redirect loop or corrupted state and was given up.
   */
  | { status: 'out'; reason: 'anonymous' | 'expired' | 'logged-out' | 'broken' }
  /** The server did not respond at startup. */
  | { status: 'unreachable' }
  /** Authenticated, but the server named no user. */
  | { status: 'corrupted' }
  | { status: 'in'; user: User };

export type SessionState = {
  auth: AuthState;
  generation: number;
  token: { value: string; takenAt: number } | undefined;
  /** Times (ms) of refreshes since the last successful call, oldest first. */
  refreshes: readonly number[];
  isRefreshing: boolean;
};

/** A login or logout in this tab or another; null after a logout. */
export type SignedInChange = { userId: string } | null;

/** Times are in milliseconds. `generation` is the one that made the request. */
export type SessionEvent =
  /** `user`: whom the page's HTML named, until the server says who is there now. */
  | { type: 'started'; user?: User | undefined }
  | { type: 'recheck-requested' }
  | { type: 'session-found'; generation: number; signedIn: SignedIn | null; at: number }
  | { type: 'session-unreachable'; generation: number }
  /** `isRefused`: the server answered a call with 401. Otherwise the token is just old and may still work. */
  | { type: 'refresh-requested'; isRefused: boolean; at: number }
  | { type: 'refreshed'; generation: number; signedIn: SignedIn; at: number }
  | { type: 'refresh-failed'; generation: number; isSessionOver: boolean }
  | { type: 'logged-in'; signedIn: SignedIn; at: number }
  | { type: 'logged-out' | 'given-up' }
  | { type: 'user-loaded'; user: User }
  | { type: 'changed-elsewhere'; change: SignedInChange }
  | { type: 'call-succeeded' | 'call-unauthenticated' };

export type SessionEffect =
  /** Ask whether the cookie holds a session; answered by session-found or session-unreachable. */
  | { type: 'find-session'; generation: number }
  /** Exchange the cookie for a token; answered by refreshed or refresh-failed. */
  | { type: 'refresh'; generation: number }
  /** Drop the previous user's data before any screen shows the next user. */
  | { type: 'drop-fetched' }
  /** Report a login or logout in this tab to the others. */
  | { type: 'report-change'; change: SignedInChange }
  | { type: 'announce'; name: AuthEventName };

export type Step = { state: SessionState; effects: readonly SessionEffect[] };

export const INITIAL_SESSION: SessionState = {
  auth: { status: 'loading' },
  generation: 0,
  token: undefined,
  refreshes: [],
  isRefreshing: false,
};

/** The only part of the server's answer we check: a session without a user is the corrupted state of spec 4. */
export const isUser = (user: unknown): user is User =>
  typeof user === 'object' && user !== null && '_id' in user && typeof user._id === 'string';

const step = (state: SessionState, ...effects: SessionEffect[]): Step => ({ state, effects });

const isOtherUser = ({ auth }: SessionState, userId: string) => auth.status === 'in' && auth.user._id !== userId;

/** Ends the generation: drops its token, its refresh count and everything fetched in it. */
const endGeneration = ({ generation }: SessionState, auth: AuthState, ...effects: SessionEffect[]): Step =>
  step({ ...INITIAL_SESSION, auth, generation: generation + 1 }, { type: 'drop-fetched' }, ...effects);

function signIn(state: SessionState, { user, accessToken }: SignedIn, at: number): Step {
  if (!isUser(user)) return endGeneration(state, { status: 'corrupted' });
  // The cookie now belongs to another user: never mix the two users' data.
  const before = isOtherUser(state, user._id) ? endGeneration(state, state.auth) : step(state);
  // Who is as before stays the same object, and no screen is drawn anew.
  const isSame = state.auth.status === 'in' && JSON.stringify(state.auth.user) === JSON.stringify(user);
  const auth: AuthState = isSame ? state.auth : { status: 'in', user };
  return step({ ...before.state, auth, token: { value: accessToken, takenAt: at } }, ...before.effects);
}

const expire = (state: SessionState): Step =>
  state.auth.status === 'out'
    ? step(state)
    : endGeneration(state, { status: 'out', reason: 'expired' }, { type: 'announce', name: TOKEN_REFRESH_FAILED });

function foundSession(state: SessionState, signedIn: SignedIn | null, at: number): Step {
  if (signedIn) return signIn(state, signedIn, at);
  if (state.auth.status === 'in') return expire(state);
  return step(state.auth.status === 'out' ? state : { ...state, auth: { status: 'out', reason: 'anonymous' } });
}

function requestRefresh(state: SessionState, isRefused: boolean, at: number): Step {
  if (state.isRefreshing) return step(state);
  // At most 3 in 60 s (spec 4). Over the limit, a merely old token stays in use, but a refused one ends the session.
  const recent = state.refreshes.filter((time) => at - time < TOKEN_REFRESH_WINDOW);
  if (recent.length >= TOKEN_REFRESH_LIMIT) return isRefused ? expire(state) : step(state);
  const refreshes = [...recent, at];
  return step({ ...state, refreshes, isRefreshing: true }, { type: 'refresh', generation: state.generation });
}

/** @returns the next state (the same object if nothing changed) and the effects, in order. */
export function reduceSession(state: SessionState, event: SessionEvent): Step {
  const { auth, generation } = state;
  if ('generation' in event && event.generation !== generation) return step(state);
  switch (event.type) {
    case 'started':
      return step(
        { ...state, auth: isUser(event.user) ? { status: 'in', user: event.user } : { status: 'loading' } },
        { type: 'find-session', generation },
      );
    case 'recheck-requested':
      // After giving up, only a login or a page load helps.
      if (auth.status === 'out' && auth.reason === 'broken') return step(state);
      return step(state, { type: 'find-session', generation });
    case 'session-found':
      return foundSession(state, event.signedIn, event.at);
    case 'session-unreachable':
      return step(auth.status === 'loading' ? { ...state, auth: { status: 'unreachable' } } : state);
    case 'refresh-requested':
      return requestRefresh(state, event.isRefused, event.at);
    case 'refreshed':
      return signIn({ ...state, isRefreshing: false }, event.signedIn, event.at);
    case 'refresh-failed':
      return event.isSessionOver ? expire({ ...state, isRefreshing: false }) : step({ ...state, isRefreshing: false });
    case 'logged-in': {
      const { user } = event.signedIn;
      if (!isUser(user)) return endGeneration(state, { status: 'corrupted' });
      const ended = endGeneration(state, { status: 'loading' });
      const change: SignedInChange = { userId: user._id };
      return step(signIn(ended.state, event.signedIn, event.at).state, ...ended.effects, {
        type: 'report-change',
        change,
      });
    }
    case 'logged-out':
      return endGeneration(state, { status: 'out', reason: 'logged-out' }, { type: 'report-change', change: null });
    case 'given-up':
      return endGeneration(state, { status: 'out', reason: 'broken' });
    case 'user-loaded':
      if (auth.status !== 'in') return step(state);
      if (!isUser(event.user)) return endGeneration(state, { status: 'corrupted' });
      return step({ ...state, auth: { status: 'in', user: event.user } });
    case 'changed-elsewhere':
      // A logout elsewhere takes effect at once; a login waits for the next recheck.
      if (auth.status !== 'in') return step(state);
      if (!event.change) return endGeneration(state, { status: 'out', reason: 'logged-out' });
      return isOtherUser(state, event.change.userId) ? endGeneration(state, { status: 'loading' }) : step(state);
    case 'call-succeeded':
      return step(state.refreshes.length > 0 ? { ...state, refreshes: [] } : state);
    case 'call-unauthenticated': {
      const next: SessionState =
        auth.status === 'unreachable' ? { ...state, auth: { status: 'out', reason: 'anonymous' } } : state;
      return step(next, { type: 'announce', name: UNAUTHENTICATED });
    }
  }
}
