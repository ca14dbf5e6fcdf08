// Who is signed in, as a pure reducer: a state and an event make the next state and the effects to perform
// (run-session.ts performs them). The session itself is the HttpOnly cookie, which all tabs share; the access token is
// kept in memory only.
//
// What was fetched for one user never outlives their session generation: each change of user begins a new one, and an
// answer to what was asked in an older generation changes nothing.
import type { SignedIn, User } from '#shared/contract/account.ts';
import { TOKEN_MAX_AGE, TOKEN_REFRESH_LIMIT, TOKEN_REFRESH_WINDOW } from '#shared/limits.ts';

/** DOM events of the specification (section 8). A signed-in user's session has ended: it could not be refreshed. */
export const TOKEN_REFRESH_FAILED = 'auth:token-refresh-failed';
/** A call needed somebody to be signed in, and nobody is. */
const UNAUTHENTICATED = 'auth:unauthenticated';
export type AuthEventName = typeof TOKEN_REFRESH_FAILED | typeof UNAUTHENTICATED;

export type AuthState =
  | { status: 'loading' }
  /**
   * `expired`, `left`: somebody was signed in here, until the session ended or they logged out, in whichever tab.
   * `broken`: logging in ran into a redirect loop or a corrupted state and was given up.
   */
  | { status: 'out'; reason: 'anonymous' | 'expired' | 'left' | 'broken' }
  /** The server did not answer at the start. */
  | { status: 'unreachable' }
  /** Authenticated, but the server named no user. */
  | { status: 'corrupted' }
  | { status: 'in'; user: User };

export type SessionState = {
  auth: AuthState;
  generation: number;
  token: { value: string; takenAt: number } | undefined;
  /** Times (ms) of the refreshes since the last call that succeeded, oldest first. */
  refreshes: readonly number[];
  isRefreshing: boolean;
};

/** A change of who is signed in, in this tab or another; null when they logged out. */
export type SignedInChange = { userId: string } | null;

/** Times are in milliseconds. `generation` is the one in which the question was asked. */
export type SessionEvent =
  | { type: 'started' | 'recheck-requested' }
  | { type: 'session-found'; generation: number; signedIn: SignedIn | null; at: number }
  | { type: 'session-unreachable'; generation: number }
  /** `isRefused`: for a call that the server answered 401. Otherwise the token is merely old and may still do. */
  | { type: 'refresh-requested'; isRefused: boolean; at: number }
  | { type: 'refreshed'; generation: number; signedIn: SignedIn; at: number }
  | { type: 'refresh-failed'; generation: number; isSessionOver: boolean }
  | { type: 'logged-in'; signedIn: SignedIn; at: number }
  | { type: 'logged-out' | 'given-up' }
  | { type: 'user-loaded'; user: User }
  | { type: 'changed-elsewhere'; change: SignedInChange }
  | { type: 'call-succeeded' | 'call-unauthenticated' };

export type SessionEffect =
  /** Ask whether the cookie is a session; answered by session-found or session-unreachable. */
  | { type: 'find-session'; generation: number }
  /** Exchange the cookie for a token; answered by refreshed or refresh-failed. */
  | { type: 'refresh'; generation: number }
  /** Drop what was fetched for the user before, before any screen shows the next one. */
  | { type: 'drop-fetched' }
  /** A person logged in or out in this tab. */
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

const withinWindow = (refreshes: readonly number[], now: number) =>
  refreshes.filter((at) => now - at < TOKEN_REFRESH_WINDOW);

/** @returns whether another refresh may be tried at `now`: fewer than 3 in the 60 s before it (spec 4). */
export const mayRefresh = (refreshes: readonly number[], now: number): boolean =>
  withinWindow(refreshes, now).length < TOKEN_REFRESH_LIMIT;

/** @returns the refreshes with one at `now` added; those past the window are dropped. */
export const noteRefresh = (refreshes: readonly number[], now: number): readonly number[] => [
  ...withinWindow(refreshes, now),
  now,
];

/** @returns whether a token taken at `takenAt` is older than 30 minutes and has to be refreshed before use (spec 4). */
export const isTokenOld = (takenAt: number, now: number): boolean => now - takenAt > TOKEN_MAX_AGE;

/** The server is trusted with everything but this: a session without a user is the corrupted state of spec 4. */
export const isUser = (user: unknown): user is User =>
  typeof user === 'object' && user !== null && '_id' in user && typeof user._id === 'string';

const step = (state: SessionState, ...effects: SessionEffect[]): Step => ({ state, effects });

const isOtherUser = ({ auth }: SessionState, userId: string) => auth.status === 'in' && auth.user._id !== userId;

/** Ends the generation: its token and its count of refreshes go, and what was fetched in it. */
const endGeneration = ({ generation }: SessionState, auth: AuthState, ...effects: SessionEffect[]): Step =>
  step({ ...INITIAL_SESSION, auth, generation: generation + 1 }, { type: 'drop-fetched' }, ...effects);

function signIn(state: SessionState, { user, accessToken }: SignedIn, at: number): Step {
  if (!isUser(user)) return endGeneration(state, { status: 'corrupted' });
  // The cookie is another user's by now: nothing of the one before may be seen beside the new one.
  const before = isOtherUser(state, user._id) ? endGeneration(state, state.auth) : step(state);
  const auth: AuthState = { status: 'in', user };
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
  // Denied by the rule, an old token may still do; a refused one does not, and the session ends.
  if (!mayRefresh(state.refreshes, at)) return isRefused ? expire(state) : step(state);
  const refreshes = noteRefresh(state.refreshes, at);
  return step({ ...state, refreshes, isRefreshing: true }, { type: 'refresh', generation: state.generation });
}

/** @returns the next state, the same object where nothing changes, and the effects in the order to perform them. */
export function reduceSession(state: SessionState, event: SessionEvent): Step {
  const { auth, generation } = state;
  if ('generation' in event && event.generation !== generation) return step(state);
  switch (event.type) {
    case 'started':
      return step({ ...state, auth: { status: 'loading' } }, { type: 'find-session', generation });
    case 'recheck-requested':
      // Given up, only a login or a new page helps.
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
      return endGeneration(state, { status: 'out', reason: 'left' }, { type: 'report-change', change: null });
    case 'given-up':
      return endGeneration(state, { status: 'out', reason: 'broken' });
    case 'user-loaded':
      if (auth.status !== 'in') return step(state);
      if (!isUser(event.user)) return endGeneration(state, { status: 'corrupted' });
      return step({ ...state, auth: { status: 'in', user: event.user } });
    case 'changed-elsewhere':
      // Acts at once on what another tab takes away; what it gives is left to the next recheck.
      if (auth.status !== 'in') return step(state);
      if (!event.change) return endGeneration(state, { status: 'out', reason: 'left' });
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
