// Reads a payment back until it is known what became of it.
import { useEffect, useEffectEvent, useState } from 'react';
import { type Failure, failureOf, isTransient } from '#client/auth/failures.ts';
import { MINUTE, SECOND } from '#shared/time.ts';

/** How long it may take before nobody has to wait for it, in ms. */
export const PATIENCE = 20 * SECOND;

/** @returns how long to wait before the next look: far fewer an hour than the server allows. @param waited ms so far */
const pauseAfter = (waited: number): number => {
  if (waited < PATIENCE) return 3 * SECOND;
  return waited < 3 * MINUTE ? 15 * SECOND : 2 * MINUTE;
};

/**
 * @param call reads it. @param isSettled whether nothing more is to come.
 * @returns the last answer, null before the first; and why the last call failed. A failure is `isFinal` if asking again
 * would not help.
 */
export function useReadBack<Answer>(call: () => Promise<Answer>, isSettled: (answer: Answer) => boolean) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [failure, setFailure] = useState<(Failure & { isFinal: boolean }) | null>(null);
  const [isReading, setIsReading] = useState(false);
  const read = async () => {
    setIsReading(true);
    try {
      setAnswer(await call());
      setFailure(null);
    } catch (error) {
      const found = failureOf(error);
      setFailure({ ...found, isFinal: !isTransient(error) && found.code !== 'rate-limited' });
    }
    setIsReading(false);
  };
  const readAgain = useEffectEvent(read);
  const isOver = failure?.isFinal === true || (answer !== null && isSettled(answer));
  useEffect(() => {
    if (isOver) return;
    const start = Date.now();
    let timer: ReturnType<typeof setTimeout>;
    let isGone = false;
    const look = async () => {
      await readAgain();
      if (!isGone) timer = setTimeout(look, pauseAfter(Date.now() - start));
    };
    void look();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [isOver]);
  return { answer, failure, isReading, read: () => void read() };
}
