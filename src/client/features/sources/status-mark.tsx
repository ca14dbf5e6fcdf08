// How a source does: a dot and its words.
import type { Source, SourceStatus } from '#shared/contract/source.ts';
import { connectionStatus } from './connection-words.ts';
import { statusOf } from './source-words.ts';

const LOOKS: Record<SourceStatus, { dot: string; words: string }> = {
  working: { dot: 'bg-success', words: 'text-muted' },
  waiting: { dot: 'border-2 border-field', words: 'text-muted' },
  refused: { dot: 'bg-danger', words: 'font-medium text-danger' },
  off: { dot: 'bg-danger', words: 'font-medium text-danger' },
  'needs-secret': { dot: 'border-2 border-field', words: 'text-muted' },
};

export function StatusMark({ source, now }: { source: Source; now: number }) {
  const { text, look } = connectionStatus(source) ?? {
    text: statusOf(source, now),
    look: source.lastProblem ? 'refused' : source.status,
  };
  const { dot, words } = LOOKS[look];
  return (
    <span className={`inline-flex items-center gap-2 ${words}`}>
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dot}`} />
      {text}
    </span>
  );
}
