// Keeps our faults away from the host page, and the host page's later patches away from us: the built-ins used here are
// the ones that were there when this script ran.

const { setTimeout, clearTimeout } = globalThis;
const { now } = Date;

/** Time as the widget sees it. Milliseconds. */
export type Clock = {
  now(): number;
  /** Runs `run` once after `ms`. @returns what cancels it. */
  after(ms: number, run: () => void): () => void;
};

/** @returns `run` that never throws: a visitor's page comes before our notice. */
export function quietly<A extends unknown[]>(run: (...args: A) => unknown): (...args: A) => void {
  return (...args) => {
    try {
      run(...args);
    } catch {
      // Silence is the promise here; what went wrong can be told by nobody on a visitor's page.
    }
  };
}

/** @param signal ends all waiting. @returns the browser's time. */
export function makeClock(signal: AbortSignal): Clock {
  return {
    now: () => now(),
    after(ms, run) {
      const due = quietly(() => signal.aborted || run());
      const timer = setTimeout(due, ms);
      return () => clearTimeout(timer);
    },
  };
}

/** Listens to several events of one target until the widget is destroyed. */
export type Listen = (target: EventTarget, types: string, run: (event: Event) => void) => void;

/** @param signal ends all listening. @returns a listener for event names separated by spaces. */
export function makeListen(signal: AbortSignal): Listen {
  return (target, types, run) => {
    for (const type of types.split(' ')) target.addEventListener(type, quietly(run), { signal });
  };
}
