// Components whose code is loaded when they are first rendered. What stands in their place meanwhile, and what is said
// of a failure: load-later.tsx.
import { type ComponentType, createElement, useEffect, useEffectEvent, useState } from 'react';

export type Load<Props> = () => Promise<ComponentType<Props>>;

/** Whose code is here: it needs no connection any more. */
const loaded = new WeakSet<() => Promise<unknown>>();

/**
 * Browsers remember a failed import until the page is reloaded (https://github.com/whatwg/html/issues/6768). So without a
 * connection none is begun, and with one the next attempt succeeds.
 * @param load what is to be loaded, if it may be here already.
 * @throws if the browser is offline, and the server not on this computer.
 */
export async function expectConnection(load?: () => Promise<unknown>): Promise<void> {
  if (load && loaded.has(load)) return;
  if (!navigator.onLine) await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
}

/** Loads code before it is needed. @param load the same function each time. @throws without a connection */
export async function fetchCode(load: () => Promise<unknown>): Promise<void> {
  await expectConnection(load);
  await load();
  loaded.add(load);
}

/** Loads code as soon as somebody comes near. That it can't be loaded isn't worth a word yet. */
export const prefetchCode = (load: () => Promise<unknown>): void => void fetchCode(load).catch(() => {});

/** A component that is loaded once for all places that use it. */
export function makeLoadable<Props>(load: Load<Props>) {
  let loaded: ComponentType<Props> | null = null;
  /** @returns the component, null until it is there. `onFailure` is called when it can't be loaded. */
  return function useLoaded(attempt: number, onFailure: () => void): ComponentType<Props> | null {
    const [component, setComponent] = useState(() => loaded);
    const fail = useEffectEvent(onFailure);
    // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt loads again.
    useEffect(() => {
      if (component) return;
      let isGone = false;
      expectConnection()
        .then(load)
        .then(
          (found) => {
            loaded = found;
            if (!isGone) setComponent(() => found);
          },
          () => isGone || fail(),
        );
      return () => {
        isGone = true;
      };
    }, [component, attempt]);
    return component;
  };
}

/** @returns a part of the page that nobody waits for or asked for: nothing stands in its place until it is there. */
export function lazyExtra<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const useLoaded = makeLoadable(load);
  return function LazyExtra(props: Props) {
    const Extra = useLoaded(0, () => {});
    return Extra && createElement(Extra, props);
  };
}
