// What a visitor gets in the first minute on a page: the widget's own queue, run on a clock that doesn't wait.
import type { Behavior, EmbedNotification } from '#shared/embed/payload.ts';
import { makeQueue } from '#widget/queue.ts';

/** Seconds since the page was opened; `to` may lie beyond the end. */
export type Span = { kind: 'wait' | 'shown' | 'pause'; from: number; to: number };

/** Any one will do: only times are asked for. */
const NOTIFICATION = { id: '', type: 'custom', message: '', timestamp: '' } as EmbedNotification;

/** Draws the middle of what may vary. */
const MIDDLE = () => 0.5;

/**
 * @param behavior of a widget with more notifications than fit.
 * @param end in seconds.
 * @returns what happens from 0 to `end`, without a gap. After the last notification that the limits allow, nothing.
 */
export function timelineOf({ timing, queue: { perPage, perVisit } }: Behavior, end: number): Span[] {
  const most = Math.min(perPage || Infinity, perVisit || Infinity);
  const spans: Span[] = [];
  let shown = 0;
  let kind = 'wait' as Span['kind'];
  let now = 0;
  let since = 0;
  let due: { at: number; run: () => void } | undefined;
  const turn = (next: Span['kind'], at: number) => {
    if (at > since) spans.push({ kind, from: since / 1_000, to: at / 1_000 });
    kind = next;
    since = at;
  };
  const after = (ms: number, run: () => void) => {
    const mine = { at: now + ms, run };
    due = mine;
    return () => {
      if (due === mine) due = undefined;
    };
  };
  const open = () => {
    turn('shown', now);
    shown += 1;
    return () => turn('pause', now);
  };
  const next = () => (shown < most ? NOTIFICATION : undefined);
  // An attempt that finds nothing isn't repeated: the limit is final.
  const queue = makeQueue({ now: () => now, after }, timing, MIDDLE, next, open, () => Infinity);
  queue.restart(0);
  while (due && due.at < end * 1_000) {
    const { at, run } = due;
    due = undefined;
    now = at;
    run();
  }
  if (due && (kind !== 'pause' || shown < most)) turn(kind, due.at);
  return spans;
}
