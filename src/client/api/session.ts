// Who is signed in, and the access token, in memory only. The session itself is the HttpOnly cookie; this asks for
// tokens with it, keeps the refresh rule, and tells the screens when any of it changes.
import type { SignedIn, User } from '#shared/contract/account.ts';
import { isTokenOld, mayRefresh, NO_ATTEMPTS, noteRefresh, type RefreshAttempts } from './refresh-rule.ts';

export type AuthState =
  | { status: 'loading' }
  /** `expired`, `left`: somebody was signed in here, until the session ended or they logged out. */
  | { status: 'out'; reason: 'anonymous' | 'expired' | 'left' }
  /** The server could not be asked at the start. */
  | { status: 'unreachable' }
  | { status: 'in'; user: User };

/** `refused`: the session is over, or the refresh rule says no. `failed`: the server could not be asked. */
export type RefreshResult = 'refreshed' | 'refused' | 'failed';

export type SessionDeps = {
  now(): number;
  /** Asks whether the browser's cookie is a session. */
  open(): Promise<SignedIn | null>;
  /** Exchanges the session cookie for a token. */
  exchange(): Promise<SignedIn>;
  /** @returns whether an error of `exchange` means that there is no session. */
  isSignedOut(error: unknown): boolean;
  /** Called when another user, or nobody, is signed in from now on. */
  onChange(): void;
};

export type Session = {
  state(): AuthState;
  subscribe(listener: () => void): () => void;
  /** Tells once whenever a signed-in user's session turns out to be over. */
  onExpired(listener: () => void): () => void;
  /** Finds out whether somebody is signed in. */
  start(): Promise<void>;
  accept(signedIn: SignedIn): void;
  setUser(user: User): void;
  /** Forgets who was signed in, after logging out. */
  end(): void;
  /** @returns the token to send, renewed first when it is old; undefined when signed out. */
  bearer(): Promise<string | undefined>;
  refresh(): Promise<RefreshResult>;
  /** Any successful answer ends the count of refreshes. */
  noteSuccess(): void;
};

export function createSession({ now, open, exchange, isSignedOut, onChange }: SessionDeps): Session {
  let state: AuthState = { status: 'loading' };
  let token: { value: string; takenAt: number } | undefined;
  let attempts: RefreshAttempts = NO_ATTEMPTS;
  let running: Promise<RefreshResult> | undefined;
  const listeners = new Set<() => void>();
  const expiredListeners = new Set<() => void>();

  const change = (next: AuthState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const take = (signedIn: SignedIn) => {
    token = { value: signedIn.accessToken, takenAt: now() };
    change({ status: 'in', user: signedIn.user });
  };
  const expire = () => {
    token = undefined;
    attempts = NO_ATTEMPTS;
    onChange();
    change({ status: 'out', reason: 'expired' });
    for (const listener of expiredListeners) listener();
  };

  const refreshOnce = async (): Promise<RefreshResult> => {
    if (!mayRefresh(attempts, now())) {
      expire();
      return 'refused';
    }
    attempts = noteRefresh(attempts, now());
    try {
      take(await exchange());
      return 'refreshed';
    } catch (error) {
      if (!isSignedOut(error)) return 'failed';
      expire();
      return 'refused';
    }
  };

  const refresh = (): Promise<RefreshResult> => {
    running ??= refreshOnce().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onExpired(listener) {
      expiredListeners.add(listener);
      return () => expiredListeners.delete(listener);
    },
    async start() {
      change({ status: 'loading' });
      try {
        const signedIn = await open();
        if (signedIn) take(signedIn);
        else change({ status: 'out', reason: 'anonymous' });
      } catch {
        change({ status: 'unreachable' });
      }
    },
    accept(signedIn) {
      attempts = NO_ATTEMPTS;
      onChange();
      take(signedIn);
    },
    setUser(user) {
      if (state.status === 'in') change({ status: 'in', user });
    },
    end() {
      token = undefined;
      attempts = NO_ATTEMPTS;
      onChange();
      change({ status: 'out', reason: 'left' });
    },
    async bearer() {
      if (token && isTokenOld(token.takenAt, now())) await refresh();
      return token?.value;
    },
    refresh,
    noteSuccess() {
      attempts = NO_ATTEMPTS;
    },
  };
}
