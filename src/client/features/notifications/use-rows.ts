// Which rows of the list are rendered: all of a short list, and those near the screen of a long one.
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useState } from 'react';
import { useMediaQuery } from '#client/hooks/use-media-query.ts';
import { MOBILE_BREAKPOINT } from '#shared/limits.ts';

/** Up to so many rows are all rendered, so that the browser can find and print them. */
const WHOLE_MAX = 100;
/** Rows above and below the screen: enough for the Tab key to find the next one. */
const OVERSCAN = 6;
/** Until a row can be measured. */
const ROW_HEIGHT = 66;
const CARD_HEIGHT = 166;
const CARD_GAP = 12;

type ShownRow = { index: number; gap: number };

/**
 * @param pinned ids of rows that stay rendered wherever they are: what has the focus, or is being dragged.
 * @returns the rows to render, each with the height of those left out before it, and the height of those left out at
 * the end; whether all are to be of one height, so that none needs to be measured; and how to scroll to a row.
 */
export function useRows(
  ids: readonly string[],
  body: { current: HTMLTableSectionElement | null },
  pinned: readonly (string | null)[],
) {
  const isCards = useMediaQuery(`(max-width: ${MOBILE_BREAKPOINT - 0.02}px)`);
  const isWhole = ids.length <= WHOLE_MAX;
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(isCards ? CARD_HEIGHT : ROW_HEIGHT);
  const gap = isCards ? CARD_GAP : 0;
  const virtualizer = useWindowVirtualizer({
    count: ids.length,
    estimateSize: () => height,
    gap,
    overscan: OVERSCAN,
    scrollMargin: top,
    enabled: !isWhole,
    // Rows that come a frame later are better than scrolling that waits for them.
    useFlushSync: false,
    rangeExtractor({ startIndex, endIndex, overscan, count: all }) {
      const from = Math.max(0, startIndex - overscan);
      const to = Math.min(all - 1, endIndex + overscan);
      const near = Array.from({ length: to - from + 1 }, (_, n) => from + n);
      const far = pinned.map((id) => (id === null ? -1 : ids.indexOf(id))).filter((at) => at >= 0);
      return [...new Set([...near, ...far])].sort((a, b) => a - b);
    },
  });
  useLayoutEffect(() => {
    if (isWhole || virtualizer.isScrolling || !body.current) return;
    setTop(Math.round(body.current.getBoundingClientRect().top + window.scrollY));
    const row = body.current.querySelector<HTMLElement>('[data-id]');
    if (row) setHeight(row.offsetHeight);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it takes the sizes from them
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height, gap]);
  const show = useCallback(
    (id: string) => body.current?.querySelector(`[data-id="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'nearest' }),
    [body],
  );
  if (isWhole) {
    return { rows: ids.map((_, index): ShownRow => ({ index, gap: 0 })), rest: 0, isEven: false, show };
  }
  const items = virtualizer.getVirtualItems();
  const rows = items.map(({ index, start }, at): ShownRow => {
    const previous = items[at - 1];
    // A spacer has a gap of its own.
    return { index, gap: start - (previous ? previous.end + gap : top) - gap };
  });
  const end = items.at(-1)?.end ?? top;
  return { rows, rest: virtualizer.getTotalSize() + top - end - gap, isEven: true, show };
}
