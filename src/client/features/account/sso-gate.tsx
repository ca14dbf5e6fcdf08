// Around every screen: a token in the address of any page signs in before the page is shown (spec 2). It is taken out
// of the address as this module loads, which is before the client asks the server anything.
import { useCallback, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { type Fault, faultOf } from '#client/api/faults.ts';
import { useAuth, useSession } from '#client/api/session-context.tsx';
import { useTitle } from '#client/hooks/use-title.ts';
import { paths, safeReturnPath } from '#client/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Wordmark } from '#client/ui/logo.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { toast } from '#client/ui/toast.tsx';
import { AUTH_ERRORS, MESSAGES, TOASTS } from '#shared/messages.ts';
import { useSso } from './queries.ts';
import { emailInToken, takeSsoToken } from './sso-token.ts';

const givenToken = takeSsoToken(window);

export function SsoGate() {
  const [token, setToken] = useState(givenToken);
  const finish = useCallback(() => setToken(null), []);
  return token === null ? <Outlet /> : <SsoSignIn token={token} onDone={finish} />;
}

/** Codes that no second try helps against: the token itself is bad, be it by its content or its length. */
const REFUSALS: readonly string[] = ['unauthenticated', 'validation'];

/** What the server said, where it is not simply yes. */
type Halt = Pick<Fault, 'code' | 'message'>;

function SsoSignIn({ token, onDone }: { token: string; onDone: () => void }) {
  useTitle('Signing in');
  const auth = useAuth();
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const sso = useSso();
  const [halt, setHalt] = useState<Halt | null>(null);

  // Done only when one has arrived: shown in between, a guarded page would send one to the door without the reason.
  const [goal, setGoal] = useState<string | null>(null);
  const hasArrived = goal === `${pathname}${search}`;
  useEffect(() => {
    if (hasArrived) onDone();
  }, [hasArrived, onDone]);
  const goOn = (to: string) => {
    setGoal(to);
    void navigate(to, { replace: true });
  };

  const refuse = ({ message }: Halt) => {
    if (session.state().status === 'in') {
      toast({ ...TOASTS.loginFailed, description: message, tone: 'danger' });
      onDone();
      return;
    }
    const error = message === MESSAGES.ssoTokenExpired ? 'token-expired' : 'invalid-token';
    const from = safeReturnPath(`${pathname}${search}${hash}`, window.location.origin) ?? undefined;
    goOn(paths.login.href({ error, from }));
  };
  const signIn = async (switchUser: boolean) => {
    setHalt(null);
    try {
      await sso.mutateAsync({ token, ...(switchUser && { switchUser }) });
      toast({ ...TOASTS.loginSuccessful, tone: 'success' });
      onDone();
    } catch (error) {
      const fault = faultOf(error);
      if (REFUSALS.includes(fault.code)) refuse(fault);
      else setHalt(fault);
    }
  };

  // A token is good once: it is sent when it is known who is signed in here, and not a second time by itself.
  const latest = useRef(signIn);
  const isSent = useRef(false);
  useEffect(() => {
    latest.current = signIn;
  });
  useEffect(() => {
    if (isSent.current || auth.status === 'loading' || auth.status === 'unreachable') return;
    isSent.current = true;
    void latest.current(false);
  }, [auth.status]);

  const down: Halt = { code: 'unavailable', message: AUTH_ERRORS['backend-unavailable'] };
  const shown = auth.status === 'unreachable' ? down : halt;
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center px-4 outline-none">
      {shown?.code === 'not-found' ? (
        <EmptyState
          title={MESSAGES.ssoNotConfigured}
          description="This link wanted to sign you in, but this installation knows no system that may."
          action={<OtherWays goOn={goOn} />}
        />
      ) : shown && shown.code !== 'conflict' ? (
        <EmptyState
          title="You could not be signed in"
          description={shown.message}
          action={
            <>
              <Button onClick={() => (auth.status === 'unreachable' ? void session.start() : void signIn(false))}>
                Try again
              </Button>
              <OtherWays goOn={goOn} />
            </>
          }
        />
      ) : (
        <div role="status" className="flex flex-col items-center gap-5 text-muted">
          <Wordmark size="md" />
          <span className="flex items-center gap-2.5">
            <Spinner className="size-5 text-accent" /> Signing you in…
          </span>
        </div>
      )}
      <ConfirmDialog
        isOpen={shown?.code === 'conflict'}
        onOpenChange={(isOpen) => !isOpen && onDone()}
        title={<span className="wrap-anywhere">Continue as {emailInToken(token) ?? 'somebody else'}?</span>}
        description={
          <span className="wrap-anywhere">
            {auth.status === 'in'
              ? `You are signed in here as ${auth.user.email}.`
              : 'Somebody else is signed in here.'}{' '}
            Continuing signs that account out of this browser.
          </span>
        }
        confirmLabel="Continue"
        cancelLabel="Stay signed in"
        onConfirm={() => void signIn(true)}
      />
    </main>
  );
}

function OtherWays({ goOn }: { goOn: (to: string) => void }) {
  const isSignedIn = useAuth().status === 'in';
  return (
    <Button variant="secondary" onClick={() => goOn(isSignedIn ? paths.dashboard.href() : paths.login.href())}>
      {isSignedIn ? 'Go to Dashboard' : 'Log in with a password'}
    </Button>
  );
}
