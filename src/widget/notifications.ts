// The notifications of a loaded payload on one page: which one may be shown, when to look for it, and what is reported.
import type { Facts } from '#shared/embed/facts.ts';
import type { InspectedNotifications } from '#shared/embed/inspection.ts';
import type { EmbedNotification, InteractionType, LoadedPayload } from '#shared/embed/payload.ts';
import { COST_SAMPLING } from '#shared/embed/protocol.ts';
import { inOrder, nextOf } from '#shared/embed/queue-order.ts';
import type { CompiledRules } from '#shared/embed/rule-types.ts';
import { isLive } from '#shared/embed/schedule.ts';
import { OWN_RULES, RULES, type Situation, verdictOf } from '#shared/embed/verdict.ts';
import type * as ConditionsFile from './conditions.ts';
import type * as Cost from './cost.ts';
import { enrolmentOf, type Memory, remember, type Store } from './memory.ts';
import { deviceOf, type Stay, watchMoves, watchTab } from './page.ts';
import { IDLE_INTERVAL, makeQueue, RULES_INTERVAL } from './queue.ts';
import { after, listen, now, quietly, random, spent, whenIdle } from './quiet.ts';
import { makeReporter } from './report.ts';
import { type Showing, showNotification } from './showing.ts';
import { situationOf } from './situation.ts';
import { openRegion } from './view.ts';

/** How long interactions wait to be batched, in milliseconds. */
const BATCH_TIME = 1_000;
/** How old a payload may be, in milliseconds, when the visitor goes to another page or comes back to the tab. */
const REFRESH_TIME = 60_000;
/** The same on a page that is only left open, whenever the next notification is looked for. */
const OPEN_PAGE_TIME = 3_600_000;

export type Running = InspectedNotifications & {
  pause(): void;
  resume(): void;
  /** Shows a notification of the payload at the page's request. */
  ask(id: string): void;
  /** Call when a fact set by the page changes. */
  recheck(): void;
  /** Counts a goal that the page's code or an element reports; ignores unknown ones. */
  goal: ConditionsFile.Conditions['goal'];
};

export type NotificationsParts = {
  window: Window;
  /** Ends everything. */
  signal: AbortSignal;
  siteStore: Store;
  /** `look` follows each search for a notification to show, with the id of the one found, if any. */
  emit: (event: InteractionType | 'show' | 'hide' | 'look' | 'enrol', id: string) => void;
  post: (body: string) => void;
  /** Loads the payload again: null if there is nothing more to show. */
  refetch: () => Promise<LoadedPayload | null>;
  /** When the payload was last asked for, in milliseconds since 1970; the first initial delay counts from then. */
  loadedAt: number;
  /** When the visitor arrived on the page. */
  cameAt: number;
  /** Of the script and the payload. */
  addresses: [script: string, url: string];
  /** Loads what conditions need, at most once. */
  loadConditions: (use: (file: typeof ConditionsFile) => void, fail?: () => void) => void;
  /** Whether an owner or a developer asks about conditions, also about those of other notifications. */
  isInspected: boolean;
  /** Loads the cost meter, if the page allows it. */
  loadCost: (use: (meter: typeof Cost) => void) => unknown;
  /** The value that the page set under a name. */
  fact: Facts['fact'];
};

/** Whether there is nothing to check: no rules, or none with conditions. */
const isAlways = (rules: CompiledRules | undefined): boolean => !rules || rules.conditions?.length === 0;

