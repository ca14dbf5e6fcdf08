// The script tag to paste, and the pinned tag for owners who want every byte verified.
import { useId, useState } from 'react';
import { useInstallation } from '#client/data/installation.ts';
import { pinnedSnippetOf, snippetOf } from '#client/format/snippet.ts';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Site } from '#shared/contract/site.ts';

/** @param isInstalled whether the snippet was seen: then copying it isn't what the screen is about any more. */
export function SnippetPanel({ site, isInstalled }: { site: Site; isInstalled: boolean }) {
  const query = useInstallation();
  const { data } = query;
  return (
    <Panel
      title="Snippet"
      description={
        <>
          Paste it once, just before <code>{'</body>'}</code>, into the layout that all your pages share.
        </>
      }
    >
      {data ? (
        <>
          <CodeBlock code={snippetOf(data.publicUrl, site.id)} label="Snippet" isMain={!isInstalled} />
          <p className="mt-4 text-muted text-table">
            Changes reach new visitors within a minute. Returning visitors may see the previous version once.
          </p>
          <PinnedSnippet code={pinnedSnippetOf(data.publicUrl, site.id, data.widget)} />
        </>
      ) : query.isError ? (
        <LoadError query={query} title="Couldn't load the snippet" />
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
    <div className="mt-4 border-line border-t pt-4">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="pressable-text font-medium text-table text-accent hover:underline"
      >
        {isOpen ? 'Hide the fixed version' : 'Use a fixed version (SRI)'}
      </button>
      <div id={id} hidden={!isOpen} className="mt-3 space-y-3">
        <p className="text-table text-muted">
          Always loads this exact version of the widget. Browsers reject it if a single byte differs. To get an update,
          paste a new snippet. Pages with it aren't measured for Performance.
        </p>
        <CodeBlock code={code} label="Fixed-version snippet" />
      </div>
    </div>
  );
}
