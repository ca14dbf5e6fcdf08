// Shown for a guide that doesn't exist: the app's page for unknown addresses, with the way to all guides.
import { ButtonLink } from '#client/ui/button.tsx';
import { MessagePage } from '#client/ui/message-page.tsx';

/** @param isInside whether it stands inside the app. */
export const NoSuchGuide = ({ listHref, isInside = false }: { listHref: string; isInside?: boolean }) => (
  <MessagePage
    isInside={isInside}
    title="There is no guide at this address"
    actions={<ButtonLink to={listHref}>All guides</ButtonLink>}
  >
    It may have been renamed. The list of all guides has a search.
  </MessagePage>
);
