// The ruled row of metrics above a report: each with its name, an explanation on demand, and its change.

import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { count, describeRate } from '#client/format/numbers.ts';
import { capitalized } from '#client/format/words.ts';
import { InfoPopover } from '#client/ui/info-popover.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Metrics } from '#shared/contract/stats.ts';
import { type Change, changeOfCount, changeOfRate } from './change.ts';
import { MEANINGS, RateMeaning } from './meanings.tsx';

type StatCellsProps = {
  totals: Metrics;
  /** Undefined where nobody knows what to compare with. */
  previous: Metrics | undefined;
  /** The name of the previous period, such as 'the previous 7 days'. */
  period: string;
  /** Smaller numbers, where others are the main ones. */
  isCompact?: boolean;
};

export function StatCells({ totals, previous, period, isCompact = false }: StatCellsProps) {
  const rate = describeRate(totals.clickRate);
  const cell = (of: 'displays' | 'clicks' | 'dismissals', isGood = false) => (
    <StatCell label={capitalized(of)} isCompact={isCompact} value={count(totals[of])} meaning={MEANINGS[of]}>
      {previous && <ChangeNote change={changeOfCount(totals[of], previous[of], period)} isGood={isGood} />}
    </StatCell>
  );
  return (
    <CellRow>
      {cell('displays', true)}
      {cell('clicks', true)}
      <StatCell
        label="Click rate"
        isCompact={isCompact}
        value={rate.kind === 'uncertain' ? '–' : rate.value}
        meaning={<RateMeaning range={rate.range} />}
      >
        <RateNote rate={rate} change={previous ? changeOfRate(totals.clickRate, previous.clickRate, period) : null} />
      </StatCell>
      {cell('dismissals')}
    </CellRow>
  );
}

function RateNote({ rate, change }: { rate: ReturnType<typeof describeRate>; change: Change | null }) {
  if (rate.kind === 'none') return 'No displays';
  if (rate.kind === 'uncertain') return `Not enough data (${rate.range})`;
  return (
    <>
      <span className="tabular-nums">{rate.range}</span>
      {change && (
        <span className="block">
          <ChangeNote change={change} isGood />
        </span>
      )}
    </>
  );
}

/** Four cells, two by two below 1024 px. */
export const CellRow = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-2 border-line border-y lg:grid-cols-4">{children}</div>
);

const CELL =
  'min-w-0 border-line py-5 odd:border-r max-lg:odd:pr-4 max-lg:even:pl-4 max-lg:[&:nth-child(-n+2)]:border-b lg:px-6 lg:first:pl-0 lg:not-last:border-r';

type StatCellProps = { label: string; value: string; meaning: ReactNode; isCompact?: boolean; children?: ReactNode };

export function StatCell({ label, value, meaning, isCompact = false, children }: StatCellProps) {
  return (
    <div className={CELL}>
      <div className="flex items-center gap-1 text-meta text-muted">
        {label}
        <span className="print:hidden">
          <InfoPopover what={label}>{meaning}</InfoPopover>
        </span>
      </div>
      <p className={`mt-1 truncate font-display tabular-nums ${isCompact ? 'text-heading' : 'text-title'}`}>{value}</p>
      {children && <div className="mt-1 text-meta text-muted">{children}</div>}
    </div>
  );
}

/** Placeholder for the row while its metrics load. */
export function CellSkeletons({ isCompact = false }: { isCompact?: boolean }) {
  return (
    <CellRow>
      {['a', 'b', 'c', 'd'].map((cell) => (
        <div key={cell} className={CELL}>
          <Skeleton className="h-4 w-16" />
          <Skeleton className={`mt-2 w-20 ${isCompact ? 'h-6' : 'h-7'}`} />
          <Skeleton className="mt-2 h-3.5 w-24" />
        </div>
      ))}
    </CellRow>
  );
}

type ChangeNoteProps = { change: Change; isGood?: boolean };

/** The change in a metric. An increase is green where it is good: more displays, more clicks. */
function ChangeNote({ change, isGood = false }: ChangeNoteProps) {
  const { direction, note, from, sentence } = change;
  const Arrow = direction === 'up' ? ArrowUp : ArrowDown;
  const hasChanged = direction === 'up' || direction === 'down';
  const tone = !hasChanged
    ? 'font-normal'
    : direction === 'up' && isGood
      ? 'font-semibold text-success'
      : 'font-semibold text-ink';
  return (
    <>
      <span aria-hidden="true" className="flex flex-wrap items-center gap-x-1">
        <span className={`inline-flex items-center gap-0.5 whitespace-nowrap tabular-nums ${tone}`}>
          {hasChanged && <Arrow size={12} strokeWidth={2.5} />}
          {note}
        </span>
        {from && <span className="whitespace-nowrap tabular-nums">{from}</span>}
      </span>
      <span className="sr-only">{sentence}</span>
    </>
  );
}
