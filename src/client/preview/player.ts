// Plays notifications as visitors get them: the widget's own queue, order and verdicts, on a clock that can be moved
// ahead. It knows neither the page nor React.
import type { Behavior } from '#shared/embed/payload.ts';
import { inOrder, nextOf } from '#shared/embed/queue-order.ts';
import { verdictOf } from '#shared/embed/verdict.ts';
import { continueVisit } from '#shared/embed/visit.ts';
import { IDLE_INTERVAL, makeQueue, type Queue, type Timer } from '#widget/queue.ts';
import type { Showing, Surroundings } from '#widget/showing.ts';
import { NO_RULES, type PageNotification } from './page-notifications.ts';

/** Before the first notification, during one, between two, after the last one, or at the end. */
type Step = 'waiting' | 'showing' | 'between' | 'ending' | 'done';

/** How long, in seconds, the page stays as the last one left it: long enough to see that it is gone. */
const ENDING = 2;

export type PlayerState = {
  step: Step;
  isPaused: boolean;
  /** The notification being shown. */
  current: PageNotification | null;
  /** How many were shown so far, the current one included. */
  shown: number;
};

/** How far a step has come, in milliseconds. */
export type Progress = { left: number; total: number; isHeld: boolean };

export type Player = {
  /** The same object until something changes. */
  state(): PlayerState;
  subscribe(listener: () => void): () => void;
  progress(): Progress;
  setPaused(isPaused: boolean): void;
  /** Stops the time while a reason holds, such as a hidden tab. */
  hold(reason: string, isHeld: boolean): void;
  /** Ends the current step at once: a wait is over, a notification leaves. */
  skip(): void;
  /** Dismisses the current notification as its close button does. @returns false if there is none, or none may be. */
  dismiss(): boolean;
  /** Ends everything and removes the notification. */
  stop(): void;
};

/** A timer whose pending run can be had at once; what follows then counts from there. */
function makeClock({ now, after }: Timer) {
  let ahead = 0;
  let pending: { at: number; run: () => void; cancel: () => void } | null = null;
  let left = 0;
  let total = 0;
  const time = () => now() + ahead;
  const finish = (run: () => void) => {
    pending = null;
    left = 0;
    run();
  };
  return {
    timer: {
      now: time,
      after(ms: number, run: () => void) {
        // After a hold the queue asks for what was left; anything else is a new step.
        if (Math.abs(ms - left) > 1) total = ms;
        const mine = { at: time() + ms, run, cancel: after(ms, () => finish(run)) };
        pending = mine;
        left = ms;
        return () => {
          mine.cancel();
          if (pending !== mine) return;
          left = Math.max(0, mine.at - time());
          pending = null;
        };
      },
    },
    progress: (): Progress => ({ left: pending ? Math.max(0, pending.at - time()) : left, total, isHeld: !pending }),
    skip() {
      if (!pending) return;
      const { at, run, cancel } = pending;
      cancel();
      ahead += Math.max(0, at - time());
      finish(run);
    },
  };
}

type PlayerParts = {
  notifications: readonly PageNotification[];
  /** As it is set now: new timing counts from the next step on. */
  behavior: () => Behavior;
  isPhone: () => boolean;
  timer: Timer;
  /** In [0, 1). */
  random: () => number;
  /** Puts a notification on the page. */
  open: (notification: PageNotification, queue: Queue, surroundings: Surroundings) => Showing;
};

/** @returns how many of `count` notifications a visitor can be shown on one page; null if they start over without end. */
export function mostShown({ loop, perPage, perVisit }: Behavior['queue'], count: number): number | null {
  const most = Math.min(loop && count > 0 ? Infinity : count, perPage || Infinity, perVisit || Infinity);
  return most === Infinity ? null : most;
}

/** Of what is played. */
const hasNoRules = () => true;

/** Begins a visit: the initial delay runs from here. Every visit is the first one, with nothing dismissed. */
export function startPlayer({ notifications, behavior, isPhone, timer, random, open }: PlayerParts): Player {
  const clock = makeClock(timer);
  const { now } = clock.timer;
  const listeners = new Set<() => void>();
  const ordered = inOrder(notifications, behavior().queue.order, random);
  const stay = { cameAt: now(), shownHere: [] as string[], closedHere: [] as string[] };
  let memory = { ...continueVisit({}, now()), closed: {} as Record<string, number> };
  let showing: Showing | null = null;
  let isOver = false;
  let state: PlayerState = { step: 'waiting', isPaused: false, current: null, shown: 0 };

  const set = (changes: Partial<PlayerState>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  const situation = () => ({
    ...memory,
    ...stay,
    behavior: behavior(),
    rules: NO_RULES,
    facts: { now: now(), device: isPhone() ? ('mobile' as const) : ('desktop' as const) },
  });
  const find = () => {
    const present = situation();
    return isOver ? undefined : nextOf(ordered, present.seen, (one) => !verdictOf(one, present, hasNoRules));
  };
  const next = () => {
    const found = find();
    // Dismissed ones may come back in an hour or a day: here the visit is over.
    if (!found) {
      queue.hold('done', true);
      set({ step: 'done', current: null });
    }
    return found;
  };
  const surroundings: Surroundings = {
    stay: () => stay,
    isFitting: hasNoRules,
    saveVisit(change) {
      memory = { ...memory, ...change(memory) };
    },
    // Nothing is counted.
    report() {},
  };
  const show = (notification: PageNotification) => {
    const opened = open(notification, queue, surroundings);
    showing = opened;
    set({ step: 'showing', current: notification, shown: state.shown + 1 });
    return () => {
      showing = null;
      opened.remove();
      set({ step: find() ? 'between' : 'ending', current: null });
    };
  };
  // Read anew for every step.
  const timing: Behavior['timing'] = {
    get initialDelay() {
      return behavior().timing.initialDelay;
    },
    get displayDuration() {
      return behavior().timing.displayDuration;
    },
    get timeBetween() {
      // Nobody waits for what doesn't come.
      return Math.min(behavior().timing.timeBetween, find() ? Infinity : ENDING);
    },
    get randomizeTiming() {
      return behavior().timing.randomizeTiming;
    },
  };
  const queue = makeQueue(
    clock.timer,
    timing,
    random,
    next,
    show as Parameters<typeof makeQueue>[4],
    () => IDLE_INTERVAL,
  );
  queue.restart(0);

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    progress: clock.progress,
    setPaused(isPaused) {
      queue.hold('paused', isPaused);
      set({ isPaused });
    },
    hold: queue.hold,
    skip() {
      if (state.isPaused) {
        queue.hold('paused', false);
        set({ isPaused: false });
      }
      clock.skip();
    },
    dismiss() {
      const dismiss = showing?.onDismiss;
      dismiss?.();
      return dismiss !== undefined;
    },
    stop() {
      isOver = true;
      listeners.clear();
      queue.hold('stopped', true);
      showing?.remove();
    },
  };
}
