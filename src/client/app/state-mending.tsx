// Stands in place of a screen while the state of being authenticated without a user is mended.
import { useEffect, useRef } from 'react';
import { useDoor } from '../api/door-context.tsx';
import { useSession } from '../api/session-context.tsx';
import { PageSpinner } from '../ui/spinner.tsx';

export function StateMending() {
  const { repair } = useDoor();
  const session = useSession();
  const hasTried = useRef(false);
  useEffect(() => {
    if (hasTried.current) return;
    hasTried.current = true;
    if (!repair.attempt()) session.giveUp();
  }, [repair, session]);
  return <PageSpinner />;
}
