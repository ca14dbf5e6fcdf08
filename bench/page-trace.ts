// Reads a browser's trace: how long one script kept the main thread busy, which long tasks it caused, and when one of
// the page's marks was painted. Pure; times are in the trace's microseconds unless stated otherwise.

/** An event in Chromium's trace format, with only the fields we read. */
export type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** The same two on the thread's own clock, which stops while the thread does not run. */
  tts?: number;
  tdur?: number;
  args?: { data?: { url?: string } };
};

/** From start to end. */
export type Span = { from: number; to: number };

/** What the page marks with `performance.mark` when a notification is added, and in the first frame that shows it. */
export const SHOWN = 'bench:shown';
export const FRAME = 'bench:frame';

/** The events of a running script; all except promise continuations name the script. */
const CODE = new Set(['v8.compile', 'EvaluateScript', 'FunctionCall']);
const CONTINUATION = 'RunMicrotasks';

/** A main-thread task that takes at least this long is a long task (W3C Long Tasks), in microseconds. */
const LONG = 50_000;

/** `thread` leaves out the time when the thread waited or others had the CPU. */
export type Clock = 'wall' | 'thread';

const spanOf = ({ ts, dur = 0 }: TraceEvent): Span => ({ from: ts, to: ts + dur });
const threadSpanOf = ({ tts = Number.NaN, tdur = Number.NaN }: TraceEvent): Span => ({ from: tts, to: tts + tdur });
const contains = (outer: Span, inner: Span) => outer.from <= inner.from && inner.to <= outer.to;
const touches = (a: Span, b: Span) => a.from < b.to && b.from < a.to;

/** @returns the spans in order, with overlapping ones merged, so that nested events are not counted twice. */
export function merge(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else merged.push({ ...span });
  }
  return merged;
}

/** @returns the total length of spans that do not overlap, in microseconds. */
export const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, { from, to }) => sum + to - from, 0);

/** One page's main thread. */
export type MainThread = { events: readonly TraceEvent[]; tasks: readonly Span[]; script: string };

/** @param script end of the script's URL. @throws when the script never ran. */
export function findMainThread(events: readonly TraceEvent[], script: string): MainThread {
  const ran = events.find(({ name, args }) => name === 'EvaluateScript' && args?.data?.url?.endsWith(script));
  if (!ran) throw new Error(`${script} never ran`);
  const own = events.filter(({ pid, tid }) => pid === ran.pid && tid === ran.tid);
  const tasks = own.filter(({ name }) => name === 'RunTask').map(spanOf);
  return { events: own, tasks, script };
}

/** @returns the span from the script's compilation to the end of its first run. */
export function firstRunOf({ events, script }: MainThread): Span {
  const code = events.filter((event) => isCode(event, script)).map(spanOf);
  const run = events.find((event) => event.name === 'EvaluateScript' && isCode(event, script));
  return { from: Math.min(...code.map(({ from }) => from)), to: run ? spanOf(run).to : Number.NaN };
}

/** @returns the task that contains the page's first mark with that name. @throws when there is none. */
export function taskOfMark({ events, tasks }: MainThread, mark: string): Span {
  const at = events.find(({ name }) => name === mark)?.ts;
  const task = at === undefined ? undefined : tasks.find(({ from, to }) => from <= at && at <= to);
  if (!task) throw new Error(`Nothing in the trace is marked ${mark}`);
  return task;
}

const isCode = ({ name, args }: TraceEvent, script: string) => CODE.has(name) && !!args?.data?.url?.endsWith(script);

/**
 * When the main thread worked for the script: compiling it, running it and its callbacks, with everything they force
 * the browser to do synchronously (style, layout, storage), and continuing its promises. Continuations do not name a
 * script, so all of the page's are attributed to this one, and no other script on the page may use promises. Calls into
 * the page's own listeners are left out.
 * @param end ignores what begins later; always in wall-clock time, whatever clock the result uses.
 */
export function spansOfScript(main: MainThread, end = Number.POSITIVE_INFINITY, clock: Clock = 'wall'): Span[] {
  const { events, script } = main;
  const toSpan = clock === 'wall' ? spanOf : threadSpanOf;
  const start = firstRunOf(main).from;
  const inTime = events.filter(({ ts }) => ts >= start && ts <= end);
  const own = merge(inTime.filter((event) => isCode(event, script) || event.name === CONTINUATION).map(toSpan));
  const foreign = merge(
    inTime.filter((event) => event.name === 'FunctionCall' && !isCode(event, script)).map(toSpan),
  ).filter((span) => own.some((outer) => contains(outer, span)));
  return subtract(own, foreign);
}

/** @param holes each inside one of the spans. */
function subtract(spans: readonly Span[], holes: readonly Span[]): Span[] {
  return spans.flatMap((span) => {
    const edges = holes.filter((hole) => contains(span, hole)).flatMap(({ from, to }) => [from, to]);
    const points = [span.from, ...edges, span.to];
    return points.flatMap((from, index) => (index % 2 ? [] : [{ from, to: points[index + 1] ?? from }]));
  });
}

/** @returns the long tasks that overlap one of the spans. */
export const longTasks = ({ tasks }: MainThread, spans: readonly Span[]): Span[] =>
  tasks.filter((task) => task.to - task.from >= LONG && spans.some((span) => touches(task, span)));
