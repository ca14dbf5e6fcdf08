// Shown in place of a screen when the server does not answer at the start.
import { AUTH_ERRORS } from '#shared/messages.ts';
import { useTitle } from '../hooks/use-title.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function ServerDown({ onRetry }: { onRetry: () => void }) {
  useTitle('Not available');
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center px-4 outline-none">
      <EmptyState
        title="Proofbell does not answer"
        description={AUTH_ERRORS['backend-unavailable']}
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    </main>
  );
}
