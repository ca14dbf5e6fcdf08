// How much each notice's displays rose while the list was on the screen.
import { useState } from 'react';
import type { Notification } from '#shared/contract/notification.ts';

/** @returns a function from a notice to its rise since it was first shown here, 0 or more. */
export function useRise(notices: Notification[]): (notice: Notification) => number {
  const [first, setFirst] = useState<ReadonlyMap<string, number>>(new Map());
  const unseen = notices.filter((notice) => !first.has(notice.id));
  if (unseen.length > 0) {
    setFirst(new Map([...first, ...unseen.map((notice) => [notice.id, notice.displayCount] as const)]));
  }
  return ({ id, displayCount }) => Math.max(0, displayCount - (first.get(id) ?? displayCount));
}
