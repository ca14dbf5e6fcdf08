// The script tag to paste, how to, and the pinned one for those who want every byte checked.
import { useId, useState } from 'react';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Site } from '#shared/contract/site.ts';
import { useInstallation } from './queries.ts';
import { pinnedSnippetOf, snippetOf } from './snippet.ts';

const STEPS = [
  'Copy the line above.',
  'Paste it into the HTML of your pages, just before </body>. In most shop systems that is the theme’s layout or the field for custom code in the footer.',
  'Open one of these pages. The first notice shows after a few seconds, and its display is counted here.',
];

export function SnippetPanel({ site }: { site: Site }) {
  const { data, isError, isFetching, refetch } = useInstallation();
  return (
    <Panel
      title="Snippet"
      description="Paste it once. New visitors get your changes within a minute; returning ones may see the last state once more."
    >
      {data ? (
        <>
          <CodeBlock code={snippetOf(data.publicUrl, site.id)} label="Snippet" />
          <ol className="mt-5 space-y-2.5 text-table">
            {STEPS.map((step, at) => (
              <li key={step} className="flex gap-3">
                <span className="w-4 shrink-0 text-right font-semibold text-muted tabular-nums">{at + 1}</span>
                <span>{step}</span>
              </li>
            ))}
          </ol>
          <PinnedSnippet code={pinnedSnippetOf(data.publicUrl, site.id, data.widget)} />
        </>
      ) : isError ? (
        <Alert
          tone="danger"
          title="The snippet could not be loaded"
          action={
            <Button variant="secondary" size="sm" onClick={() => refetch()} isBusy={isFetching}>
              Try again
            </Button>
          }
        >
          Check your connection.
        </Alert>
      ) : (
        <Skeleton className="h-44 w-full" />
      )}
    </Panel>
  );
}

function PinnedSnippet({ code }: { code: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <div className="mt-5 border-line border-t pt-4">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="font-medium text-table text-accent hover:underline"
      >
        {isOpen ? 'Hide the pinned snippet' : 'Pin this version instead'}
      </button>
      <div id={id} hidden={!isOpen} className="mt-3 space-y-3">
        <p className="text-table text-muted">
          Loads exactly this version of the widget; browsers refuse it if a single byte differs. It never changes by
          itself, so updates of the widget reach you only with a new snippet.
        </p>
        <CodeBlock code={code} label="Pinned snippet" />
      </div>
    </div>
  );
}
