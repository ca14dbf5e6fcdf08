// Developer Tools: API keys with one call that runs, and in a tab of its own the widget's JavaScript API. Keys belong to the
// account and work for all its sites.
import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiKeysPanel } from '#client/api-keys/api-keys-panel.tsx';
import { LearnMore } from '#client/content/learn-more.tsx';
import { useSetup } from '#client/data/notifications.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { Button } from '#client/ui/button.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { lazyPart } from '#client/ui/load-later.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import type { Site } from '#shared/contract/site.ts';
import { EventExample } from './event-example.tsx';

const TABS = [
  { value: 'api', label: 'REST API' },
  { value: 'javascript', label: 'JavaScript API' },
];

export default function DeveloperToolsPage({ site }: { site: Site }) {
  useTitle(`Developer Tools · ${site.name}`);
  const [query, setQuery] = useSearchParams();
  const isScript = query.get('tab') === 'javascript';
  return (
    <div className="space-y-8">
      <PageHeader
        title="Developer Tools"
        description={
          <>
            Report events from your own code. <LearnMore guide="api" about="the API" slug={site.slug} /> ·{' '}
            <TextLink to={screens.siteDataStatement.href(site.slug)}>Data statement</TextLink>
          </>
        }
        action={
          <Button asChild variant="secondary" icon={<BookOpen aria-hidden="true" size={16} />}>
            <a href="/api/docs" target="_blank" rel="noreferrer">
              API documentation
            </a>
          </Button>
        }
      />
      <Tabs
        label="Which API"
        value={isScript ? 'javascript' : 'api'}
        onValueChange={(tab) => setQuery(tab === 'api' ? {} : { tab })}
        tabs={TABS}
      />
      {isScript ? <WidgetApi site={site} /> : <RestApi site={site} />}
    </div>
  );
}

function RestApi({ site }: { site: Site }) {
  const [key, setKey] = useState<string | null>(null);
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <div className="min-w-0 space-y-8">
        <ApiKeysPanel onShown={setKey} scope="write" />
      </div>
      <div className="min-w-0 lg:sticky lg:top-24">
        <EventExample site={site} apiKey={key} />
      </div>
    </div>
  );
}

const WAITING = <Skeleton className="h-96 w-full" />;
const TryWidget = lazyPart(async () => (await import('./try-widget.tsx')).TryWidget, WAITING);

/** What the page's own scripts can ask of the widget, each with a button that does it in a preview of the page. */
function WidgetApi({ site }: { site: Site }) {
  const { widget, notifications } = useSetup(site.id);
  const failed = [widget, notifications].find((query) => query.isError && !query.data);
  return (
    <Panel
      title="The widget's JavaScript API"
      description="Your pages' scripts find it as window.Proofbell. Each button runs its call in the preview."
    >
      {widget.data && notifications.data ? (
        <TryWidget site={site} widget={widget.data} notifications={notifications.data} />
      ) : failed ? (
        <LoadError query={failed} title="Couldn't load your widget" />
      ) : (
        WAITING
      )}
    </Panel>
  );
}
