// Shown in place of a screen when the server does not answer at the start: whose trouble it is, as far as can be told,
// and another try, which is made by itself when the browser's connection is back.
import { useEffect, useRef, useState } from 'react';
import { AUTH_ERRORS } from '#shared/messages.ts';
import { useDoor } from '../api/door-context.tsx';
import type { Trouble } from '../api/reach.ts';
import { useTitle } from '../hooks/use-title.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

const TITLES: Record<Trouble, string> = {
  'network-error': 'No connection',
  'backend-unavailable': 'Proofbell does not answer',
};

export function ServerDown({ onRetry }: { onRetry: () => void }) {
  useTitle('Not available');
  const { reach } = useDoor();
  const [trouble, setTrouble] = useState<Trouble>('backend-unavailable');
  const retry = useRef(onRetry);
  useEffect(() => {
    retry.current = onRetry;
  });
  useEffect(() => {
    let isGone = false;
    void reach.findTrouble().then((found) => !isGone && setTrouble(found));
    const onOnline = () => retry.current();
    window.addEventListener('online', onOnline);
    return () => {
      isGone = true;
      window.removeEventListener('online', onOnline);
    };
  }, [reach]);
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center px-4 outline-none">
      <EmptyState
        title={TITLES[trouble]}
        description={AUTH_ERRORS[trouble]}
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    </main>
  );
}
