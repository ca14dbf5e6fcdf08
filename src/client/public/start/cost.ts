// What the example cost, read from the browser's own performance entries. Pure.
import { EXAMPLE, WIDGET_BUDGET } from '#shared/embed/protocol.ts';

/** What the browser says of one request. Missing sizes: browsers from before 2023. */
export type Timing = Pick<PerformanceResourceTiming, 'name' | 'startTime'> & {
  transferSize?: number;
  encodedBodySize?: number;
};

/** One of the two files: its bytes as sent, and those that went over the network, headers included. */
export type FileCost = { body: number; network: number; isCached: boolean };
export type Cost = { script: FileCost | null; payload: FileCost | null };

const PATHS = { script: '/widget.js', payload: `/api/embed/${EXAMPLE.siteId}` } as const;

/** @returns null for what has not come, was blocked, or is not measured by this browser. */
function fileCost(timings: readonly Timing[], address: string): FileCost | null {
  // Without what the widget adds: the form of the payload, and the language.
  const timing = timings.findLast(({ name }) => name.replace(/\?.*/, '') === address);
  const { transferSize, encodedBodySize } = timing ?? {};
  // What was blocked has a timing in some browsers, without sizes.
  if (transferSize === undefined || !encodedBodySize) return null;
  return { body: encodedBodySize, network: transferSize, isCached: transferSize === 0 };
}

/** @param since when the example was started; earlier requests belong to an earlier one. @param origin of the page. */
export function costOf(timings: readonly Timing[], since: number, origin: string): Cost {
  const own = timings.filter(({ startTime }) => startTime >= since);
  return { script: fileCost(own, origin + PATHS.script), payload: fileCost(own, origin + PATHS.payload) };
}

const bytes = (value: number) => `${value.toLocaleString('en-US')} bytes`;

/** What each line of the receipt says: its figure and what is to be known of it. */
export type Line = { figure: string; note: string; share: number };

const WAITING: Omit<Line, 'note'> = { figure: '–', share: 0 };
const CACHED = "from your browser's cache";

/** The widget's script as the server may send it, in bytes. */
export type Sizes = { raw: number; gzip: number; brotli: number };

/** @returns how the script was sent, if not with brotli, which the budget is about. */
function otherEncoding(body: number, sizes: Sizes | undefined): string | null {
  if (!sizes || body === sizes.brotli) return null;
  if (body === sizes.gzip) return 'sent with gzip';
  return body === sizes.raw ? 'sent uncompressed' : 'recompressed on the way';
}

/**
 * @param sizes of this build, where the page knows them. @param budget bytes with brotli.
 * @returns the script's line. Browsers take brotli over https only; what is sent otherwise is no share of the budget.
 */
export function scriptLine(cost: FileCost | null, sizes: Sizes | undefined, note: string, budget: number): Line {
  const line = fileLine(cost, note, budget);
  const encoding = cost && !cost.isCached ? otherEncoding(cost.body, sizes) : null;
  if (encoding === null) return line;
  return { ...line, note: `${encoding}; ${budget.toLocaleString('en-US')} allowed for both with brotli`, share: 0 };
}

/** @param budget of its bytes, if it has one. */
export function fileLine(cost: FileCost | null, note: string, budget?: number): Line {
  if (!cost) return { ...WAITING, note };
  return {
    figure: bytes(cost.isCached ? 0 : cost.body),
    note: cost.isCached ? CACHED : note,
    share: budget && !cost.isCached ? cost.body / budget : 0,
  };
}

/** @returns the requests that went over the network. */
export function requestLine({ script, payload }: Cost, note: string, budget: number): Line {
  if (!script || !payload) return { ...WAITING, note };
  const count = [script, payload].filter(({ isCached }) => !isCached).length;
  return { figure: String(count), note, share: count / budget };
}

/** @param time milliseconds. */
export function timeLine(time: number | undefined, note: string, budget: number): Line {
  if (time === undefined) return { ...WAITING, note };
  return { figure: `${time.toLocaleString('en-US', { maximumFractionDigits: 1 })} ms`, note, share: time / budget };
}

export type CostState = 'waiting' | 'measured' | 'cached' | 'slow' | 'blocked' | 'unsupported';

/**
 * @param state the example's, as far as it matters. @param time until its first notification, if that was shown.
 * @returns 'unsupported' where the example is shown but the browser doesn't say what it took; 'slow' where it took more
 * time than we allow it.
 */
export function costState({ script, payload }: Cost, state: string | undefined, time: number | undefined): CostState {
  if (state === 'blocked') return 'blocked';
  if (time === undefined) return 'waiting';
  if (!script || !payload) return 'unsupported';
  if (time > WIDGET_BUDGET.time) return 'slow';
  return script.isCached || payload.isCached ? 'cached' : 'measured';
}
