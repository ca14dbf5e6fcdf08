// A file on its way, and what became of it.
import { useEffect, useState } from 'react';
import { firstImports, useImports } from '#client/data/imports.ts';
import type { BrokenOff, Sending } from '#client/data/sendings.ts';
import { count } from '#client/format/numbers.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Bar } from '#client/ui/bar.tsx';
import { Button } from '#client/ui/button.tsx';
import type { ImportSummary } from '#shared/contract/import.ts';
import type { Source } from '#shared/contract/source.ts';
import { SECOND } from '#shared/time.ts';
import { Refusals, UndoImport } from './import-report.tsx';
import { countsText, ENDINGS, failureText, keptText, mayHaveSaved, reachText, stoppedText } from './import-words.ts';

type Of<Is extends Sending['is']> = Extract<Sending, { is: Is }>;

/** What can be done once a file has ended: import another one, or go back to the same. */
type Ways = { onAgain: () => void; onBack: () => void };
type ImportProgressProps = Ways & { source: Source; sending: Sending; onCancel: () => void };

export function ImportProgress({ source, sending, onCancel, ...ways }: ImportProgressProps) {
  switch (sending.is) {
    case 'sending':
      return <Underway source={source} sending={sending} onCancel={onCancel} />;
    case 'failed':
      if (mayHaveSaved(sending.failure)) return <Interrupted source={source} sending={sending} {...ways} />;
      return (
        <Ended tone="danger" title={ENDINGS.refused} {...ways}>
          {failureText(sending.failure)}
        </Ended>
      );
    case 'canceled':
      return <Interrupted source={source} sending={sending} {...ways} />;
    case 'done':
      return <Done source={source} sending={sending} onAgain={ways.onAgain} />;
  }
}

type UnderwayProps = { source: Source; sending: Of<'sending'>; onCancel: () => void };

function Underway({ source, sending: { file, share }, onCancel }: UnderwayProps) {
  const { data } = useImports(firstImports(source), Number.POSITIVE_INFINITY);
  const running = data?.imports.find(({ state }) => state === 'running');
  const percent = Math.floor(share * 100);
  return (
    <div className="space-y-4">
      <div>
        {/* Only what is new in kind is read out; how far it is can be asked of the bar. */}
        <p role="status" className="wrap-anywhere mb-2 font-semibold">
          {share < 1 ? `Sending ${file.name} …` : 'Sent. Saving the last rows …'}
        </p>
        <div
          role="progressbar"
          aria-label={`Sending ${file.name}`}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <Bar share={share} hasTrack />
        </div>
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

/** By then the server has noticed that nothing more comes. */
const SETTLED_AFTER = 10 * SECOND;

/** @returns the import that broke off; null when nothing of it is kept, undefined until that is known. */
function useKept(source: Source, { at, before }: BrokenOff): ImportSummary | null | undefined {
  const { data, dataUpdatedAt } = useImports(firstImports(source), at + SETTLED_AFTER);
  if (before === null || !data || dataUpdatedAt <= at) return undefined;
  return data.imports.find(({ id, state }) => !before.has(id) && state !== 'undoing') ?? null;
}

type InterruptedProps = Ways & { source: Source; sending: Of<'failed' | 'canceled'> };

function Interrupted({ source, sending, ...ways }: InterruptedProps) {
  const own = useKept(source, sending);
  const kept = keptText(own);
  if (sending.is === 'canceled') {
    return (
      <Ended tone="info" title="Canceled" {...ways}>
        {kept}
      </Ended>
    );
  }
  // Only its answer got lost.
  if (own?.state === 'done') {
    return (
      <Ended tone="success" title="Imported" {...ways}>
        {kept}
      </Ended>
    );
  }
  const why = failureText(sending.failure);
  return (
    <Ended tone="danger" title={own === null ? ENDINGS.refused : ENDINGS.interrupted} {...ways}>
      {own === null ? why : `${why} ${kept}`}
    </Ended>
  );
}

type EndedProps = Ways & { tone: 'info' | 'success' | 'danger'; title: string; children: string };

function Ended({ tone, title, children, onAgain, onBack }: EndedProps) {
  const hasFailed = tone === 'danger';
  return (
    <div className="space-y-4">
      <Alert tone={tone} title={title} isNews>
        {children}
      </Alert>
      {/* Never the other one under a press that has begun: what is kept may become known meanwhile. */}
      <Button key={hasFailed ? 'back' : 'again'} variant="secondary" onClick={hasFailed ? onBack : onAgain}>
        {hasFailed ? 'Back to the file' : 'Import another file'}
      </Button>
    </div>
  );
}

type DoneProps = { source: Source; sending: Of<'done'>; onAgain: () => void };

function Done({ source, sending: { result }, onAgain }: DoneProps) {
  const isStopped = result.state === 'stopped';
  const { data } = useImports(firstImports(source));
  const listed = data?.imports.find(({ id }) => id === result.id);
  const [wasListed, setWasListed] = useState(false);
  if (listed && !wasListed) setWasListed(true);
  // Undone in the list below: nothing is left to be told of.
  const isUndone = listed ? listed.state === 'undoing' : wasListed;
  useEffect(() => {
    if (isUndone) onAgain();
  }, [isUndone, onAgain]);
  return (
    <div className="space-y-5">
      <Alert
        tone={isStopped ? 'danger' : result.accepted > 0 ? 'success' : 'info'}
        title={isStopped ? ENDINGS.partly : 'Imported'}
        isNews
      >
        {isStopped ? stoppedText(result) : `${countsText(result)}.`}
        {result.accepted > 0 &&
          ` Events from the last ${reachText(source)} can show, the newest ${source.rules.cap} at most.`}
      </Alert>
      <Refusals result={result} />
      <div className="flex flex-wrap gap-3">
        <Button onClick={onAgain}>Import another file</Button>
        {result.accepted > 0 && <UndoImport source={source} one={result} onDone={onAgain} />}
      </div>
    </div>
  );
}
