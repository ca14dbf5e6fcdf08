// The ruled row of figures over a report: each with its name, its meaning on demand, and how it moved.
import type { ReactNode } from 'react';
import { Explain } from '#client/ui/explain.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Figures } from '#shared/contract/stats.ts';
import { type Change, changeOfCount, changeOfRate } from './change.ts';
import { ChangeNote } from './change-note.tsx';
import { count, rateWords } from './figures.ts';
import { MEANINGS, RateMeaning } from './meanings.tsx';

type FigureCellsProps = {
  totals: Figures;
  previous: Figures;
  /** The name of the period before, such as 'the 7 days before'. */
  period: string;
};

export function FigureCells({ totals, previous, period }: FigureCellsProps) {
  const rate = rateWords(totals.clickRate);
  const change = (of: 'displays' | 'clicks' | 'dismissals') => changeOfCount(totals[of], previous[of], period);
  const rateChange = changeOfRate(totals.clickRate, previous.clickRate, period);
  return (
    <CellRow>
      <FigureCell label="Displays" value={count(totals.displays)} meaning={MEANINGS.displays}>
        <ChangeNote change={change('displays')} isProof />
      </FigureCell>
      <FigureCell label="Clicks" value={count(totals.clicks)} meaning={MEANINGS.clicks}>
        <ChangeNote change={change('clicks')} isProof />
      </FigureCell>
      <FigureCell
        label="Click rate"
        value={rate.kind === 'unsure' ? '–' : rate.value}
        meaning={<RateMeaning range={rate.range} />}
      >
        <RateNote rate={rate} change={rateChange} />
      </FigureCell>
      <FigureCell label="Dismissals" value={count(totals.dismissals)} meaning={MEANINGS.dismissals}>
        <ChangeNote change={change('dismissals')} />
      </FigureCell>
    </CellRow>
  );
}

function RateNote({ rate, change }: { rate: ReturnType<typeof rateWords>; change: Change | null }) {
  if (rate.kind === 'none') return 'Nothing displayed';
  if (rate.kind === 'unsure') return `Too few displays to tell: ${rate.range}`;
  return (
    <>
      <span className="tabular-nums">{rate.range}</span>
      {change && (
        <span className="block">
          <ChangeNote change={change} />
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

type FigureCellProps = { label: string; value: string; meaning?: ReactNode; children?: ReactNode };

export function FigureCell({ label, value, meaning, children }: FigureCellProps) {
  return (
    <div className={CELL}>
      <div className="flex items-center gap-1 text-meta text-muted">
        {label}
        {meaning && <Explain what={label}>{meaning}</Explain>}
      </div>
      <p className="mt-1 truncate font-display text-title tabular-nums">{value}</p>
      {children && <div className="mt-1 text-meta text-muted">{children}</div>}
    </div>
  );
}

/** The row while its figures are on their way. */
export function CellSkeletons({ hasNotes = true }: { hasNotes?: boolean }) {
  return (
    <CellRow>
      {['a', 'b', 'c', 'd'].map((cell) => (
        <div key={cell} className={CELL}>
          <Skeleton className="h-4 w-16" />
          <Skeleton className="mt-2 h-7 w-20" />
          {hasNotes && <Skeleton className="mt-2 h-3.5 w-24" />}
        </div>
      ))}
    </CellRow>
  );
}
