// What one traced page load with the widget says: its script time, in three steps, how late the notification came, and what it
// did to the page.
import { INITIAL_DELAY } from './page-scene.ts';
import {
  FRAME,
  findMainThread,
  firstRunOf,
  lengthOf,
  longTasks,
  SHOWN,
  spansOfScript,
  taskOfMark,
} from './page-trace.ts';
import type { Visit } from './page-visit.ts';

/** One page load with the widget; milliseconds. */
export type Load = {
  /** The main thread's own time in the script until the task that put the first notification up was over; and by the clock. */
  script: number;
  wall: number;
  /** By the clock in three steps: the script's first run, the payload's arrival, the notification. */
  steps: [number, number, number];
  /** From when the notification was due, by its delay and the script's first moment, to the end of the task that painted it. */
  late: number;
  /** Length of the task that laid out and painted the first frame with the notification. */
  frame: number;
  shift: number;
  /** Tasks of 50 ms and more in the whole visit that ran the script or painted the first notification, by the trace; and all that the page was told of. */
  ownLongTasks: number;
  longTasks: number;
  spin: number;
};

/**
 * Script time is read from the browser's trace, not from a sampling profile: at its finest interval a profile costs as
 * much as the script does, and it misses what the script makes the browser do at once (compile, style, layout, storage).
 * The thread's own clock, so that a busy machine spoils it less; waits for the browser (storage) show by the wall's.
 * @throws when no notification came, stood and went: the figures would be those of something else.
 */
export function readLoad(found: Visit): Load {
  const main = findMainThread(found.events, '/widget.js');
  const firstRun = firstRunOf(main);
  const shown = taskOfMark(main, SHOWN);
  const painted = taskOfMark(main, FRAME);
  if (!found.wasShown || !found.isGone) throw new Error('The notification did not stand on the screen and go again');
  const own = spansOfScript(main, shown.to);
  const time = (from: number, to: number) => lengthOf(own.filter((span) => span.from >= from && span.from < to)) / 1000;
  const script = lengthOf(spansOfScript(main, shown.to, 'thread')) / 1000;
  if (!(script > 0))
    throw new Error('The trace holds no time of the script: a browser without a clock for each thread?');
  return {
    script,
    wall: lengthOf(own) / 1000,
    steps: [time(0, firstRun.to), time(firstRun.to, shown.from), time(shown.from, shown.to)],
    late: (painted.to - firstRun.from) / 1000 - INITIAL_DELAY * 1000,
    frame: (painted.to - painted.from) / 1000,
    shift: found.shift,
    ownLongTasks: longTasks(main, [...spansOfScript(main), painted]).length,
    longTasks: found.longTasks,
    spin: found.spin,
  };
}
