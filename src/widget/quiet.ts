// Keeps our faults away from the host page, and the host page's later patches away from us: the built-ins used here are
// the ones that were there when this script ran. And since all that runs passes here, how long it took.

const { setTimeout, clearTimeout, performance } = globalThis;
export const { fetch } = globalThis;
export const { now } = Date;
export const { random } = Math;

let depth = 0;
/** Milliseconds of the page's main thread that went by in here so far. */
export let spent = 0;

/** @returns `run` that never throws: a visitor's page comes before our notice. What failed answers undefined. */
export function quietly<A extends unknown[], R>(run: (...args: A) => R): (...args: A) => R | undefined {
  return (...args) => {
    const began = performance?.now();
    depth += 1;
    try {
      return run(...args);
    } catch {
      // Silence is the promise here: on a visitor's page there is nobody to tell.
    } finally {
      depth -= 1;
      // What runs inside another run is part of that one's time.
      if (!depth) spent += performance?.now() - began;
    }
  };
}

/** Runs `run` once after `ms`. @returns what cancels it. */
export function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(quietly(run), ms);
  return () => clearTimeout(timer);
}

/** Listens to several events of a target, their names separated by spaces, until `signal` says otherwise. */
export function listen(target: EventTarget, types: string, run: (event: Event) => void, signal?: AbortSignal): void {
  for (const type of types.split(' ')) target.addEventListener(type, quietly(run), { signal: signal as AbortSignal });
}

/** Runs `run` when the page has nothing to do; at once after the present task where browsers do not tell (Safari before 26). */
export function whenIdle(run: () => void): void {
  const { requestIdleCallback = setTimeout } = globalThis as Partial<typeof globalThis>;
  requestIdleCallback(quietly(run));
}
