// Keeps our errors away from the host page, and the page's later patches away from us: it uses the built-ins that
// existed when this script ran. All of the widget's code runs through here, so it is also timed here.

const { setTimeout, clearTimeout, performance, fetch } = globalThis;

export { fetch };
export const { now } = Date;
export const { random } = Math;

let depth = 0;
/** Milliseconds of the page's main thread spent in the widget so far. */
export let spent = 0;

/**
 * @returns `run` wrapped so that it never throws, because a visitor's page matters more than our notification. On
 * failure it returns undefined.
 */
export function quietly<A extends unknown[], R>(run: (...args: A) => R): (...args: A) => R | undefined {
  return (...args) => {
    const began = performance?.now();
    depth += 1;
    try {
      return run(...args);
    } catch {
      // We promise silence: nobody on a visitor's page could act on our errors.
    } finally {
      depth -= 1;
      // A nested run is part of the outer one's time.
      if (!depth) spent += performance?.now() - began;
    }
  };
}

/** Runs `run` once after `ms`. @returns a function that cancels it. */
export function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(quietly(run), ms);
  return () => clearTimeout(timer);
}

/** Listens to several events of a target, their names separated by spaces, until `signal` aborts. */
export function listen(target: EventTarget, types: string, run: (event: Event) => void, signal?: AbortSignal): void {
  for (const type of types.split(' ')) target.addEventListener(type, quietly(run), { signal: signal as AbortSignal });
}

/**
 * Runs `run` once the page is idle, after two seconds at the latest: some pages never are. In browsers that can't tell
 * (Safari before 26), right after the current task.
 */
export function whenIdle(run: () => void): void {
  // setTimeout takes the options for no delay.
  const { requestIdleCallback = setTimeout as unknown as typeof globalThis.requestIdleCallback } =
    globalThis as Partial<typeof globalThis>;
  requestIdleCallback(quietly(run), { timeout: 2_000 });
}
