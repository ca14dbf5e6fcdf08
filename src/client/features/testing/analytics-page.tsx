// A static placeholder, which the specification asks for at this address.
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';

export default function TestingAnalyticsPage() {
  useTitle('Analytics test page');
  return (
    <>
      <PageHeader title="Analytics test page" description="Nothing is counted on this page." />
      <EmptyState
        title="Your real numbers are in Analytics"
        description="Displays, clicks and dismissals are counted on the pages of your own sites."
        action={
          <ButtonLink variant="secondary" to={screens.analytics.href()}>
            Open Analytics
          </ButtonLink>
        }
      />
    </>
  );
}
