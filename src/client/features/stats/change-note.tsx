// How a figure moved, beside it. A rise is amber where it is proof of something: more displays, more clicks.
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Change } from './change.ts';

type ChangeNoteProps = { change: Change; isProof?: boolean };

export function ChangeNote({ change, isProof = false }: ChangeNoteProps) {
  const { direction, note, from, words } = change;
  const Arrow = direction === 'up' ? ArrowUp : ArrowDown;
  const hasMoved = direction === 'up' || direction === 'down';
  const tone = !hasMoved
    ? 'font-normal'
    : direction === 'up' && isProof
      ? 'font-semibold text-proof-ink'
      : 'font-semibold text-ink';
  return (
    <>
      <span aria-hidden="true" className="flex flex-wrap items-center gap-x-1">
        <span className={`inline-flex items-center gap-0.5 whitespace-nowrap tabular-nums ${tone}`}>
          {hasMoved && <Arrow size={12} strokeWidth={2.5} />}
          {note}
        </span>
        {from && <span className="whitespace-nowrap tabular-nums">{from}</span>}
      </span>
      <span className="sr-only">{words}</span>
    </>
  );
}
