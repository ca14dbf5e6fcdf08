// Shown when a user's role does not allow a page.
import { useUser } from '#client/auth/session-context.tsx';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { MessagePage } from '#client/ui/message-page.tsx';

export default function UnauthorizedPage() {
  useTitle('No access');
  const user = useUser();
  return (
    <MessagePage
      title="You don't have access to this page"
      actions={
        <>
          <ButtonLink to={user ? screens.dashboard.href() : screens.login.href()}>
            {user ? 'Go to dashboard' : 'Log in'}
          </ButtonLink>
          <ButtonLink variant="secondary" to={screens.home.href()}>
            Go to the home page
          </ButtonLink>
        </>
      }
    >
      {user
        ? `You're logged in as ${user.email}, and that account can't open this page. If it should, ask your administrator.`
        : 'Only some accounts can open this page. If yours is one of them, log in and try again.'}
    </MessagePage>
  );
}
