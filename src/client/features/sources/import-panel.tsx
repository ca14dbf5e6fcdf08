// Files of events on a source's page: chosen, checked here, and sent. For a shop, only once somebody asks, since its orders
// come by themselves.
import { useEffect, useRef, useState } from 'react';
import { failureOf, failureToast } from '#client/auth/failures.ts';
import { LearnMore } from '#client/content/learn-more.tsx';
import { useSendFile } from '#client/data/imports.ts';
import { useUpdateSource } from '#client/data/sources.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { FileDrop } from '#client/ui/file-drop.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { Mapping } from '#shared/contract/mapping.ts';
import type { Site } from '#shared/contract/site.ts';
import type { Source } from '#shared/contract/source.ts';
import { type CsvStart, readStart } from './csv-start.ts';
import { FileCheck } from './file-check.tsx';
import { ImportProgress } from './import-progress.tsx';
import { endedToast } from './import-words.ts';
import { ImportsList } from './imports-list.tsx';

const WHAT = {
  csv: "A CSV file of orders, sign-ups or reviews. Rows that are already here aren't added twice.",
  shopify: "Shopify's own CSV export. Orders that are already here aren't added twice.",
  woocommerce: "The CSV file of Analytics → Orders. Orders that are already here aren't added twice.",
};

/** What screen readers call the panel's steps; those after them are results. */
const STEPS: Partial<Record<string, string>> = {
  choose: 'Choose a file',
  check: 'Check the file',
  sending: 'Import in progress',
};

function ImportPanel({ site, source }: { site: Site; source: Source }) {
  const [chosen, setChosen] = useState<{ file: File; start: CsvStart } | null>(null);
  const [issue, setIssue] = useState('');
  const update = useUpdateSource();
  const { sending, send, cancel, reset } = useSendFile(source);
  const step = sending?.is ?? (chosen ? 'check' : 'choose');

  const choose = async (file: File | undefined) => {
    if (!file) return;
    const start = await readStart(file);
    setIssue(typeof start === 'string' ? start : '');
    setChosen(typeof start === 'string' ? null : { file, start });
  };
  const start = async (file: File, mapping: Mapping | null) => {
    try {
      if (mapping) await update.mutateAsync({ siteId: site.id, sourceId: source.id, mapping });
    } catch (error) {
      const { fields, message } = failureOf(error);
      toast(
        failureToast(error, {
          title: 'Failed to save what the columns mean',
          description: fields[0]?.message ?? message,
        }),
      );
      return;
    }
    setChosen(null);
    const ended = await send(file);
    if (ended) toast(endedToast(file.name, ended));
  };
  return (
    <Panel
      title={source.kind === 'csv' ? 'Import a file' : 'Import missed orders'}
      description={
        <>
          {WHAT[source.kind as keyof typeof WHAT]}{' '}
          <LearnMore guide="import-csv" about="importing files" slug={site.slug} />
        </>
      }
    >
      <Step name={STEPS[step] ?? 'Result of the import'} step={step}>
        {sending ? (
          <ImportProgress
            source={source}
            sending={sending}
            onCancel={cancel}
            onAgain={reset}
            onBack={() => {
              reset();
              void choose(sending.file);
            }}
          />
        ) : chosen ? (
          <FileCheck
            key={`${chosen.file.name} ${chosen.file.lastModified}`}
            {...chosen}
            site={site}
            source={source}
            isBusy={update.isPending}
            onImport={(mapping) => void start(chosen.file, mapping)}
            onCancel={() => setChosen(null)}
          />
        ) : (
          <div className="space-y-4">
            {issue && (
              <Alert tone="danger" title="This file can't be imported">
                {issue}.
              </Alert>
            )}
            <FileDrop label="CSV file" accept=".csv,text/csv,.tsv,.txt" onFile={(file) => void choose(file)} />
          </div>
        )}
      </Step>
    </Panel>
  );
}

type StepProps = { name: string; step: string; children: React.ReactNode };

/** Takes over the focus from what was pressed, where that went with the step before. */
function Step({ name, step, children }: StepProps) {
  const part = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    // The report, below what was read before.
    part.current?.scrollIntoView({ block: 'nearest' });
    if (document.activeElement === document.body) part.current?.focus({ preventScroll: true });
  }, [step]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and most steps have none
    <div ref={part} role="group" aria-label={name} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}

export function ImportPart({ site, source }: { site: Site; source: Source }) {
  const { sending } = useSendFile(source);
  const [isOpen, setIsOpen] = useState(source.kind === 'csv' || sending !== null);
  return (
    <>
      {isOpen ? (
        <ImportPanel site={site} source={source} />
      ) : (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-muted">
          {source.lastDeliveryAt !== null || source.connection ? 'Missing orders?' : 'Are your orders in a file?'}
          <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
            Import them from a file
          </Button>
        </p>
      )}
      <ImportsList source={source} />
    </>
  );
}
