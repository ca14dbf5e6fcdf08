// The page's primary actions. The example in the corner never lies on them (start/example-widget.ts).
import { Link } from 'react-router';
import { useAuth } from '#client/auth/session-context.tsx';
import { screens } from '#client/screens.ts';
import { Button } from '#client/ui/button.tsx';

export function Actions() {
  const isSignedIn = useAuth().status === 'in';
  return (
    <div data-keep-clear="" className="flex flex-wrap gap-3">
      {isSignedIn ? (
        <Button asChild size="lg">
          <Link to={screens.dashboard.href()}>Go to dashboard</Link>
        </Button>
      ) : (
        <>
          <Button asChild size="lg">
            <Link to={screens.register.href()}>Get Started</Link>
          </Button>
          <Button asChild size="lg" variant="secondary">
            <Link to={screens.login.href()}>Log in</Link>
          </Button>
        </>
      )}
    </div>
  );
}
