// React context for the session and its confirmations, re-rendering components when they change, and for auth recovery.
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import type { User } from '#shared/contract/account.ts';
import type { Confirmation } from './confirmation.ts';
import type { AuthRecovery } from './create-api.ts';
import type { Session } from './run-session.ts';
import type { AuthState } from './session.ts';

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

/** As whom prerendered pages are hydrated, before anybody else is let in. */
const ANYBODY: AuthState = { status: 'out', reason: 'anonymous' };

/** @returns the live auth state. */
export function useAuth(): AuthState {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.state, import.meta.env.SSR ? session.state : () => ANYBODY);
}

/** @returns the signed-in user, or null. */
export function useUser(): User | null {
  const auth = useAuth();
  return auth.status === 'in' ? auth.user : null;
}

const ConfirmationContext = createContext<Confirmation | null>(null);

export function ConfirmationProvider({ confirmation, children }: { confirmation: Confirmation; children: ReactNode }) {
  return <ConfirmationContext value={confirmation}>{children}</ConfirmationContext>;
}

/** @returns what the user is asked to confirm with, and how to settle it; throws outside ConfirmationProvider. */
export function useConfirmation() {
  const confirmation = use(ConfirmationContext);
  if (!confirmation) throw new Error('useConfirmation needs ConfirmationProvider');
  const asked = useSyncExternalStore(confirmation.subscribe, confirmation.asked, confirmation.asked);
  return { asked, settle: confirmation.settle };
}

const AuthRecoveryContext = createContext<AuthRecovery | null>(null);

export function AuthRecoveryProvider({ recovery, children }: { recovery: AuthRecovery; children: ReactNode }) {
  return <AuthRecoveryContext value={recovery}>{children}</AuthRecoveryContext>;
}

/** @returns the tools for auth recovery; throws outside AuthRecoveryProvider. */
export function useAuthRecovery(): AuthRecovery {
  const recovery = use(AuthRecoveryContext);
  if (!recovery) throw new Error('useAuthRecovery needs AuthRecoveryProvider');
  return recovery;
}
