// A browser's session with a server scripted by the test, and a clock that the test moves.
import { runSession } from '#client/auth/run-session.ts';
import type { SignedInChange } from '#client/auth/session.ts';
import type { SignedIn, User } from '#shared/contract/account.ts';

export const user: User = {
  _id: 'u1',
  firebaseUid: null,
  email: 'mara@example.test',
  displayName: 'Mara',
  photoURL: null,
  role: 'user',
  roles: ['user'],
  emailVerified: true,
  companyName: null,
  integrations: [],
  subscription: { type: null, status: 'none', max_sites: 1 },
  subscriptionStatus: 'none',
};
/** What the client makes of the server's 401. */
export const SIGNED_OUT = new Error('signed out');

export const otherUser: User = { ...user, _id: 'u2', email: 'ben@example.test' };

export const signedIn = (who: User, accessToken = 'token'): SignedIn => ({ user: who, accessToken, expiresAt: '' });

/**
 * A session with a server that responds to the token exchange with `answers` in order (an error, a token for `user`, or
 * another user), then with tokens forever. `nobody` stands for a response without a user.
 */
export function setUpSession(answers: (Error | 'token' | 'nobody' | User)[] = []) {
  const clock = { now: 1_700_000_000_000 };
  const seen = { exchanges: 0, drops: 0, expired: 0, unauthenticated: 0, reported: [] as SignedInChange[] };
  const exchange = async (): Promise<SignedIn> => {
    seen.exchanges += 1;
    const answer = answers.shift() ?? 'token';
    if (answer instanceof Error) throw answer;
    const who = answer === 'token' ? user : answer === 'nobody' ? (undefined as unknown as User) : answer;
    return signedIn(who, `token-${seen.exchanges}`);
  };
  const nobody = async () => {
    answers.shift();
    return null;
  };
  const session = runSession({
    now: () => clock.now,
    findSession: () => (answers[0] === SIGNED_OUT ? nobody() : exchange()),
    exchange,
    isSessionOver: (error) => error === SIGNED_OUT,
    dropFetched: () => {
      seen.drops += 1;
    },
    reportChange: (change) => {
      seen.reported.push(change);
    },
    announce: (name) => {
      if (name === 'auth:token-refresh-failed') seen.expired += 1;
      if (name === 'auth:unauthenticated') seen.unauthenticated += 1;
    },
  });
  return { clock, seen, session };
}
