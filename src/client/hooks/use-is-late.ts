import { useEffect, useState } from 'react';

/** @returns whether the component has been on the screen for `patience` ms. */
export function useIsLate(patience: number): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), patience);
    return () => clearTimeout(timer);
  }, [patience]);
  return isLate;
}
