// Runs the session: performs the effects of its reducer, hands out tokens, and keeps the state true while it changes in
// other tabs or while this one is hidden.
import type { SignedIn, User } from '#shared/contract/account.ts';
import { AUTH_STATE_DEBOUNCE } from '#shared/limits.ts';
import { MINUTE } from '#shared/time.ts';
import type { Browser } from './browser.ts';
import {
  type AuthEventName,
  type AuthState,
  INITIAL_SESSION,
  isTokenOld,
  isUser,
  reduceSession,
  type SessionEffect,
  type SessionEvent,
  type SignedInChange,
} from './session.ts';

/** `refused`: the session is over or another user's. `failed`: the server could not be asked. */
type RefreshResult = 'refreshed' | 'refused' | 'failed';

export type SessionDeps = {
  now(): number;
  /** Asks whether the browser's cookie is a session. */
  findSession(): Promise<SignedIn | null>;
  /** Exchanges the session cookie for a token. */
  exchange(): Promise<SignedIn>;
  /** @returns whether an error of `exchange` means that there is no session. */
  isSessionOver(error: unknown): boolean;
  /** Drops what was fetched for the user before. */
  dropFetched(): void;
  /** A person logged in or out in this tab. */
  reportChange(change: SignedInChange): void;
  announce(name: AuthEventName): void;
};

export type Session = {
  state(): AuthState;
  subscribe(listener: () => void): () => void;
  /** @returns a number that changes with each session generation. */
  generation(): number;
  /** Finds out whether somebody is signed in, from nothing. */
  start(): Promise<void>;
  /** Asks again who is signed in, showing the present user until the answer says otherwise. */
  recheck(): Promise<void>;
  /** Another tab's login or logout. */
  changedElsewhere(change: SignedInChange): void;
  /** @throws when the server named no user */
  accept(signedIn: SignedIn): void;
  setUser(user: User): void;
  /** After logging out. */
  end(): void;
  /** Gives the session up because it cannot work; only a new login, or a new page, changes that. */
  giveUp(): void;
  /** @returns the token to send, refreshed first when it is old; undefined when nobody is signed in. */
  bearer(): Promise<string | undefined>;
  /** @param refused the token that the server refused: when it has been replaced since, nothing is asked. */
  refresh(refused?: string): Promise<RefreshResult>;
  /** A call succeeded, which ends the count of refreshes. */
  noteSuccess(): void;
  /** The server refused a call because nobody is signed in. */
  noteUnauthenticated(): void;
};

export function runSession(deps: SessionDeps): Session {
  const { now } = deps;
  let state = INITIAL_SESSION;
  let refreshing: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  const findSession = (generation: number) =>
    deps.findSession().then(
      (signedIn) => dispatch({ type: 'session-found', generation, signedIn, at: now() }),
      () => dispatch({ type: 'session-unreachable', generation }),
    );
  const exchange = (generation: number) =>
    deps.exchange().then(
      (signedIn) => dispatch({ type: 'refreshed', generation, signedIn, at: now() }),
      (error) => dispatch({ type: 'refresh-failed', generation, isSessionOver: deps.isSessionOver(error) }),
    );
  const perform = (effect: SessionEffect): Promise<void> | undefined => {
    switch (effect.type) {
      case 'find-session':
        return findSession(effect.generation);
      case 'refresh':
        refreshing = exchange(effect.generation);
        return refreshing;
      case 'report-change':
        return void deps.reportChange(effect.change);
      case 'announce':
        return void deps.announce(effect.name);
      case 'drop-fetched':
        // Done before the screens heard of the change.
        return;
    }
  };
  /** @returns a promise that is fulfilled when all that the event set off is done. */
  async function dispatch(event: SessionEvent): Promise<void> {
    const { auth } = state;
    const { state: next, effects } = reduceSession(state, event);
    state = next;
    // Before the screens render again: they must not find the data of the user before.
    if (effects.some(({ type }) => type === 'drop-fetched')) deps.dropFetched();
    if (state.auth !== auth) for (const listener of listeners) listener();
    await Promise.all(effects.map(perform));
  }
  const askForRefresh = async (isRefused: boolean) => {
    void dispatch({ type: 'refresh-requested', isRefused, at: now() });
    if (state.isRefreshing) await refreshing;
  };

  return {
    state: () => state.auth,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    generation: () => state.generation,
    start: () => dispatch({ type: 'started' }),
    recheck: () => dispatch({ type: 'recheck-requested' }),
    changedElsewhere: (change) => void dispatch({ type: 'changed-elsewhere', change }),
    accept(signedIn) {
      void dispatch({ type: 'logged-in', signedIn, at: now() });
      if (!isUser(signedIn.user)) throw new Error('The server signed in nobody');
    },
    setUser: (user) => void dispatch({ type: 'user-loaded', user }),
    end: () => void dispatch({ type: 'logged-out' }),
    giveUp: () => void dispatch({ type: 'given-up' }),
    async bearer() {
      if (state.token && isTokenOld(state.token.takenAt, now())) await askForRefresh(false);
      return state.token?.value;
    },
    async refresh(refused) {
      const { token, generation } = state;
      if (refused !== undefined && token && token.value !== refused) return 'refreshed';
      await askForRefresh(true);
      if (state.generation !== generation) return 'refused';
      return state.token === token ? 'failed' : 'refreshed';
    },
    noteSuccess: () => void dispatch({ type: 'call-succeeded' }),
    noteUnauthenticated: () => void dispatch({ type: 'call-unauthenticated' }),
  };
}

/** A tab that was hidden for longer asks again when it is shown: it may have missed something. */
const AWAY = MINUTE;

export type WatchDeps = Pick<Browser, 'otherTabs' | 'now' | 'wait' | 'onVisibility'> & {
  session: Pick<Session, 'recheck' | 'changedElsewhere'>;
};

/**
 * Follows what changes elsewhere. What a person does in this tab takes effect at once, and so does what another tab
 * takes away; asking the server is debounced (spec 4: 500 ms), because tabs are leafed through and changes come in
 * bursts, and only the last state counts.
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
    else if (visibility === 'restored' || (hiddenAt !== undefined && now() - hiddenAt > AWAY)) void recheckSoon();
    if (visibility !== 'hidden') hiddenAt = undefined;
  });
}