/** Puts an empty region on the page and starts the queue. */
export function runNotifications(payload: LoadedPayload, parts: NotificationsParts): Running {
  const { queue: conduct, timing } = payload.widget.behavior;
  const { window, signal, siteStore, emit } = parts;
  const { document } = window;
  const { add, sendAll } = makeReporter(payload, parts.post);
  const order = () => inOrder(payload.notifications, conduct.order, random);
  let notifications = order();
  // Not in the body: pages move and replace theirs, and a transform on it would move fixed elements.
  const region = openRegion(document.documentElement);
  /** False once the inspector has shown a notification: from then on nothing is counted. */
  let isCounted = true;
  let idle = IDLE_INTERVAL;
  /** Whether what is shown now is held out. */
  let isHeldOut: unknown;
  let shown: Showing | undefined;
  let costOf: typeof Cost.costOf | undefined;
  let conditions: ConditionsFile.Conditions | undefined;
  let stay: Stay;

  const arrive = (cameAt: number) => {
    stay = { cameAt, shownHere: [], closedHere: [] };
    conditions?.startPage();
  };
  arrive(parts.cameAt);
  const situation = () => situationOf(payload, window, siteStore, stay, parts.fact, conditions);
  // Until they are loaded, and where they can't be, what has conditions doesn't show.
  const holdsIn =
    ({ facts }: Situation) =>
    (rules: CompiledRules | undefined): boolean =>
      conditions ? conditions.holds(rules, facts as Facts) : isAlways(rules);
  const saveVisit = (change: (memory: Memory) => Partial<Memory>) => remember(siteStore, now(), change);
  /** @returns how this browser takes part in the payload's epoch, 0 if it doesn't; undefined if that is to be settled. */
  const enrolment = () => {
    const epoch = parts.isInspected ? 0 : enrolmentOf(siteStore, now());
    return epoch === 0 || epoch?.id === payload.epoch?.id ? epoch || 0 : undefined;
  };
  // The visit goes on.
  const touch = () => saveVisit(() => ({}));
  const report = (type: InteractionType, id: string) => {
    if (!isCounted) return;
    add({ type, notificationId: id, page: window.location.pathname, device: deviceOf(window) });
    // A click may be the last thing that happens on this page.
    if (type === 'click') sendAll();
    else after(BATCH_TIME, sendAll);
    emit(type, id);
  };

  const next = () => {
    idle = IDLE_INTERVAL;
    // What it loads is looked through as soon as it is there, long before the next attempt.
    if (refresh(OPEN_PAGE_TIME)) return;
    const present = situation();
    const holds = holdsIn(present);
    const found = nextOf(notifications, present.seen, (notification) => {
      const verdict = verdictOf(notification, present, holds);
      if (verdict === RULES || verdict === OWN_RULES) idle = RULES_INTERVAL;
      return !verdict;
    });
    emit('look', found ? found.id : '');
    return found;
  };
  const open = (notification: EmbedNotification) => {
    const { id } = notification;
    let isOver = false;
    const insert = quietly(() => {
      if (isOver) return;
      const own = enrolment();
      isHeldOut = own && !own.arm;
      // As if it showed, timers and caps, too, but it is drawn beside the page.
      const place = isHeldOut ? { ...region, liveRegion: new DocumentFragment() } : region;
      shown = showNotification(notification, payload.widget, place, queue, {
        stay: () => stay,
        isFitting({ rules }) {
          const holds = holdsIn(situation());
          return holds(payload.widget.rules) && holds(rules);
        },
        saveVisit,
        report,
      });
      if (!isHeldOut) emit('show', id);
    });
    if (enrolment() === undefined) loadConditions((file) => file.draw(insert), insert);
    else insert();
    return () => {
      isOver = true;
      if (!shown) return;
      shown.remove();
      shown = undefined;
      if (!isHeldOut) emit('hide', id);
    };
  };
  const queue = makeQueue({ now, after }, timing, random, next, open, () => idle);

  const recheck = () => {
    shown?.recheck();
    queue.tryAgain();
  };
  /** @param run is called once they are there, @param fail if they can't be loaded. */
  const loadConditions = (run: (file: ConditionsFile.Conditions) => void, fail?: () => void) => {
    if (conditions) run(conditions);
    else {
      parts.loadConditions(({ watchConditions }) => {
        conditions ??= watchConditions(
          window,
          signal,
          after,
          listen,
          saveVisit,
          () => queue.tryAgain(),
          payload,
          enrolment,
          siteStore,
          add,
          sendAll,
          emit,
        );
        run(conditions);
      }, fail);
    }
  };
  const loadNeeded = () => {
    const isFree = [payload.widget, ...payload.notifications].every(({ rules }) => isAlways(rules));
    if (!isFree || parts.isInspected || (payload.epoch?.goals && enrolment())) loadConditions(recheck);
  };
  // A page may stay open for days, and what it loaded need no longer be true.
  const refresh = (age = REFRESH_TIME) => {
    // Draft settings come by their owner's link alone.
    if (payload.isDraft || now() - parts.loadedAt < age) return;
    parts.loadedAt = now();
    return parts.refetch().then(
      quietly((fresh) => {
        Object.assign(payload, fresh ?? { notifications: [] });
        // Nothing is measured any more where nothing says so.
        payload.epoch = fresh?.epoch;
        notifications = order();
        loadNeeded();
        if (shown && !notifications.some(({ id }) => id === shown?.id)) queue.endNow();
        recheck();
      }),
    );
  };
  const onTab = () => {
    queue.hold('hidden', document.hidden);
    shown?.onTab();
    if (!document.hidden) refresh();
  };
  const onArrive = () => {
    arrive(now());
    touch();
  };
  const onLeave = () => {
    const measure = costOf;
    // Clear it before anything can fail, so that waiting interactions are still sent with the next batch.
    costOf = undefined;
    if (measure) add(measure(window, ...parts.addresses, spent));
    sendAll();
  };
  const isAwaited = watchTab(window, signal, onTab, onArrive, onLeave);
  const onKey = (event: Event) => {
    // Escape in a field or dialog is meant for the page.
    const isFree = [region.hostElement, document.body, null].includes(document.activeElement as HTMLElement | null);
    if (!isHeldOut && (event as KeyboardEvent).key === 'Escape' && !event.defaultPrevented && isFree)
      shown?.onDismiss?.();
  };
  listen(document, 'keydown', onKey, signal);
  watchMoves(window, signal, (isOther) => {
    refresh();
    if (!isOther) return recheck();
    onArrive();
    shown?.recheck();
    queue.restart(0);
  });
  const pause = () => {
    queue.endNow();
    queue.hold('paused', true);
  };
  listen(signal, 'abort', () => {
    // For good: nobody can resume it after that.
    pause();
    sendAll();
    region.hostElement.remove();
  });
  loadNeeded();
  onTab();
  // Time in a background tab that was never shown doesn't count as delay.
  queue.restart(isAwaited ? 0 : now() - parts.loadedAt);
  if (!isAwaited) touch();
  // Wait until the page is idle, so that neither the page nor the first notification is delayed.
  if (random() < 1 / COST_SAMPLING) {
    whenIdle(() => {
      parts.loadCost((meter) => {
        costOf = meter.costOf;
      });
    });
  }

  return {
    payload,
    situation,
    show(notification) {
      isCounted = false;
      queue.show(notification);
    },
    pause,
    resume: () => queue.hold('paused', false),
    ask(id) {
      const notification = notifications.find((one) => one.id === id && isLive(one, now()));
      if (notification) queue.show(notification);
    },
    recheck,
    goal(...goal) {
      if (payload.epoch?.goals && enrolment()) loadConditions((file) => file.goal(...goal));
    },
  };
}
