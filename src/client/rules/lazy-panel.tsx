// Loads the open part of a condition's row when one is first opened, or about to be.
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { ConditionPanelProps } from './condition-panel.tsx';

type Panel = ComponentType<ConditionPanelProps>;

let loaded: Panel | null = null;
let loading: Promise<Panel> | null = null;

async function load(): Promise<Panel> {
  try {
    loaded = (await import('./condition-panel.tsx')).ConditionPanel;
    return loaded;
  } catch (error) {
    // The next one tries again.
    loading = null;
    throw error;
  }
}

/** @rejects if it can't be loaded. */
function loadPanel(): Promise<Panel> {
  loading ??= load();
  return loading;
}

/** Loads ahead, for as soon as somebody comes near a button that opens a condition. */
export const prefetchPanel = (): void => void loadPanel().catch(() => {});

type LazyPanelProps = Omit<ConditionPanelProps, 'takesFocus'> & { id: string };

export function LazyPanel({ id, ...props }: LazyPanelProps) {
  // In an object, because React would call a function.
  const [panel, setPanel] = useState(() => ({ now: loaded, hasFailed: false }));
  const box = useRef<HTMLDivElement>(null);
  const takesFocus = useRef(true);
  useEffect(() => {
    if (loaded) return;
    box.current?.focus();
    loadPanel().then(
      (now) => {
        // Whoever went elsewhere meanwhile stays there.
        takesFocus.current = box.current?.contains(document.activeElement) ?? false;
        setPanel({ now, hasFailed: false });
      },
      () => setPanel({ now: null, hasFailed: true }),
    );
  }, []);
  const { now: Loaded, hasFailed } = panel;
  return (
    <div id={id} ref={box} tabIndex={-1} className="border-line border-t px-3.5 pt-3.5 pb-3 outline-none">
      {Loaded ? (
        <Loaded {...props} takesFocus={takesFocus.current} />
      ) : hasFailed ? (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="min-w-0">Couldn't load the fields of this condition. Check your connection, then reload.</p>
          {/* Browsers remember that a module couldn't be loaded until the page is. */}
          <Button variant="secondary" size="sm" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </div>
      ) : (
        <div role="status" aria-label="Loading the fields of this condition" className="space-y-3">
          <div className="flex flex-wrap gap-2">
            <Skeleton className="h-10 w-full sm:w-48" />
            <Skeleton className="h-10 w-full sm:w-40" />
          </div>
          <Skeleton className="h-10 w-full" />
          <Skeleton className="ml-auto h-8 w-16" />
        </div>
      )}
    </div>
  );
}
