// Parts of a screen whose code is loaded when they are first needed. Until then they show that they are on their way. If
// the code can't be loaded (no connection, or the app was updated), the screen stays as it is, with all that was typed:
// `lazy` throws into the render instead.
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { Spinner } from './spinner.tsx';
import { toast } from './toast.tsx';

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * Browsers remember a failed import until the page is reloaded (https://github.com/whatwg/html/issues/6768). So without a
 * connection none is begun, and with one the next attempt succeeds.
 * @throws if the browser is offline, and the server not on this computer.
 */
export async function expectConnection(): Promise<void> {
  if (!navigator.onLine) await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
}

/** A component that is loaded once for all places that use it. */
function makeLoadable<Props>(load: Load<Props>) {
  let loaded: ComponentType<Props> | null = null;
  /** @returns the component, null until it is there. `onFailure` is called when it can't be loaded. */
  return function useLoaded(attempt: number, onFailure: () => void): ComponentType<Props> | null {
    const [component, setComponent] = useState(() => loaded);
    const latest = useRef(onFailure);
    useEffect(() => {
      latest.current = onFailure;
    });
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
          () => isGone || latest.current(),
        );
      return () => {
        isGone = true;
      };
    }, [component, attempt]);
    return component;
  };
}

/** @returns an overlay that is loaded when it is first rendered. If it can't be, a toast says so and it is closed. */
export function lazyOverlay<Props extends { onClose: () => void }>(load: Load<Props>): ComponentType<Props> {
  const useLoaded = makeLoadable(load);
  return function LazyOverlay(props: Props) {
    const Overlay = useLoaded(0, () => {
      toast({
        title: "Couldn't open this",
        description: "Check your connection and try again. If that doesn't help, reload the page.",
        tone: 'danger',
      });
      props.onClose();
    });
    return Overlay ? <Overlay {...props} /> : <Opening />;
  };
}

/** Appears after a moment, and in the page's own layer: the button may be anywhere. */
const Opening = () =>
  createPortal(
    <div className="pointer-events-none fixed inset-x-0 top-1/3 z-60 grid animate-fade-in justify-items-center [animation-delay:200ms] [animation-fill-mode:both]">
      <p
        role="status"
        className="inline-flex items-center gap-2.5 rounded-panel border border-line bg-raised px-4 py-3 text-muted shadow-float"
      >
        <Spinner />
        Opening…
      </p>
    </div>,
    document.body,
  );

/** @returns a part of the page that nobody waits for or asked for: nothing stands in its place until it is there. */
export function lazyExtra<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const useLoaded = makeLoadable(load);
  return function LazyExtra(props: Props) {
    const Extra = useLoaded(0, () => {});
    return Extra && <Extra {...props} />;
  };
}

/** @returns a part of the page that is loaded when it is first rendered; in its place stand `waiting`, or what failed. */
export function lazyPart<Props extends object>(load: Load<Props>, waiting: ReactNode): ComponentType<Props> {
  const useLoaded = makeLoadable(load);
  return function LazyPart(props: Props) {
    const [attempt, setAttempt] = useState(0);
    const [hasFailed, setHasFailed] = useState(false);
    const Part = useLoaded(attempt, () => setHasFailed(true));
    if (Part) return <Part {...props} />;
    if (!hasFailed) return waiting;
    return (
      <Alert
        tone="danger"
        title="Couldn't load this part of the page"
        action={
          <Button
            variant="secondary"
            size="sm"
            onClick={() => {
              setHasFailed(false);
              setAttempt(attempt + 1);
            }}
          >
            Try again
          </Button>
        }
      >
        Check your connection. If that doesn't help, reload the page.
      </Alert>
    );
  };
}
