// Shown when a user's role does not allow a page.
import { Link } from 'react-router';
import { useUser } from '#client/auth/session-context.tsx';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { Button } from '#client/ui/button.tsx';
import { MessagePage } from '#client/ui/message-page.tsx';

export default function UnauthorizedPage() {
  useTitle('No access');
  const user = useUser();
  return (
    <MessagePage
      title="You don't have access to this page"
      actions={
        <>
          <Button asChild>
            <Link to={user ? screens.dashboard.href() : screens.login.href()}>
              {user ? 'Go to dashboard' : 'Log in'}
            </Link>
          </Button>
          <Button asChild variant="secondary">
            <Link to={screens.home.href()}>Go to the home page</Link>
          </Button>
        </>
      }
    >
      {user
        ? `You're logged in as ${user.email}, and that account can't open this page. If it should, ask your administrator.`
        : 'Only some accounts can open this page. If yours is one of them, log in and try again.'}
    </MessagePage>
  );
}
