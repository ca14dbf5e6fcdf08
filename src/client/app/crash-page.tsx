// Shown when a screen throws or its code cannot be loaded, which happens to a tab left open over an update.
import { useTitle } from '../hooks/use-title.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function CrashPage() {
  useTitle('Something went wrong');
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center px-4 outline-none">
      <EmptyState
        title="This screen could not be shown"
        description="Proofbell may have been updated since you opened it. Nothing you saved is lost."
        action={<Button onClick={() => window.location.reload()}>Load again</Button>}
      />
    </main>
  );
}
