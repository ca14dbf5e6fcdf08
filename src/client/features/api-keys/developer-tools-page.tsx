// Developer Tools: API keys, API documentation, and the ids that scripts need. Keys belong to the account and work for
// all its sites.
import { BookOpen } from 'lucide-react';
import { useTitle } from '#client/hooks/use-title.ts';
import { Button } from '#client/ui/button.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { Site } from '#shared/contract/site.ts';
import { ApiKeysPanel } from './api-keys-panel.tsx';

export default function DeveloperToolsPage({ site }: { site: Site }) {
  useTitle(`Developer Tools · ${site.name}`);
  return (
    <>
      <PageHeader
        title="Developer Tools"
        description="Automate Proofbell with the API."
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
        <Panel title="This site" description="Use this ID in API requests.">
          <CodeBlock code={site.id} label="Site ID" />
        </Panel>
      </div>
    </>
  );
}
