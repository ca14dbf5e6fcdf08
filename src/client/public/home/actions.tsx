// The page's primary actions. The example in the corner never lies on them (start/example-widget.ts).
import { useAuth } from '#client/auth/session-context.tsx';
import { screens } from '#client/screens.ts';
import { ButtonLink } from '#client/ui/button.tsx';

export function Actions() {
  const isSignedIn = useAuth().status === 'in';
  return (
    <div data-keep-clear="" className="flex flex-wrap gap-3">
      {isSignedIn ? (
        <ButtonLink size="lg" to={screens.dashboard.href()}>
          Go to dashboard
        </ButtonLink>
      ) : (
        <>
          <ButtonLink size="lg" to={screens.register.href()}>
            Get Started
          </ButtonLink>
          <ButtonLink size="lg" variant="secondary" to={screens.login.href()}>
            Log in
          </ButtonLink>
        </>
      )}
    </div>
  );
}
