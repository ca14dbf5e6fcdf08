// Files of events on a source's page: for a shop, only once somebody asks, since its orders come by themselves.
import { useState } from 'react';
import { useSendFile } from '#client/data/imports.ts';
import { Button } from '#client/ui/button.tsx';
import type { Site } from '#shared/contract/site.ts';
import type { Source } from '#shared/contract/source.ts';
import { ImportPanel } from './import-panel.tsx';
import { ImportsList } from './imports-list.tsx';

export function ImportPart({ site, source }: { site: Site; source: Source }) {
  const { sending } = useSendFile(source);
  const [isOpen, setIsOpen] = useState(source.kind === 'csv' || sending !== null);
  return (
    <>
      {isOpen ? (
        <ImportPanel site={site} source={source} />
      ) : (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-muted">
          Missing orders?
          <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
            Import them from a file
          </Button>
        </p>
      )}
      <ImportsList source={source} />
    </>
  );
}
