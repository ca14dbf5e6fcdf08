// React context for the session, its confirmations and auth recovery. Components follow the first two as they change.
import { createContext, use, useSyncExternalStore } from 'react';
import type { User } from '#shared/contract/account.ts';
import type { Api, AuthRecovery } from './create-api.ts';
import type { Session } from './run-session.ts';
import type { AuthState } from './session.ts';

type AuthParts = Pick<Api, 'session' | 'confirmation' | 'recovery'>;

export const AuthContext = createContext<AuthParts | null>(null);

function useAuthParts(): AuthParts {
  const parts = use(AuthContext);
  if (!parts) throw new Error('There is no AuthContext around this');
  return parts;
}

/** @returns the session's actions. */
export const useSession = (): Session => useAuthParts().session;

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

/** @returns what the user is asked to confirm with, and how to settle it. */
export function useConfirmation() {
  const { confirmation } = useAuthParts();
  const asked = useSyncExternalStore(confirmation.subscribe, confirmation.asked, confirmation.asked);
  return { asked, settle: confirmation.settle };
}

/** @returns the tools for auth recovery. */
export const useAuthRecovery = (): AuthRecovery => useAuthParts().recovery;
