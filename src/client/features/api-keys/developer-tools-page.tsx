// Developer Tools: keys for scripts, where the API is described, and the ids a script needs. Keys belong to the account
// and reach all of its sites.
import { BookOpen } from 'lucide-react';
import { useTitle } from '#client/hooks/use-title.ts';
import { Button } from '#client/ui/button.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { Site } from '#shared/contract/site.ts';
import { ApiKeysPanel } from './api-keys-panel.tsx';

export function DeveloperToolsPage({ site }: { site: Site }) {
  useTitle(`Developer Tools · ${site.name}`);
  return (
    <>
      <PageHeader
        title="Developer Tools"
        description="What you do with your sites here, your scripts can do, too."
        action={
          <Button asChild variant="secondary" icon={<BookOpen aria-hidden="true" size={16} />}>
            <a href="/api/docs" target="_blank" rel="noreferrer">
              API documentation
            </a>
          </Button>
        }
      />
      <div className="max-w-3xl space-y-8">
        <ApiKeysPanel />
        <Panel title="This site" description="How scripts name it in the paths of the API.">
          <CodeBlock code={site.id} label={`Id of ${site.name}`} />
        </Panel>
      </div>
    </>
  );
}
