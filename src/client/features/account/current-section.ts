// Which section of a long screen is marked in its index: the one that was pressed, else the one that is being read.
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** What the header covers, and as far as a section lands below it, in px (scroll-mt-24). */
const COVERED = 96;
const BY_HAND = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * @param tops of the sections in order, from the top of the page, in px.
 * @param view how far the page is scrolled, how far it can be, and how high the window is.
 * @returns the place of the section that is being read. The line that is read is below the header and sinks to the end
 * of the window with the last screenful, so that short last sections have their turn.
 */
export function sectionAt(tops: readonly number[], view: { scrolled: number; end: number; height: number }): number {
  const { scrolled, end, height } = view;
  const left = Math.max(0, end - scrolled);
  const isLong = end > 0;
  const sunk = isLong ? Math.max(0, 1 - left / Math.min(height, end)) : 0;
  const line = scrolled + COVERED + sunk * (height - COVERED) + 1;
  return Math.max(
    0,
    tops.findLastIndex((top) => top <= line),
  );
}

/** @param ids of the sections' elements in order; the same array at each call. */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const { hash, key } = useLocation();
  const [current, setCurrent] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: pressing the same link again holds its section again.
  useEffect(() => {
    const pressed = ids.find((id) => hash === `#${id}`);
    // It keeps its mark while the page scrolls there by itself, and however high the window is.
    let isHeld = pressed !== undefined;
    const release = () => {
      isHeld = false;
    };
    const mark = () => {
      if (isHeld) return;
      const tops = ids.map((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? 0) + scrollY);
      const { scrollHeight, clientHeight: height } = document.documentElement;
      setCurrent(ids[sectionAt(tops, { scrolled: scrollY, end: scrollHeight - height, height })]);
    };
    if (pressed) setCurrent(pressed);
    else mark();
    for (const name of BY_HAND) window.addEventListener(name, release, { passive: true });
    window.addEventListener('scroll', mark, { passive: true });
    return () => {
      for (const name of BY_HAND) window.removeEventListener(name, release);
      window.removeEventListener('scroll', mark);
    };
  }, [ids, hash, key]);
  return current;
}
