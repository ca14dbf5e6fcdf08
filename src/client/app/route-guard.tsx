// The route guard (spec 4): lets signed-in users with a verified email through and handles every other state. The
// server checks every call regardless.
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate, useNavigationType } from 'react-router';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { lazyPart } from '#client/ui/load-later.tsx';
import { PageSpinner } from '#client/ui/spinner.tsx';
import type { User } from '#shared/contract/account.ts';
import { AUTH_ERRORS, AUTH_LOOP, type AuthErrorType } from '#shared/first-messages.ts';
import { hasRole, isSubscribed, isVerifiedHere } from '../auth/access.ts';
import type { UnreachableReason } from '../auth/failures.ts';
import { useAuth, useAuthRecovery, useSession, useUser } from '../auth/session-context.tsx';
import { useGuardMark } from './auth-watch.tsx';

/** Most people who are let in never see it, and its forms are heavy. */
const VerificationGate = lazyPart(
  async () => (await import('../sign-in/verification-gate.tsx')).VerificationGate,
  <PageSpinner />,
);

/** Wraps whatever the guard shows instead of a protected screen. */
type Frame = ComponentType<{ children: ReactNode }>;

/** @param frame the layout of public pages. */
export function RequireVerified({ frame: PublicFrame }: { frame: Frame }) {
  const auth = useAuth();
  const session = useSession();
  const { key } = useLocation();
  const [wasOut] = useState(auth.status === 'out');
  useGuardMark();
  switch (auth.status) {
    case 'loading':
      return <PageSpinner />;
    case 'unreachable':
      return <ServerDown onRetry={() => void session.start()} />;
    case 'corrupted':
      return <StateRepair />;
    case 'out':
      // Logging out on a protected screen leads home; opening one while logged out leads to the login page.
      if (auth.reason === 'logged-out' && !wasOut) return <Navigate to={screens.home.href()} replace />;
      if (auth.reason === 'broken') return <Navigate to={screens.login.href({ error: 'auth-error' })} replace />;
      return (
        <LoginRedirect key={key} error={auth.reason === 'expired' ? 'token-expired' : undefined} frame={PublicFrame} />
      );
    case 'in':
      // Keyed by user, so that no screen state carries over to the next user's session.
      if (isVerifiedHere(auth.user)) return <Outlet key={auth.user._id} />;
      return (
        <PublicFrame>
          <VerificationGate key={auth.user._id} user={auth.user} />
        </PublicFrame>
      );
  }
}

/**
 * Redirects to the login page and remembers where the user wanted to go. A user who is redirected back within a second
 * gets an error card instead. Keyed by location, so that each path is decided on its own.
 * @param error the reason to show on the login page.
 */
function LoginRedirect({ error, frame: PublicFrame }: { error: AuthErrorType | undefined; frame: Frame }) {
  const { redirects } = useAuthRecovery();
  const { pathname, search, hash } = useLocation();
  const arrival = useNavigationType();
  const navigate = useNavigate();
  const [isLoop] = useState(() => redirects.isBounce(arrival === 'REPLACE'));
  const target = screens.login.href({ error, from: `${pathname}${search}${hash}` });
  useEffect(() => {
    if (isLoop) return;
    redirects.recordGuardRedirect();
    navigate(target, { replace: true });
  }, [isLoop, navigate, redirects, target]);
  if (!isLoop) return <PageSpinner />;
  return (
    <PublicFrame>
      <AuthErrorCard />
    </PublicFrame>
  );
}

function AuthErrorCard() {
  useTitle(AUTH_LOOP.title);
  return (
    <div className="mx-auto w-full max-w-xl px-4 py-16 md:py-24">
      <section role="alert" className="rounded-panel border border-line bg-surface p-6 md:p-8">
        <h1 className="font-display font-semibold text-2xl tracking-tight outline-none">{AUTH_LOOP.title}</h1>
        <p className="mt-2 text-pretty text-muted">{AUTH_LOOP.description}</p>
        <div className="mt-6">
          <ButtonLink to={screens.login.href()}>{AUTH_LOOP.action}</ButtonLink>
        </div>
      </section>
    </div>
  );
}

/** Authenticated without a user: reloads the page once, then gives up the session, which leads to the login page. */
function StateRepair() {
  const { repair } = useAuthRecovery();
  const session = useSession();
  const hasAttempted = useRef(false);
  useEffect(() => {
    if (hasAttempted.current) return;
    hasAttempted.current = true;
    if (!repair.attempt()) session.giveUp();
  }, [repair, session]);
  return <PageSpinner />;
}

const DOWN_TITLES: Record<UnreachableReason, string> = {
  'network-error': 'No connection',
  'backend-unavailable': "Can't reach Proofbell",
};

/** The server did not respond at startup. Retries on demand and when the browser is back online. */
function ServerDown({ onRetry }: { onRetry: () => void }) {
  useTitle('Unavailable');
  const { checkHealth } = useAuthRecovery();
  const [reason, setReason] = useState<UnreachableReason>('backend-unavailable');
  const onOnline = useEffectEvent(onRetry);
  useEffect(() => {
    let isUnmounted = false;
    void checkHealth().then((found) => !isUnmounted && setReason(found));
    window.addEventListener('online', onOnline);
    return () => {
      isUnmounted = true;
      window.removeEventListener('online', onOnline);
    };
  }, [checkHealth]);
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center px-4 outline-none">
      <EmptyState
        isFailure
        title={DOWN_TITLES[reason]}
        description={AUTH_ERRORS[reason]}
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    </main>
  );
}

// Guards by role and by plan, for use below RequireVerified. No screen needs one today (spec 2).

const PRICING = '/pricing';

/** @returns where to send a user who lacks the role, or null. */
export const roleDetour = (user: User, role: string): string | null =>
  hasRole(user, role) ? null : screens.unauthorized.href();

/** @returns where to send a user without an active subscription, or null. */
export const premiumDetour = (user: User): string | null => (isSubscribed(user) ? null : PRICING);

export function RequireRole({ role }: { role: string }) {
  return <GuardedOutlet detour={(user) => roleDetour(user, role)} />;
}

export function RequirePremium() {
  return <GuardedOutlet detour={premiumDetour} />;
}

function GuardedOutlet({ detour }: { detour: (user: User) => string | null }) {
  const user = useUser();
  if (!user) return null;
  const target = detour(user);
  return target === null ? <Outlet /> : <Navigate to={target} replace />;
}
