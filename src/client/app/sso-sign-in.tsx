// Asks whether to continue as the user in a single sign-on token (spec 2), logs in with it on that click, and shows
// every possible outcome. Anyone can send a link with a token of their own, so it does nothing by itself. Loaded only
// when an address carries a token.
import { decodeJwt } from 'jose';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSso } from '#client/data/account.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { safeReturnPath } from '#client/links.ts';
import { screens } from '#client/screens.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Wordmark } from '#client/ui/logo.tsx';
import { PageSpinner } from '#client/ui/spinner.tsx';
import { toast } from '#client/ui/toast.tsx';
import { ssoClaimsSchema } from '#shared/contract/account.ts';
import { AUTH_ERRORS, MESSAGES, TOASTS } from '#shared/messages.ts';
import { type Failure, failureOf } from '../auth/failures.ts';
import { useAuth, useSession } from '../auth/session-context.tsx';
import { AuthLayout } from '../sign-in/auth-layout.tsx';

/**
 * Reads the email in a token, for display only: the server checks the signature.
 * @param token a JWT, or whatever was in the address.
 * @returns the email, or null when there is none, or something else in its place.
 */
export function emailInToken(token: string): string | null {
  try {
    return ssoClaimsSchema.shape.email.safeParse(decodeJwt(token).email).data ?? null;
  } catch {
    return null;
  }
}

/** Codes for which a retry is pointless: the token itself is invalid or too long. */
const REFUSALS: readonly string[] = ['unauthenticated', 'validation'];

/** The address belongs to another user of the operator's system: only the operator can help. */
const isAddressTaken = ({ fields }: Failure) => fields.some(({ field }) => field === 'sub');

export function SsoSignIn({ token, onDone }: { token: string; onDone: () => void }) {
  useTitle('Log in');
  const auth = useAuth();
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const sso = useSso();
  const [failure, setFailure] = useState<Failure | null>(null);
  const email = emailInToken(token);
  const isOther = auth.status === 'in' && auth.user.email.toLowerCase() !== email?.toLowerCase();

  // Set only after the redirect: an earlier login would make a protected page redirect to the login page and lose the
  // reason.
  const [goal, setGoal] = useState<string | null>(null);
  const isAtGoal = goal === `${pathname}${search}`;
  useEffect(() => {
    if (isAtGoal) onDone();
  }, [isAtGoal, onDone]);
  const leaveTo = (to: string) => {
    setGoal(to);
    void navigate(to, { replace: true });
  };

  const refuse = (message: string) => {
    if (session.state().status === 'in') {
      toast({ ...TOASTS.loginFailed, description: message, tone: 'danger', outlivesPage: true });
      onDone();
      return;
    }
    const error = message === MESSAGES.ssoTokenExpired ? 'token-expired' : 'invalid-token';
    const from = safeReturnPath(`${pathname}${search}${hash}`, window.location.origin) ?? undefined;
    leaveTo(screens.login.href({ error, from }));
  };
  const signIn = async (switchUser: boolean) => {
    try {
      await sso.mutateAsync({ token, ...(switchUser && { switchUser }) });
      toast({ ...TOASTS.loginSuccessful, tone: 'success' });
      onDone();
    } catch (error) {
      const next = failureOf(error);
      if (REFUSALS.includes(next.code)) refuse(next.message);
      else setFailure(next);
    }
  };
  const cancel = () => {
    // Without a token, the page for single sign-on would report that it is missing.
    if (auth.status === 'in' || pathname !== screens.ssoLogin.path) return onDone();
    const from = safeReturnPath(new URLSearchParams(search).get('from'), window.location.origin) ?? undefined;
    leaveTo(screens.login.href({ from }));
  };

  const isKnown = auth.status !== 'loading' && auth.status !== 'unreachable';
  const isUnreadable = isKnown && email === null;
  const refuseUnreadable = useEffectEvent(() => refuse(MESSAGES.ssoTokenNotValid));
  useEffect(() => {
    if (isUnreadable) refuseUnreadable();
  }, [isUnreadable]);

  if (auth.status === 'unreachable') {
    return (
      <Problem title="We couldn't log you in" description={AUTH_ERRORS['backend-unavailable']}>
        <Button onClick={() => void session.start()}>Try again</Button>
        <Alternatives leaveTo={leaveTo} />
      </Problem>
    );
  }
  if (!isKnown || email === null) return <PageSpinner />;
  if (failure?.code === 'not-found') {
    return (
      <Problem
        title="Single sign-on isn't set up on this installation"
        description="Log in another way, or ask your administrator to set it up."
      >
        <Alternatives leaveTo={leaveTo} />
      </Problem>
    );
  }
  if (failure && (failure.code !== 'conflict' || isAddressTaken(failure))) {
    return (
      <Problem title="We couldn't log you in" description={failure.message}>
        {!isAddressTaken(failure) && (
          <Button isBusy={sso.isPending} onClick={() => void signIn(isOther)}>
            Try again
          </Button>
        )}
        <Alternatives leaveTo={leaveTo} />
      </Problem>
    );
  }

  // The server found someone else here, whom this tab hasn't heard of yet.
  const mustSwitch = failure !== null || isOther;
  return (
    <Question email={email} isBusy={sso.isPending} onContinue={() => void signIn(mustSwitch)} onCancel={cancel}>
      {mustSwitch
        ? `${auth.status === 'in' ? `You're logged in as ${auth.user.email}.` : 'Someone else is logged in.'} Continuing logs that account out of this browser.`
        : auth.status === 'in'
          ? "You're already logged in with this address."
          : "The link you opened logs you in with this address. Cancel if it isn't yours."}
    </Question>
  );
}

type QuestionProps = {
  email: string;
  isBusy: boolean;
  onContinue: () => void;
  onCancel: () => void;
  /** What continuing means here. */
  children: ReactNode;
};

function Question({ email, isBusy, onContinue, onCancel, children }: QuestionProps) {
  const main = useRef<HTMLElement>(null);
  // Not on a button: a key pressed while the page loads must not answer.
  useEffect(() => main.current?.focus(), []);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex h-16 w-full max-w-6xl items-center px-4 md:px-8">
        <Wordmark />
      </header>
      <main id="main" ref={main} tabIndex={-1} aria-label={`Continue as ${email}?`} className="outline-none">
        <AuthLayout
          title={
            <>
              Continue as <span className="mt-1 block text-heading">{email}?</span>
            </>
          }
          description={<span className="wrap-anywhere">{children}</span>}
        >
          <div className="space-y-3">
            <Button size="lg" className="w-full" isBusy={isBusy} busyLabel="Logging in..." onClick={onContinue}>
              Continue
            </Button>
            <Button variant="secondary" size="lg" className="w-full" disabled={isBusy} onClick={onCancel}>
              Cancel
            </Button>
          </div>
        </AuthLayout>
      </main>
    </div>
  );
}

const Problem = ({ title, description, children }: { title: string; description: string; children: ReactNode }) => (
  <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center px-4 outline-none">
    <EmptyState title={title} description={description} action={children} />
  </main>
);

function Alternatives({ leaveTo }: { leaveTo: (to: string) => void }) {
  const isSignedIn = useAuth().status === 'in';
  return (
    <Button variant="secondary" onClick={() => leaveTo(isSignedIn ? screens.dashboard.href() : screens.login.href())}>
      {isSignedIn ? 'Go to dashboard' : 'Log in with a password'}
    </Button>
  );
}
