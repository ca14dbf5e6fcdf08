// Developer Tools: API keys, calls with the owner's own ids, and the widget's own API. Keys belong to the account and
// work for all its sites.
import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { ApiKeysPanel } from '#client/api-keys/api-keys-panel.tsx';
import { LearnMore } from '#client/content/learn-more.tsx';
import { useSetup } from '#client/data/notifications.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { Button } from '#client/ui/button.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { lazyPart } from '#client/ui/load-later.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Site } from '#shared/contract/site.ts';
import { RestExamples } from './rest-examples.tsx';

export default function DeveloperToolsPage({ site }: { site: Site }) {
  useTitle(`Developer Tools · ${site.name}`);
  const [key, setKey] = useState<string | null>(null);
  const setup = useSetup(site.id);
  const { widget, notifications } = setup;
  return (
    <div className="max-w-3xl space-y-8">
      <PageHeader
        title="Developer Tools"
        description={
          <>
            Automate Proofbell with the API. <LearnMore guide="api" about="the API" slug={site.slug} /> What this site
            keeps, and what browsers send to it, is in its{' '}
            <TextLink to={screens.siteDataStatement.href(site.slug)}>data statement</TextLink>.
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
      <div className="space-y-8">
        <ApiKeysPanel onShown={setKey} />
        <Panel title="IDs" description="Use these in API requests.">
          <div className="grid gap-4">
            <CodeBlock code={site.id} label="Site ID" />
            {widget.data && <CodeBlock code={widget.data.id} label="Widget ID" />}
          </div>
        </Panel>
        {widget.data && (
          <RestExamples
            siteId={site.id}
            widgetId={widget.data.id}
            notificationId={notifications.data?.[0]?.id}
            apiKey={key}
          />
        )}
        <WidgetApi site={site} {...setup} />
      </div>
    </div>
  );
}

const WAITING = <Skeleton className="h-96 w-full" />;
const TryWidget = lazyPart(async () => (await import('./try-widget.tsx')).TryWidget, WAITING);

type WidgetApiProps = { site: Site } & ReturnType<typeof useSetup>;

/** What the page's own scripts can ask of the widget, each with a button that does it in a preview of the page. */
function WidgetApi({ site, widget, notifications }: WidgetApiProps) {
  const failed = [widget, notifications].find((query) => query.isError && !query.data);
  return (
    <Panel
      title="The widget's JavaScript API"
      description="Scripts on your pages find it as window.Proofbell once the snippet has run. Try it here: each button runs the call beside it in the preview."
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
