// Parts of a screen whose code is loaded when they are first needed. Until then they show that they are on their way. If
// the code can't be loaded (no connection, or the app was updated), the screen stays as it is, with all that was typed:
// `lazy` throws into the render instead.
import { type ComponentType, Fragment, type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { type Load, makeLoadable } from './loadable.ts';
import { Spinner } from './spinner.tsx';
import { toast } from './toast.tsx';

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
function Opening() {
  return createPortal(
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
}

/** In place of code or of a document that couldn't be loaded. */
export const NotLoaded = ({ title, onRetry }: { title: string; onRetry: () => void }) => (
  <Alert
    tone="danger"
    title={title}
    action={
      <Button variant="secondary" size="sm" onClick={onRetry}>
        Try again
      </Button>
    }
  >
    Check your connection. If that doesn't help, reload the page.
  </Alert>
);

/**
 * @param waiting what stands there until then, or what makes it of the part's own properties.
 * @param Frame stands around what failed, where not every element may be, such as in a table.
 * @returns a part of the page that is loaded when it is first rendered; in its place stand `waiting`, or what failed,
 * above its children, which are no part of it.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  waiting: ReactNode | ((props: Props) => ReactNode),
  Frame: ComponentType<{ children: ReactNode }> = Fragment,
): ComponentType<Props> {
  const useLoaded = makeLoadable(load);
  return function LazyPart(props: Props) {
    const [attempt, setAttempt] = useState(0);
    const [hasFailed, setHasFailed] = useState(false);
    const Part = useLoaded(attempt, () => setHasFailed(true));
    if (Part) return <Part {...props} />;
    if (!hasFailed) return typeof waiting === 'function' ? waiting(props) : waiting;
    const { children } = props as { children?: ReactNode };
    return (
      <>
        <Frame>
          <NotLoaded
            title="Couldn't load this part of the page"
            onRetry={() => {
              setHasFailed(false);
              setAttempt(attempt + 1);
            }}
          />
        </Frame>
        {children}
      </>
    );
  };
}
