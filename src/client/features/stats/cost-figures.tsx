// What a page load costs visitors on average, each figure against what we publish.
import { Bar } from '#client/ui/bar.tsx';
import type { SiteCost } from '#shared/contract/stats.ts';
import { budgetWords, isFewLoads, MEASURED_ONE_IN } from './cost.ts';
import { CellRow, FigureCell } from './figure-cells.tsx';
import { bytes, count, milliseconds } from './figures.ts';

export function CostFigures({ cost }: { cost: SiteCost }) {
  const { budget, loads } = cost;
  return (
    <CellRow>
      <FigureCell
        label="Main thread a load"
        value={cost.time === null ? '–' : milliseconds(cost.time)}
        meaning={
          <p>
            How long the page’s main thread worked for the widget until the page was left or hidden; while it works, the
            page can answer no press. The budget is for the time until the first notice, so this is the stricter
            measure.
          </p>
        }
      >
        <AgainstBudget value={cost.time} budget={budget.time} name={`${budget.time} ms`} />
      </FigureCell>
      <FigureCell
        label="Network a load"
        value={cost.bytes === null ? '–' : bytes(cost.bytes)}
        meaning={
          <p>
            What came over the network for the widget: script, notices and events. What the browser had kept from before
            costs nothing, so returning visitors pay less.
          </p>
        }
      >
        The script is {bytes(budget.script)} on a first visit
      </FigureCell>
      <FigureCell
        label="Requests a load"
        value={cost.requests === null ? '–' : cost.requests.toFixed(1)}
        meaning={
          <p>
            How often the widget asked the network. A first visit needs {budget.requests} requests until the first
            notice: the script and the notices. Those that send counts come after it.
          </p>
        }
      >
        {budget.requests} to the first notice, then counts
      </FigureCell>
      <FigureCell
        label="Measured loads"
        value={count(loads)}
        meaning={
          <p>
            One page load in {MEASURED_ONE_IN} is measured, so this stands for about {count(loads * MEASURED_ONE_IN)}{' '}
            loads.
          </p>
        }
      >
        {isFewLoads(loads) ? 'Few: one slow phone moves the averages' : `of about ${count(loads * MEASURED_ONE_IN)}`}
      </FigureCell>
    </CellRow>
  );
}

type AgainstBudgetProps = { value: number | null; budget: number; name: string };

function AgainstBudget({ value, budget, name }: AgainstBudgetProps) {
  if (value === null) return `Budget: ${name}`;
  const isOver = value > budget;
  return (
    <>
      <span className={isOver ? 'text-danger' : ''}>{budgetWords(value, budget, name)}</span>
      <Bar share={value / budget} tone={isOver ? 'danger' : 'accent'} hasTrack className="mt-1.5 max-w-40" />
    </>
  );
}
