// Shown for unknown addresses, and for unknown pages of a known site.
import { useNavigate } from 'react-router';
import type { Site } from '#shared/contract/site.ts';
import { useAuth } from '../auth/session-context.tsx';
import { useTitle } from '../hooks/use-title.ts';
import { screens } from '../screens.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { MessagePage } from '../ui/message-page.tsx';

export function NotFoundPage() {
  useTitle('Page not found');
  const isSignedIn = useAuth().status === 'in';
  return (
    <MessagePage
      title="Page not found"
      actions={
        <ButtonLink to={isSignedIn ? screens.dashboard.href() : screens.home.href()}>
          {isSignedIn ? 'Go to dashboard' : 'Go to the home page'}
        </ButtonLink>
      }
    >
      There is no page at this address. It may have moved, or the link may be mistyped.
    </MessagePage>
  );
}

/** Shown inside the site's layout (spec 2 fixes the wording). */
export function UnknownSubPage({ site }: { site: Site }) {
  useTitle('Page Not Found');
  const navigate = useNavigate();
  return (
    <MessagePage
      isInside
      title="Page Not Found"
      actions={
        <>
          <Button variant="secondary" onClick={() => navigate(-1)}>
            Go Back
          </Button>
          <ButtonLink to={screens.siteDashboard.href(site.slug)}>Go to Dashboard</ButtonLink>
        </>
      }
    >
      The page you're looking for doesn't exist or you don't have permission to access it.
    </MessagePage>
  );
}
