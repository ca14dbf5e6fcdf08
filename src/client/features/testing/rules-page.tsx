// A static placeholder, which the specification asks for at this address.
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';

export default function TestingRulesPage() {
  useTitle('Rules test page');
  return (
    <>
      <PageHeader title="Rules test page" description="Nothing runs on this page." />
      <EmptyState
        title="Try your rules on your site"
        description="On a site's Rules & Targeting screen, 'Try it' judges a made-up visit by the same code that runs for your visitors."
        action={
          <ButtonLink variant="secondary" to={screens.dashboard.href()}>
            Choose a site
          </ButtonLink>
        }
      />
    </>
  );
}
