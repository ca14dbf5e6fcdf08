// The live cost check of the home page: what the example just cost in this very browser, beside the published budget.
// It reads the browser's own performance entries and the widget's own meter, and reports nothing anywhere. Plain DOM,
// because it runs before React is loaded.
import { WIDGET_BUDGET } from '#shared/embed/protocol.ts';
import {
  type CostState,
  costOf,
  costState,
  fileLine,
  type Line,
  requestLine,
  type Sizes,
  scriptLine,
  timeLine,
} from './cost.ts';
import { EXAMPLE_CHANGED, exampleNow, showExample } from './example-widget.ts';

/** What the page says before anything is known; what is measured replaces it. */
export const COST_NOTES = {
  script: `of ${WIDGET_BUDGET.bytes.toLocaleString('en-US')} allowed for both, with brotli`,
  payload: 'four examples and their styling',
  requests: `of ${WIDGET_BUDGET.requests} allowed`,
  time: `of ${WIDGET_BUDGET.time} ms allowed`,
} as const;

export const COST_STATES: Record<CostState, string> = {
  waiting: 'Waiting for the first example. It appears in a few seconds.',
  measured: 'Measured just now, by your browser. Nothing is reported.',
  cached: 'Part of it was cached from an earlier visit, as in any shop. Nothing is reported.',
  slow: `More than the ${WIDGET_BUDGET.time} ms we allow it: your device was busy, or is slower than the one we measure on. Nothing is reported.`,
  blocked:
    "Your browser didn't run it: a blocker stopped it, the server can't be reached, or the browser is from before 2023. Your visitors would notice just as little as you do now.",
  unsupported: "The example is on this page, but your browser doesn't reveal the sizes of its requests.",
};

function say(root: HTMLElement, name: string, text: string): void {
  const element = root.querySelector(`[data-cost="${name}"]`);
  // Only what changes: screen readers read the state aloud.
  if (element && element.textContent !== text) element.textContent = text;
}

function fill(root: HTMLElement, name: string, { figure, note, share }: Line): void {
  say(root, name, figure);
  say(root, `${name}-note`, note);
  const bar = root.querySelector<HTMLElement>(`[data-cost-bar="${name}"]`);
  // Through the CSSOM, which the page's policy allows.
  if (bar) bar.style.width = `${Math.min(1, share) * 100}%`;
}

/** @returns the script's sizes, as the page has them of the server. */
function sizesOf({ dataset: { brotli, gzip, raw } }: HTMLElement): Sizes | undefined {
  return brotli && gzip && raw ? { brotli: Number(brotli), gzip: Number(gzip), raw: Number(raw) } : undefined;
}

/** @param root holds an element for each figure, note and bar. Once it has started there, further calls do nothing. */
export function startCostCheck(root: HTMLElement): void {
  if (root.dataset.started !== undefined) return;
  root.dataset.started = '';
  const life = new AbortController();
  const { signal } = life;
  const update = () => {
    // The visitor went on to another screen.
    if (!root.isConnected) return life.abort();
    const { state, time, since } = exampleNow();
    const timings = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const cost = costOf(timings, since, location.origin);
    const found = costState(cost, state, time);
    fill(root, 'script', scriptLine(cost.script, sizesOf(root), COST_NOTES.script, WIDGET_BUDGET.bytes));
    fill(root, 'payload', fileLine(cost.payload, COST_NOTES.payload));
    fill(root, 'requests', requestLine(cost, COST_NOTES.requests, WIDGET_BUDGET.requests));
    fill(root, 'time', timeLine(time, COST_NOTES.time, WIDGET_BUDGET.time));
    say(root, 'state', COST_STATES[found]);
    root.dataset.state = found;
  };
  document.addEventListener(EXAMPLE_CHANGED, update, { signal });
  root.querySelector('[data-show-example]')?.addEventListener('click', showExample, { signal });
  // A request has its entry a moment after its answer.
  const observer = new PerformanceObserver(update);
  observer.observe({ type: 'resource' });
  signal.addEventListener('abort', () => observer.disconnect());
  update();
}
