// Route guards by role and by plan, to stand below RequireVerified, which has seen to there being a user. Built for
// admin-only and premium-only screens; no screen of today is one.
import { Navigate, Outlet } from 'react-router';
import type { User } from '#shared/contract/account.ts';
import { hasRole, isSubscribed } from '../api/access-rule.ts';
import { useUser } from '../api/session-context.tsx';
import { paths } from '../paths.ts';

const PRICING = '/pricing';

/** @returns where somebody who lacks the role goes instead, or null. */
export const roleDetour = (user: User, role: string): string | null =>
  hasRole(user, role) ? null : paths.unauthorized.href();

/** @returns where somebody without an active subscription goes instead, or null. */
export const premiumDetour = (user: User): string | null => (isSubscribed(user) ? null : PRICING);

export function RequireRole({ role }: { role: string }) {
  return <Passage detour={(user) => roleDetour(user, role)} />;
}

export function RequirePremium() {
  return <Passage detour={premiumDetour} />;
}

function Passage({ detour }: { detour: (user: User) => string | null }) {
  const user = useUser();
  if (!user) return null;
  const target = detour(user);
  return target === null ? <Outlet /> : <Navigate to={target} replace />;
}
