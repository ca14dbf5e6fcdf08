// Site setup: the snippet, whether it is installed, how to install it, the widget's switch and the site's details.
import { useState } from 'react';
import { useInstallation } from '#client/data/installation.ts';
import { isSeenOf, useSiteInstallation, useSiteSetup } from '#client/data/site-installation.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { WhyButton } from '#client/inspection/why-button.tsx';
import { screens } from '#client/screens.ts';
import { WidgetSwitch } from '#client/settings/widget-switch.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { Site } from '#shared/contract/site.ts';
import { InstallationPanel } from './installation-panel.tsx';
import { PlatformGuides } from './platform-guides.tsx';
import { SiteDetails } from './site-details.tsx';
import { SnippetPanel } from './snippet-panel.tsx';

export default function SiteSetupPage({ site }: { site: Site }) {
  useTitle(`Site Setup · ${site.name}`);
  const { data, isPending } = useSiteInstallation(site.id);
  const isSnippetSettled = useSettled(useInstallation().isPending);
  const isSetupPending = useSiteSetup(site.id).isPending;
  // Each part is shown once those above it have their height.
  const hasPlace = useSettled(isPending || !isSnippetSettled || isSetupPending);
  const isInstalled = data !== undefined && isSeenOf(data);
  return (
    <>
      <PageHeader
        title="Site Setup"
        description="Add one line to your site to show your notifications."
        action={<WhyButton site={site} />}
      />
      <div className="grid grid-cols-1 gap-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <SnippetPanel site={site} isInstalled={isInstalled} />
        {/* Beside everything else, and in view while a guide is followed. */}
        <div className="xl:col-start-2 xl:row-span-4 xl:row-start-1">
          <div className="xl:sticky xl:top-24">{isSnippetSettled && <InstallationPanel site={site} />}</div>
        </div>
        {hasPlace && (
          <>
            <PlatformGuides site={site} />
            <Panel title="Widget">
              <WidgetSwitch site={site} />
            </Panel>
            <div className="space-y-8">
              <SiteDetails site={site} />
              <p className="text-muted text-table">
                For your privacy policy, copy the{' '}
                <TextLink to={screens.siteDataStatement.href(site.slug)}>data statement</TextLink>. To delete this site,
                go to <TextLink to={screens.siteAdvanced.href(site.slug)}>Advanced Options</TextLink>.
              </p>
            </div>
          </>
        )}
      </div>
    </>
  );
}

/**
 * @returns whether it was over once. A call that failed is pending again as it is repeated, for each part that asks for
 * the same: what stands on the page mustn't go for that.
 */
function useSettled(isPending: boolean): boolean {
  const [isSettled, setIsSettled] = useState(!isPending);
  if (!isPending && !isSettled) setIsSettled(true);
  return isSettled;
}
