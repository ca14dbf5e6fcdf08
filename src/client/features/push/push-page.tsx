// Push notifications, as a demonstration without any call: made-up statistics, a form that sends nothing, and an opt-in
// prompt that no visitor sees. The tab is in the address; all forms stay mounted, so nothing typed is lost between them.
import { useTitle } from '#client/hooks/use-title.ts';
import { Alert } from '#client/ui/alert.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import type { Site } from '#shared/contract/site.ts';
import { OptInForm } from './opt-in-form.tsx';
import { TabPanel, useAddressTab } from './push-parts.tsx';
import { PushStats } from './push-stats.tsx';
import { SendForm } from './send-form.tsx';

const TABS = [
  { value: 'stats', label: 'Stats' },
  { value: 'send', label: 'Send' },
  { value: 'opt-in', label: 'Opt-In Prompt' },
] as const;

export default function PushPage({ site }: { site: Site }) {
  useTitle(`Push notifications · ${site.name}`);
  const [tab, showTab] = useAddressTab('tab', TABS);
  return (
    <>
      <PageHeader title="Push notifications" description="What sending to your visitors' devices could look like." />
      <Alert tone="info" title="This page is a demonstration">
        The numbers are made up, and nothing is sent: no message reaches anyone, and nothing leaves this page.
      </Alert>
      <Tabs label="Push notifications" tabs={TABS} value={tab} onValueChange={showTab} />
      <TabPanel label="Stats" isOpen={tab === 'stats'}>
        <PushStats />
      </TabPanel>
      <TabPanel label="Send" isOpen={tab === 'send'}>
        <SendForm siteId={site.id} />
      </TabPanel>
      <TabPanel label="Opt-In Prompt" isOpen={tab === 'opt-in'}>
        <OptInForm siteId={site.id} />
      </TabPanel>
    </>
  );
}
