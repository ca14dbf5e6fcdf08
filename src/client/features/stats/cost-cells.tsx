// What the widget costs a page load: medians and 95th percentiles of the measured ones, against our published budget.

import type { ReactNode } from 'react';
import { bytes, count, milliseconds } from '#client/format/numbers.ts';
import { Bar } from '#client/ui/bar.tsx';
import type { CostFigure, SiteCost } from '#shared/contract/stats.ts';
import { COST_SAMPLING } from '#shared/embed/protocol.ts';
import { compareWithBudget, describeMedian, describeP95, isFewLoads } from './cost.ts';
import { CellRow, StatCell } from './stat-cells.tsx';

export function CostCells({ cost }: { cost: SiteCost }) {
  const { budget, loads } = cost;
  return (
    <CellRow>
      <CostCell label="Main-thread time" figure={cost.time} loads={loads} format={milliseconds} budget={budget.time}>
        How long the widget kept the page's main thread busy until the visitor left or hid the page. While it's busy,
        the page can't respond to clicks. The budget covers only the time until the first notification, so this is the
        stricter measure.
      </CostCell>
      <CostCell label="Data per page" figure={cost.bytes} loads={loads} format={bytes}>
        Everything sent over the network for the widget: script, notifications and interactions. Files in the browser's
        cache cost nothing, so returning visitors use less. The script is {bytes(budget.script)} on a first visit.
      </CostCell>
      <CostCell
        label="Requests per page"
        figure={cost.requests}
        loads={loads}
        format={(value) => count(Math.round(value))}
      >
        How many network requests the widget made. A first visit needs {budget.requests} before the first notification:
        one for the script and one for the notifications, and one more if any of them has conditions. Requests that
        report counts come later.
      </CostCell>
      <StatCell
        label="Measured page loads"
        value={count(loads)}
        meaning={
          <p>
            One page load in {COST_SAMPLING} is measured, so these represent about {count(loads * COST_SAMPLING)} loads.
            The median is the load in the middle: half of them cost less. 95% of them cost no more than the 95th
            percentile. Unlike an average, neither is moved by a few odd measurements.
          </p>
        }
      >
        {isFewLoads(loads) ? 'Too few to be reliable' : `out of about ${count(loads * COST_SAMPLING)}`}
      </StatCell>
    </CellRow>
  );
}

type CostCellProps = {
  label: string;
  figure: CostFigure;
  /** All measured loads. */
  loads: number;
  format: (value: number) => string;
  /** In milliseconds. */
  budget?: number;
  /** What it means. */
  children: ReactNode;
};

function CostCell({ label, figure, loads, format, budget, children }: CostCellProps) {
  const { median } = figure;
  return (
    <StatCell label={label} value={median === null ? '–' : format(median)} meaning={<p>{children}</p>}>
      <span className="block">{describeMedian(figure, loads)}</span>
      <span className="block">{describeP95(figure, format)}</span>
      {budget !== undefined && <AgainstBudget value={median} budget={budget} name={`${budget} ms`} />}
    </StatCell>
  );
}

type AgainstBudgetProps = { value: number | null; budget: number; name: string };

function AgainstBudget({ value, budget, name }: AgainstBudgetProps) {
  if (value === null) return <span className="block">Budget: {name}</span>;
  const isOver = value > budget;
  return (
    <>
      <span className={`block ${isOver ? 'text-danger' : ''}`}>{compareWithBudget(value, budget, name)}</span>
      <Bar share={value / budget} tone={isOver ? 'danger' : 'accent'} hasTrack className="mt-1.5 max-w-40" />
    </>
  );
}
