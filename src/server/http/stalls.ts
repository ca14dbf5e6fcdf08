// Notices when the only thread was held for long, so that everybody waited, and names what was being served meanwhile.
// Measured by node itself: it costs a request nothing.
import type { IncomingMessage } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { shorten } from '#shared/shorten.ts';
import { loggable } from './log.ts';

/** From how long on it counts, and how often node looks, in ms. */
const STALL = 50;
const RESOLUTION = 10;
/** Looks after the start that say nothing: much is loaded then. */
const LOOKS_IGNORED = 5;
/** Requests that are named, and characters of each path. */
const NAMED_MAX = 10;
const NAME_MAX = 200;

type Stalls = {
  /** Looks for the longest since the last look. @param requestsOf that time, the newest first. */
  look(requestsOf: () => IncomingMessage[]): void;
  stop(): void;
};

function nameOf({ method, url = '' }: IncomingMessage): string {
  const [path = ''] = url.split('?', 1);
  try {
    return `${method} ${shorten(loggable(decodeURI(path)), NAME_MAX)}`;
  } catch {
    return `${method} …`;
  }
}

/** @param tell is told how long it was, in ms or up to RESOLUTION more, and of the newest requests that may have caused it. */
export function watchStalls(tell: (ms: number, requests: string[]) => void): Stalls {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  let looks = 0;
  return {
    look(requestsOf) {
      // From one look of node's to the next, so at least as long as it was held.
      const ms = Math.round(delay.max / 1e6);
      delay.reset();
      if (++looks <= LOOKS_IGNORED || ms < STALL) return;
      tell(ms, [...new Set(requestsOf().map(nameOf))].slice(0, NAMED_MAX));
    },
    stop: () => void delay.disable(),
  };
}
