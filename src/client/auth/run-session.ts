// Runs the session: performs the effects of its reducer, provides tokens, and keeps the state current when it changes
// in another tab or while this one is hidden.
import type { SignedIn, User } from '#shared/contract/account.ts';
import { AUTH_STATE_DEBOUNCE, TOKEN_MAX_AGE } from '#shared/limits.ts';
import { MINUTE } from '#shared/time.ts';
import type { Browser } from './browser.ts';
import {
  type AuthEventName,
  INITIAL_SESSION,
  isUser,
  reduceSession,
  type SessionEffect,
  type SessionEvent,
  type SignedInChange,
} from './session.ts';

/** `refused`: the session has ended or now belongs to another user. `failed`: the server could not be reached. */
type RefreshResult = 'refreshed' | 'refused' | 'failed';

export type SessionDeps = {
  now(): number;
  /** Asks whether the browser's cookie holds a valid session. */
  findSession(): Promise<SignedIn | null>;
  /** Exchanges the session cookie for a token. */
  exchange(): Promise<SignedIn>;
  /** @returns whether an error from `exchange` means that there is no session. */
  isSessionOver(error: unknown): boolean;
  /** Drops the data fetched for the previous user. */
  dropFetched(): void;
  /** Called when the user logs in or out in this tab. */
  reportChange(change: SignedInChange): void;
  announce(name: AuthEventName): void;
};

export type Session = ReturnType<typeof runSession>;

export function runSession(deps: SessionDeps) {
  const { now } = deps;
  let state = INITIAL_SESSION;
  let refreshing: Promise<void> | undefined;
  let finding: Promise<void> | undefined;
  /** Why the last exchange failed; null when it didn't. */
  let failure: { error: unknown } | null = null;
  const listeners = new Set<() => void>();

  const findSession = (generation: number) =>
    deps.findSession().then(
      (signedIn) => dispatch({ type: 'session-found', generation, signedIn, at: now() }),
      () => dispatch({ type: 'session-unreachable', generation }),
    );
  const exchange = (generation: number) =>
    deps.exchange().then(
      (signedIn) => dispatch({ type: 'refreshed', generation, signedIn, at: now() }),
      (error) => {
        failure = { error };
        return dispatch({ type: 'refresh-failed', generation, isSessionOver: deps.isSessionOver(error) });
      },
    );
  const perform = (effect: SessionEffect): Promise<void> | undefined => {
    switch (effect.type) {
      case 'find-session':
        finding = findSession(effect.generation);
        return finding;
      case 'refresh':
        refreshing = exchange(effect.generation);
        return refreshing;
      case 'report-change':
        return void deps.reportChange(effect.change);
      case 'announce':
        return void deps.announce(effect.name);
      case 'drop-fetched':
        // Done before the screens saw the change.
        return;
    }
  };
  /** @returns a promise that resolves once all effects of the event are done. */
  async function dispatch(event: SessionEvent): Promise<void> {
    const { auth } = state;
    const { state: next, effects } = reduceSession(state, event);
    state = next;
    // Drop first: the screens must not render with the previous user's data.
    if (effects.some(({ type }) => type === 'drop-fetched')) deps.dropFetched();
    if (state.auth !== auth) for (const listener of listeners) listener();
    await Promise.all(effects.map(perform));
  }
  const requestRefresh = async (isRefused: boolean) => {
    void dispatch({ type: 'refresh-requested', isRefused, at: now() });
    if (state.isRefreshing) await refreshing;
  };

  return {
    state: () => state.auth,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** @returns a number that changes with each session generation. */
    generation: () => state.generation,
    /**
     * Finds out from scratch who is signed in, if anyone.
     * @param user whom the page's HTML named. There is no token for them yet: calls wait for the answer, which brings one.
     */
    start: (user?: User) => dispatch({ type: 'started', user }),
    /** Asks again who is signed in. The current user stays until the answer arrives. */
    recheck: () => dispatch({ type: 'recheck-requested' }),
    /** Handles a login or logout in another tab. */
    changedElsewhere: (change: SignedInChange) => void dispatch({ type: 'changed-elsewhere', change }),
    /** @throws if the server named no user */
    accept(signedIn: SignedIn) {
      void dispatch({ type: 'logged-in', signedIn, at: now() });
      if (!isUser(signedIn.user)) throw new Error('The server named no user');
    },
    setUser: (user: User) => void dispatch({ type: 'user-loaded', user }),
    /** Call after logging out. */
    end: () => void dispatch({ type: 'logged-out' }),
    /** Gives up on a session that cannot work; only a new login or a page load starts another. */
    giveUp: () => void dispatch({ type: 'given-up' }),
    /** @returns the token to send, refreshed first if it is over 30 minutes old (spec 4); undefined when signed out. */
    async bearer() {
      if (state.auth.status === 'in' && !state.token) {
        await finding;
        if (!state.token) await requestRefresh(false);
      }
      if (state.token && now() - state.token.takenAt > TOKEN_MAX_AGE) await requestRefresh(false);
      return state.token?.value;
    },
    /** @param refused the token the server refused. If it has been replaced since, no request is made. */
    async refresh(refused?: string): Promise<RefreshResult> {
      const { token, generation } = state;
      if (refused !== undefined && token && token.value !== refused) return 'refreshed';
      await requestRefresh(true);
      if (state.generation !== generation) return 'refused';
      return state.token === token ? 'failed' : 'refreshed';
    },
    /**
     * Exchanges the session for a new token, which brings the account as it is now.
     * @returns the user; null when that was done too often lately. @throws what the call threw
     */
    async renew(): Promise<User | null> {
      const { token } = state;
      failure = null;
      await requestRefresh(false);
      if (state.token !== token && state.auth.status === 'in') return state.auth.user;
      // Set by the exchange that was awaited.
      const failed = failure as { error: unknown } | null;
      if (failed) throw failed.error;
      return null;
    },
    /** Call after any successful call; resets the refresh count. */
    recordSuccess: () => void dispatch({ type: 'call-succeeded' }),
    /** Call when the server refuses a call because nobody is signed in. */
    reportUnauthenticated: () => void dispatch({ type: 'call-unauthenticated' }),
  };
}

/** A tab hidden for longer than this asks the server when it is shown again: it may have missed a change. */
const RECHECK_AFTER = MINUTE;

export type WatchDeps = Pick<Browser, 'otherTabs' | 'now' | 'wait' | 'onVisibility'> & {
  session: Pick<Session, 'recheck' | 'changedElsewhere'>;
};

/**
 * Follows changes made elsewhere. A login or logout in this tab takes effect at once, and so does a logout in another.
 * Requests to the server are debounced (spec 4: 500 ms): users flip through tabs, changes come in bursts, and only the
 * final state matters.
 */
export function watchSession({ session, otherTabs, now, wait, onVisibility }: WatchDeps): void {
  let requests = 0;
  const recheckSoon = async () => {
    requests += 1;
    const mine = requests;
    await wait(AUTH_STATE_DEBOUNCE);
    if (mine === requests) await session.recheck();
  };
  let hiddenAt: number | undefined;
  otherTabs.listen((change) => {
    session.changedElsewhere(change);
    void recheckSoon();
  });
  onVisibility((visibility) => {
    if (visibility === 'hidden') hiddenAt = now();
    else if (visibility === 'restored' || (hiddenAt !== undefined && now() - hiddenAt > RECHECK_AFTER))
      void recheckSoon();
    if (visibility !== 'hidden') hiddenAt = undefined;
  });
}
