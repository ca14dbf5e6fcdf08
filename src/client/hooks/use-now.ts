// The time, for what says how long ago or how long still.
import { useEffect, useState } from 'react';

/** @param interval how often it is renewed, in ms. @returns ms, the same until the next renewal. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}
