// Loads the open part of a condition's row when one is first opened, or about to be.
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { SmallButton } from '#client/ui/button.tsx';
import { makeLoadable, prefetchCode } from '#client/ui/loadable.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { ConditionPanelProps } from './condition-panel.tsx';

/** Loading ahead sets it, too, so that the fields stand there at once. */
let loaded: ComponentType<ConditionPanelProps> | null = null;
async function load() {
  loaded = (await import('./condition-panel.tsx')).ConditionPanel;
  return loaded;
}
const usePanel = makeLoadable(load);

/** Loads ahead, for as soon as somebody comes near a button that opens a condition. */
export const prefetchPanel = (): void => prefetchCode(load);

type LazyPanelProps = Omit<ConditionPanelProps, 'takesFocus'> & { id: string };

export function LazyPanel({ id, ...props }: LazyPanelProps) {
  const [hasFailed, setHasFailed] = useState(false);
  const Panel = usePanel(0, () => setHasFailed(true)) ?? loaded;
  const box = useRef<HTMLDivElement>(null);
  const isWaiting = useRef(!Panel);
  useEffect(() => {
    if (isWaiting.current) box.current?.focus();
  }, []);
  // Whoever went elsewhere meanwhile stays there.
  const takesFocus = box.current?.contains(document.activeElement) ?? true;
  return (
    <div id={id} ref={box} tabIndex={-1} className="border-line border-t px-3.5 pt-3.5 pb-3 outline-none">
      {Panel ? (
        <Panel {...props} takesFocus={takesFocus} />
      ) : hasFailed ? (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="min-w-0">Couldn't load the fields of this condition. Check your connection, then reload.</p>
          {/* Browsers remember that a module couldn't be loaded until the page is. */}
          <SmallButton onClick={() => window.location.reload()}>Reload</SmallButton>
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
