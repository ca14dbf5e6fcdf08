// Shown for a guide that doesn't exist: the app's page for unknown addresses, with the way to all guides.
import { Link } from 'react-router';
import { Button } from '#client/ui/button.tsx';
import { MessagePage } from '#client/ui/message-page.tsx';

/** @param isCard whether it stands inside the app. */
export const NoSuchGuide = ({ listHref, isCard = false }: { listHref: string; isCard?: boolean }) => (
  <MessagePage
    isCard={isCard}
    title="There is no guide at this address"
    actions={
      <Button asChild>
        <Link to={listHref}>All guides</Link>
      </Button>
    }
  >
    It may have been renamed. The list of all guides has a search.
  </MessagePage>
);
