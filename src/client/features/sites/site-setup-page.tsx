// Site setup: the snippet and where it goes, the widget's switch, the site's own data, and its end.
import { useTitle } from '#client/hooks/use-title.ts';
import { WhyButton } from '#client/inspection/why-button.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import type { Site } from '#shared/contract/site.ts';
import { DeleteSite } from './delete-site.tsx';
import { SiteDetails } from './site-details.tsx';
import { SnippetPanel } from './snippet-panel.tsx';
import { WidgetSwitch } from './widget-switch.tsx';

export function SiteSetupPage({ site }: { site: Site }) {
  useTitle(`Site Setup · ${site.name}`);
  return (
    <>
      <PageHeader
        title="Site Setup"
        description="One line in your pages, and the notices you wrote appear there."
        action={<WhyButton site={site} />}
      />
      <div className="max-w-3xl space-y-8">
        <SnippetPanel site={site} />
        <WidgetSwitch site={site} />
        <SiteDetails site={site} />
        <DeleteSite site={site} />
      </div>
    </>
  );
}
