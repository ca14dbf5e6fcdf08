// Who is signed in, and the access token, in memory only. The session itself is the HttpOnly cookie, which all tabs
// share; this asks for tokens with it, keeps the refresh rule, and tells the screens when any of it changes. What was
// fetched for one user never outlives their turn: each end of it starts a new `turn`, and answers of an older one are
// not used.
import type { SignedIn, User } from '#shared/contract/account.ts';
import { type Announce, TOKEN_REFRESH_FAILED, UNAUTHENTICATED } from './auth-events.ts';
import { isTokenOld, mayRefresh, NO_ATTEMPTS, noteRefresh, type RefreshAttempts } from './refresh-rule.ts';

export type AuthState =
  | { status: 'loading' }
  /**
   * `expired`, `left`: somebody was signed in here, until the session ended or they logged out, in whichever tab.
   * `broken`: signing in went round in circles and was given up.
   */
  | { status: 'out'; reason: 'anonymous' | 'expired' | 'left' | 'broken' }
  /** The server could not be asked at the start. */
  | { status: 'unreachable' }
  /** Authenticated, but the server named no user. */
  | { status: 'corrupted' }
  | { status: 'in'; user: User };

/** `refused`: the session is over, or the refresh rule says no. `failed`: the server could not be asked. */
export type RefreshResult = 'refreshed' | 'refused' | 'failed';
type Renewal = RefreshResult | 'not-now';

/** Another tab's word: who signed in there, or null when they logged out. */
export type ElsewhereSignedIn = { userId: string } | null;

export type SessionDeps = {
  now(): number;
  /** Asks whether the browser's cookie is a session. */
  open(): Promise<SignedIn | null>;
  /** Exchanges the session cookie for a token. */
  exchange(): Promise<SignedIn>;
  /** @returns whether an error of `exchange` means that there is no session. */
  isSignedOut(error: unknown): boolean;
  /** Called when another user, or nobody, is signed in from now on: what was fetched goes. */
  onChange(): void;
  /** Called when a person has signed in or out in this tab. */
  onDecision(change: ElsewhereSignedIn): void;
  announce: Announce;
};

export type Session = {
  state(): AuthState;
  subscribe(listener: () => void): () => void;
  /** @returns a number that changes whenever the user's turn ends. */
  turn(): number;
  /** Finds out whether somebody is signed in, from nothing. */
  start(): Promise<void>;
  /** Asks again who is signed in, keeping what is shown until the answer tells otherwise. */
  recheck(): Promise<void>;
  /** Acts at once on another tab's word, as far as it takes away; whatever it gives is left to `recheck`. */
  hear(change: ElsewhereSignedIn): void;
  /** @throws when the server named no user */
  accept(signedIn: SignedIn): void;
  setUser(user: User): void;
  /** Forgets who was signed in, after logging out. */
  end(): void;
  /** Forgets who was signed in because it works no more; only a new login, or a new page, changes that. */
  giveUp(): void;
  /** @returns the token to send, renewed first when it is old; undefined when signed out. */
  bearer(): Promise<string | undefined>;
  /** @param refused the token that the server would not take: when there is another by now, nothing is asked. */
  refresh(refused?: string): Promise<RefreshResult>;
  /** Any successful answer ends the count of refreshes. */
  noteSuccess(): void;
  /** The server refused a call because nobody is signed in. */
  noteUnauthenticated(): void;
};

const isUser = (user: unknown): user is User =>
  typeof user === 'object' && user !== null && '_id' in user && typeof user._id === 'string';

export function createSession(deps: SessionDeps): Session {
  const { now, open, exchange, isSignedOut, onChange, onDecision, announce } = deps;
  let state: AuthState = { status: 'loading' };
  let token: { value: string; takenAt: number } | undefined;
  let attempts: RefreshAttempts = NO_ATTEMPTS;
  let running: Promise<Renewal> | undefined;
  let turn = 0;
  const listeners = new Set<() => void>();

  const change = (next: AuthState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const leave = (next?: AuthState) => {
    turn += 1;
    token = undefined;
    attempts = NO_ATTEMPTS;
    running = undefined;
    onChange();
    if (next) change(next);
  };
  const isOther = (userId: string) => state.status === 'in' && state.user._id !== userId;
  const take = ({ user, accessToken }: SignedIn) => {
    if (!isUser(user)) return leave({ status: 'corrupted' });
    // The cookie is another user's by now: nothing of the one before may be seen beside the new one's.
    if (isOther(user._id)) leave();
    token = { value: accessToken, takenAt: now() };
    change({ status: 'in', user });
  };
  const expire = () => {
    if (state.status === 'out') return;
    leave({ status: 'out', reason: 'expired' });
    announce(TOKEN_REFRESH_FAILED);
  };

  const renewOnce = async (): Promise<Renewal> => {
    if (!mayRefresh(attempts, now())) return 'not-now';
    attempts = noteRefresh(attempts, now());
    const mine = turn;
    try {
      const signedIn = await exchange();
      if (mine !== turn) return 'refused';
      take(signedIn);
      // A call of the user before is not to be tried again as the next one's.
      return mine === turn ? 'refreshed' : 'refused';
    } catch (error) {
      if (mine !== turn) return 'refused';
      if (!isSignedOut(error)) return 'failed';
      expire();
      return 'refused';
    }
  };
  const renew = (): Promise<Renewal> => {
    if (running) return running;
    const mine: Promise<Renewal> = renewOnce().finally(() => {
      if (running === mine) running = undefined;
    });
    running = mine;
    return mine;
  };
  const recheck = async () => {
    const mine = turn;
    try {
      const signedIn = await open();
      if (mine !== turn) return;
      if (signedIn) take(signedIn);
      else if (state.status === 'in') expire();
      else if (state.status !== 'out') change({ status: 'out', reason: 'anonymous' });
    } catch {
      if (mine === turn && state.status === 'loading') change({ status: 'unreachable' });
    }
  };

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    turn: () => turn,
    start() {
      change({ status: 'loading' });
      return recheck();
    },
    async recheck() {
      if (state.status !== 'out' || state.reason !== 'broken') await recheck();
    },
    hear(change) {
      if (state.status !== 'in') return;
      if (!change) leave({ status: 'out', reason: 'left' });
      else if (isOther(change.userId)) leave({ status: 'loading' });
    },
    accept(signedIn) {
      leave();
      take(signedIn);
      if (!isUser(signedIn.user)) throw new Error('The server signed in nobody');
      onDecision({ userId: signedIn.user._id });
    },
    setUser(user) {
      if (state.status !== 'in') return;
      if (isUser(user)) change({ status: 'in', user });
      else leave({ status: 'corrupted' });
    },
    end() {
      leave({ status: 'out', reason: 'left' });
      onDecision(null);
    },
    giveUp: () => leave({ status: 'out', reason: 'broken' }),
    async bearer() {
      // Refused a renewal by the rule, or without an answer, the old token may still do; if not, the server says so.
      if (token && isTokenOld(token.takenAt, now())) await renew();
      return token?.value;
    },
    async refresh(refused) {
      if (refused !== undefined && token && token.value !== refused) return 'refreshed';
      const mine = turn;
      const result = await renew();
      if (result !== 'not-now') return result;
      if (mine === turn) expire();
      return 'refused';
    },
    noteSuccess() {
      attempts = NO_ATTEMPTS;
    },
    noteUnauthenticated() {
      if (state.status === 'unreachable') change({ status: 'out', reason: 'anonymous' });
      announce(UNAUTHENTICATED);
    },
  };
}
