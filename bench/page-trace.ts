// Reads a browser's trace: how long the main thread was in one script, which tasks that made long, and when a mark of
// the page was painted. Pure; times are the trace's own microseconds unless said otherwise.

/** An event of Chromium's trace format; only what is read here. */
export type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** The same two on the thread's own clock, which stands while the thread does. */
  tts?: number;
  tdur?: number;
  args?: { data?: { url?: string } };
};

/** From start to end. */
export type Span = { from: number; to: number };

/** What the page marks by `performance.mark` when a notification was put up, and in the first frame that has it. */
export const SHOWN = 'bench:shown';
export const FRAME = 'bench:frame';

/** What the browser writes while it runs code of a script; all but promise continuations name their script. */
const CODE = new Set(['v8.compile', 'EvaluateScript', 'FunctionCall']);
const CONTINUATION = 'RunMicrotasks';

/** A task of the main thread from this long on is a long one (W3C Long Tasks), in microseconds. */
const LONG = 50_000;

/** `thread` leaves out the time that the machine gave to others, and that the thread waited. */
export type Clock = 'wall' | 'thread';

const spanOf = ({ ts, dur = 0 }: TraceEvent): Span => ({ from: ts, to: ts + dur });
const threadSpanOf = ({ tts = Number.NaN, tdur = Number.NaN }: TraceEvent): Span => ({ from: tts, to: tts + tdur });
const contains = (outer: Span, inner: Span) => outer.from <= inner.from && inner.to <= outer.to;
const touches = (a: Span, b: Span) => a.from < b.to && b.from < a.to;

/** @returns the spans in order, those that meet made one: nested events are not counted twice. */
export function unite(spans: readonly Span[]): Span[] {
  const united: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = united.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else united.push({ ...span });
  }
  return united;
}

/** @returns microseconds in the spans, which do not meet. */
export const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, { from, to }) => sum + to - from, 0);

/** One page's main thread. */
export type MainThread = { events: readonly TraceEvent[]; tasks: readonly Span[]; script: string };

/** @param script end of the script's address. @throws when the script never ran. */
export function findMainThread(events: readonly TraceEvent[], script: string): MainThread {
  const ran = events.find(({ name, args }) => name === 'EvaluateScript' && args?.data?.url?.endsWith(script));
  if (!ran) throw new Error(`${script} never ran`);
  const own = events.filter(({ pid, tid }) => pid === ran.pid && tid === ran.tid);
  const tasks = own.filter(({ name }) => name === 'RunTask').map(spanOf);
  return { events: own, tasks, script };
}

/** @returns from the script's first moment on this thread, its compiling, to the end of its first run. */
export function firstRunOf({ events, script }: MainThread): Span {
  const code = events.filter((event) => isCode(event, script)).map(spanOf);
  const run = events.find((event) => event.name === 'EvaluateScript' && isCode(event, script));
  return { from: Math.min(...code.map(({ from }) => from)), to: run ? spanOf(run).to : Number.NaN };
}

/** @returns the task that holds the page's first mark of that name. @throws when there is none. */
export function taskOfMark({ events, tasks }: MainThread, mark: string): Span {
  const at = events.find(({ name }) => name === mark)?.ts;
  const task = at === undefined ? undefined : tasks.find(({ from, to }) => from <= at && at <= to);
  if (!task) throw new Error(`Nothing in the trace is marked ${mark}`);
  return task;
}

const isCode = ({ name, args }: TraceEvent, script: string) => CODE.has(name) && !!args?.data?.url?.endsWith(script);

/**
 * When the main thread was in the script: compiling it, running it, running its callbacks with everything they force
 * the browser to do at once (style, layout, storage), and continuing its promises. Continuations name no script: all
 * of the page's are taken for this script's, so the page must have no other script with promises. Calls into the
 * page's own listeners from within are left out.
 * @param end what begins later is not counted; on the wall's clock, whichever the answer's is.
 */
export function spansOfScript(main: MainThread, end = Number.POSITIVE_INFINITY, clock: Clock = 'wall'): Span[] {
  const { events, script } = main;
  const toSpan = clock === 'wall' ? spanOf : threadSpanOf;
  const start = firstRunOf(main).from;
  const inTime = events.filter(({ ts }) => ts >= start && ts <= end);
  const own = unite(inTime.filter((event) => isCode(event, script) || event.name === CONTINUATION).map(toSpan));
  const foreign = unite(
    inTime.filter((event) => event.name === 'FunctionCall' && !isCode(event, script)).map(toSpan),
  ).filter((span) => own.some((outer) => contains(outer, span)));
  return subtract(own, foreign);
}

/** @param holes each within one of the spans. */
function subtract(spans: readonly Span[], holes: readonly Span[]): Span[] {
  return spans.flatMap((span) => {
    const edges = holes.filter((hole) => contains(span, hole)).flatMap(({ from, to }) => [from, to]);
    const points = [span.from, ...edges, span.to];
    return points.flatMap((from, index) => (index % 2 ? [] : [{ from, to: points[index + 1] ?? from }]));
  });
}

/** @returns the long tasks that touch one of the spans. */
export const longTasks = ({ tasks }: MainThread, spans: readonly Span[]): Span[] =>
  tasks.filter((task) => task.to - task.from >= LONG && spans.some((span) => touches(task, span)));
