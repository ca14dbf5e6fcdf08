// The widget's average cost per page load, each number against our published budget.

import { bytes, count, decimal, milliseconds } from '#client/format/numbers.ts';
import { Bar } from '#client/ui/bar.tsx';
import type { SiteCost } from '#shared/contract/stats.ts';
import { COST_SAMPLING } from '#shared/embed/protocol.ts';
import { compareWithBudget, isFewLoads } from './cost.ts';
import { CellRow, StatCell } from './stat-cells.tsx';

export function CostCells({ cost }: { cost: SiteCost }) {
  const { budget, loads } = cost;
  return (
    <CellRow>
      <StatCell
        label="Main-thread time per page"
        value={cost.time === null ? '–' : milliseconds(cost.time)}
        meaning={
          <p>
            How long the widget kept the page's main thread busy until the visitor left or hid the page. While it's
            busy, the page can't respond to clicks. The budget covers only the time until the first notification, so
            this is the stricter measure.
          </p>
        }
      >
        <AgainstBudget value={cost.time} budget={budget.time} name={`${budget.time} ms`} />
      </StatCell>
      <StatCell
        label="Data per page"
        value={cost.bytes === null ? '–' : bytes(cost.bytes)}
        meaning={
          <p>
            Everything sent over the network for the widget: script, notifications and interactions. Files in the
            browser's cache cost nothing, so returning visitors use less.
          </p>
        }
      >
        The script is {bytes(budget.script)} on a first visit
      </StatCell>
      <StatCell
        label="Requests per page"
        value={cost.requests === null ? '–' : decimal(cost.requests)}
        meaning={
          <p>
            How many network requests the widget made. A first visit needs {budget.requests} before the first
            notification: one for the script and one for the notifications. Requests that report counts come later.
          </p>
        }
      >
        {budget.requests} before the first notification
      </StatCell>
      <StatCell
        label="Measured page loads"
        value={count(loads)}
        meaning={
          <p>
            One page load in {COST_SAMPLING} is measured, so these represent about {count(loads * COST_SAMPLING)} loads.
          </p>
        }
      >
        {isFewLoads(loads) ? 'Too few for a reliable average' : `out of about ${count(loads * COST_SAMPLING)}`}
      </StatCell>
    </CellRow>
  );
}

type AgainstBudgetProps = { value: number | null; budget: number; name: string };

function AgainstBudget({ value, budget, name }: AgainstBudgetProps) {
  if (value === null) return `Budget: ${name}`;
  const isOver = value > budget;
  return (
    <>
      <span className={isOver ? 'text-danger' : ''}>{compareWithBudget(value, budget, name)}</span>
      <Bar share={value / budget} tone={isOver ? 'danger' : 'accent'} hasTrack className="mt-1.5 max-w-40" />
    </>
  );
}
