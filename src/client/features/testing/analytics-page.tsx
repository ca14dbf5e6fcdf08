// A static placeholder, which the specification asks for at this address.
import { Link } from 'react-router';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { Button } from '#client/ui/button.tsx';
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
          <Button asChild variant="secondary">
            <Link to={screens.analytics.href()}>Open Analytics</Link>
          </Button>
        }
      />
    </>
  );
}
