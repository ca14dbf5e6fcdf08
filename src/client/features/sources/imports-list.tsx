// The files that a source was given, each with what became of it.
import { useState } from 'react';
import { firstImports, IMPORTS_PER_PAGE, useImport, useImports } from '#client/data/imports.ts';
import { agoOf, dateOf, timeOf } from '#client/format/dates.ts';
import { count } from '#client/format/numbers.ts';
import { useNow } from '#client/hooks/use-now.ts';
import { Button } from '#client/ui/button.tsx';
import { ListFallback } from '#client/ui/list-fallback.tsx';
import { Pager, useLastPage } from '#client/ui/pager.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { ImportSummary } from '#shared/contract/import.ts';
import type { Source } from '#shared/contract/source.ts';
import { MINUTE } from '#shared/time.ts';
import { Refusals, UndoImport } from './import-report.tsx';
import { countsText } from './import-words.ts';

const STATES: Record<ImportSummary['state'], string> = {
  running: 'Importing',
  done: 'Imported',
  stopped: 'Partly imported',
  undoing: 'Undoing',
};

export function ImportsList({ source }: { source: Source }) {
  const [page, setPage] = useState(1);
  const query = useImports({ ...firstImports(source), page });
  const { data } = query;
  const last = useLastPage([page, setPage], data?.total, IMPORTS_PER_PAGE);
  // A shop that never missed an order has none.
  if (source.kind !== 'csv' && data?.total === 0) return null;
  return (
    <Panel title="Imports">
      {!data ? (
        <ListFallback noun="imports" query={query} />
      ) : data.total === 0 ? (
        <p className="text-muted">No files yet.</p>
      ) : (
        <div className="space-y-4">
          <ul aria-label="Imports" className="border-line border-b">
            {data.imports.map((one) => (
              <Row key={one.id} source={source} one={one} />
            ))}
          </ul>
          {last > 1 && (
            <Pager
              noun="imports"
              count={`${count(data.total)} imports`}
              page={data.page}
              last={last}
              onPage={setPage}
            />
          )}
        </div>
      )}
    </Panel>
  );
}

function Row({ source, one }: { source: Source; one: ImportSummary }) {
  const now = useNow(MINUTE / 2);
  const [isOpen, setIsOpen] = useState(false);
  const query = useImport({ siteId: source.siteId, sourceId: source.id, importId: one.id }, isOpen);
  const { state, startedAt, reason, refused, accepted } = one;
  const isBusy = state === 'running' || state === 'undoing';
  return (
    <li className="space-y-3 border-line border-t py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="flex items-center gap-2 font-medium">
            {isBusy && <Spinner className="size-4" />}
            {STATES[state]}{' '}
            <span className="font-normal text-muted" title={`${dateOf(startedAt)}, ${timeOf(startedAt)}`}>
              {agoOf(startedAt, now)}
            </span>
          </p>
          <p className="wrap-anywhere mt-0.5 text-pretty text-meta text-muted">
            {countsText(one)}
            {reason !== null && ` · ${reason}`}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {refused > 0 && !isBusy && (
            <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              Refused rows
            </Button>
          )}
          {(state === 'running' || (accepted > 0 && !isBusy)) && <UndoImport source={source} one={one} size="sm" />}
        </div>
      </div>
      {isOpen && (query.data ? <Refusals result={query.data} /> : <ListFallback noun="refused rows" query={query} />)}
    </li>
  );
}
