// Notices when the only thread was held for long, so that everybody waited, and names what was being served meanwhile, and
// what the background worked at. Looked at beside the requests: it costs them nothing.
import type { IncomingMessage } from 'node:http';
import { shorten } from '#shared/shorten.ts';
import { loggable } from './log.ts';

/** From how long on it counts, and how often it is looked, in ms. */
const STALL = 50;
const RESOLUTION = 10;
/** Looks after the start that say nothing: much is loaded then. */
const LOOKS_IGNORED = 5;
/** Requests that are named, and characters of each path. */
const NAMED_MAX = 10;
const NAME_MAX = 200;

/** Both in ms, or up to RESOLUTION more. */
export type Stall = {
  /** The longest that nobody else had their turn. */
  ms: number;
  /** The most that the thread computed meanwhile. What is beyond is the disk's, or of other programs on the machine. */
  cpuMs: number;
  /** The newest that may have caused it. */
  requests: string[];
  /** Of the background. */
  work: string[];
};

type Stalls = {
  /** Tells of the longest since the last look. @param requestsOf that time, the newest first. @param work of that time, too. */
  look(requestsOf: () => IncomingMessage[], work: string[]): void;
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

function computed(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** @param tell is told of each look at which there was one. */
export function watchStalls(tell: (stall: Stall) => void): Stalls {
  let last = { at: performance.now(), cpu: computed() };
  let [ms, cpuMs, looks] = [0, 0, 0];
  const note = () => {
    const now = { at: performance.now(), cpu: computed() };
    ms = Math.max(ms, now.at - last.at);
    cpuMs = Math.max(cpuMs, now.cpu - last.cpu);
    last = now;
  };
  const timer = setInterval(note, RESOLUTION).unref();
  return {
    look(requestsOf, work) {
      note();
      const longest = { ms: Math.round(ms), cpuMs: Math.round(cpuMs) };
      [ms, cpuMs] = [0, 0];
      if (++looks <= LOOKS_IGNORED || longest.ms < STALL) return;
      tell({ ...longest, requests: [...new Set(requestsOf().map(nameOf))].slice(0, NAMED_MAX), work });
    },
    stop: () => clearInterval(timer),
  };
}
