// Hands the session to the components and re-renders them when it changes.
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import type { User } from '#shared/contract/account.ts';
import type { AuthState, Session } from './session.ts';

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** @returns the session's actions; throws outside SessionProvider. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs SessionProvider');
  return session;
}

/** @returns who is signed in, live. */
export function useAuth(): AuthState {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.state, session.state);
}

/** @returns the signed-in user, or null. */
export function useUser(): User | null {
  const auth = useAuth();
  return auth.status === 'in' ? auth.user : null;
}
