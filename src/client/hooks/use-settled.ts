// A value that follows another once that stands still, for what would otherwise be asked with each key.
import { useEffect, useState } from 'react';

/** @param pause ms. @returns the value as it last stood still that long; at first, the value itself. */
export function useSettled<T extends string>(value: T, pause: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}
