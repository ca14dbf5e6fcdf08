// Site setup: the snippet, the widget's switch and the site's details.

import { useTitle } from '#client/hooks/use-title.ts';
import { WhyButton } from '#client/inspection/why-button.tsx';
import { screens } from '#client/screens.ts';
import { WidgetSwitch } from '#client/settings/widget-switch.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { Site } from '#shared/contract/site.ts';
import { SiteDetails } from './site-details.tsx';
import { SnippetPanel } from './snippet-panel.tsx';

export default function SiteSetupPage({ site }: { site: Site }) {
  useTitle(`Site Setup · ${site.name}`);
  return (
    <>
      <PageHeader
        title="Site Setup"
        description="Add one line to your site to show your notifications."
        action={<WhyButton site={site} />}
      />
      <div className="max-w-3xl space-y-8">
        <SnippetPanel site={site} />
        <Panel title="Widget">
          <WidgetSwitch site={site} />
        </Panel>
        <SiteDetails site={site} />
        <p className="text-muted text-table">
          To delete this site, go to <TextLink to={screens.siteAdvanced.href(site.slug)}>Advanced Options</TextLink>.
        </p>
      </div>
    </>
  );
}
