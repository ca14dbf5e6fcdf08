// A file of events: chosen, checked here, sent, and what became of it.
import { useState } from 'react';
import { failureOf, failureToast } from '#client/auth/failures.ts';
import { LearnMore } from '#client/content/learn-more.tsx';
import { type Sending, useImports, useSendFile } from '#client/data/imports.ts';
import { useUpdateSource } from '#client/data/sources.ts';
import { count } from '#client/format/numbers.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Bar } from '#client/ui/bar.tsx';
import { Button } from '#client/ui/button.tsx';
import { FileDrop } from '#client/ui/file-drop.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { ColumnMapping } from '#shared/contract/column-mapping.ts';
import type { Site } from '#shared/contract/site.ts';
import type { Source } from '#shared/contract/source.ts';
import { type CsvStart, readStart } from './csv-start.ts';
import { FileCheck } from './file-check.tsx';
import { Refusals, UndoImport } from './import-report.tsx';
import { countsText, reachText } from './import-words.ts';
import { LIMIT } from './imports-list.tsx';

const WHAT = {
  csv: 'Orders, sign-ups or reviews as a CSV file: from a spreadsheet, or exported by a shop. The same file again adds nothing twice.',
  shopify:
    "Orders from before, or that never came: Shopify's own export as a CSV file. Orders that are there already aren't taken twice.",
  woocommerce:
    "Orders from before, or that never came: the CSV file of Analytics → Orders. Orders that are there already aren't taken twice.",
};

type Chosen = { file: File; start: CsvStart };

export function ImportPanel({ site, source }: { site: Site; source: Source }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [issue, setIssue] = useState('');
  const update = useUpdateSource();
  const { sending, send, cancel, reset } = useSendFile(source);

  const choose = async (file: File | undefined) => {
    if (!file) return;
    const start = await readStart(file);
    setIssue(typeof start === 'string' ? start : '');
    setChosen(typeof start === 'string' ? null : { file, start });
  };
  const start = async (file: File, mapping: ColumnMapping | null) => {
    try {
      if (mapping) await update.mutateAsync({ siteId: site.id, sourceId: source.id, mapping });
    } catch (error) {
      const { fields, message } = failureOf(error);
      toast(
        failureToast(error, {
          title: 'Failed to keep what the columns mean',
          description: fields[0]?.message ?? message,
        }),
      );
      return;
    }
    await send(file);
  };
  const again = () => {
    reset();
    setChosen(null);
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
      {sending.is !== 'idle' && chosen ? (
        <Progress
          source={source}
          file={chosen.file}
          sending={sending}
          onCancel={cancel}
          onAgain={again}
          onBack={reset}
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
    </Panel>
  );
}

type ProgressProps = {
  source: Source;
  file: File;
  sending: Sending;
  onCancel: () => void;
  onAgain: () => void;
  onBack: () => void;
};

function Progress({ source, file, sending, onCancel, onAgain, onBack }: ProgressProps) {
  switch (sending.is) {
    case 'sending':
      return <Underway source={source} file={file} share={sending.share} onCancel={onCancel} />;
    case 'failed': {
      const { message, fields } = sending.failure;
      return (
        <div className="space-y-4">
          <Alert tone="danger" title="The file wasn't imported">
            {fields.length > 0 ? fields.map((one) => `${one.message}.`).join(' ') : message}
          </Alert>
          <Button variant="secondary" onClick={onBack}>
            Back to the file
          </Button>
        </div>
      );
    }
    case 'canceled':
      return (
        <div className="space-y-4">
          <Alert tone="info" title="Canceled" isNews>
            Rows that had been taken stay; the list below says how many, and can take them back.
          </Alert>
          <Button variant="secondary" onClick={onAgain}>
            Import another file
          </Button>
        </div>
      );
    case 'done': {
      const { result } = sending;
      const isStopped = result.state === 'stopped';
      return (
        <div className="space-y-5">
          <Alert
            tone={isStopped ? 'danger' : result.accepted > 0 ? 'success' : 'info'}
            title={isStopped ? 'Only a part of the file was imported' : 'Imported'}
            isNews
          >
            {countsText(result)}.{isStopped && ` ${result.reason}.`}
            {result.accepted > 0 &&
              ` What happened within ${reachText(source)} may show, the newest ${source.rules.cap} at most.`}
          </Alert>
          <Refusals result={result} />
          <div className="flex flex-wrap gap-3">
            <Button onClick={onAgain}>Import another file</Button>
            {result.accepted > 0 && <UndoImport source={source} one={result} onDone={onAgain} />}
          </div>
        </div>
      );
    }
    default:
      return null;
  }
}

type UnderwayProps = { source: Source; file: File; share: number; onCancel: () => void };

function Underway({ source, file, share, onCancel }: UnderwayProps) {
  const { data } = useImports({ siteId: source.siteId, sourceId: source.id, page: 1, limit: LIMIT }, true);
  const running = data?.imports.find(({ state }) => state === 'running');
  const percent = Math.floor(share * 100);
  return (
    <div className="space-y-4">
      <div
        role="progressbar"
        aria-label={`Sending ${file.name}`}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <p className="wrap-anywhere mb-2 font-semibold">
          {share < 1 ? `Sending ${file.name} …` : 'Sent. Its last rows are being taken …'}
        </p>
        <Bar share={share} hasTrack />
        <p className="mt-2 text-muted text-table tabular-nums">
          {percent}% sent{running && running.rows > 0 && ` · ${count(running.rows)} rows so far`}
        </p>
      </div>
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
