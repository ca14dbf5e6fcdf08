// The notices of a loaded payload on one page: which may be shown, what happens while one is, what is told of it.
import { dismissedUntil } from '#shared/embed/dismissal.ts';
import type { Facts } from '#shared/embed/facts.ts';
import type { InspectedNotices } from '#shared/embed/inspection.ts';
import type { EmbedNotification, EmbedPayload, EventType } from '#shared/embed/payload.ts';
import { inOrder, nextOf } from '#shared/embed/queue-order.ts';
import { isStyle } from '#shared/embed/read-payload.ts';
import { rulesHold } from '#shared/embed/rules.ts';
import { isLive } from '#shared/embed/schedule.ts';
import { verdictOf } from '#shared/embed/verdict.ts';
import { withPage, withShown } from '#shared/embed/visit.ts';
import { COST_SHARE, costOf } from './cost.ts';
import { type Memory, remember, type Store } from './memory.ts';
import { deviceOf, externalHost, watchMoves, watchStay } from './page.ts';
import { IDLE_LOOK, makeQueue, RULES_LOOK } from './queue.ts';
import { after, listen, now, quietly, random, spent } from './quiet.ts';
import { makeReporter } from './report.ts';
import { watchSeen } from './seen.ts';
import { situationOf } from './situation.ts';
import { openRegion, renderNotice } from './view.ts';

/** Events wait this long for company, in milliseconds. */
const BATCH_TIME = 1_000;

export type Running = InspectedNotices & {
  pause(): void;
  resume(): void;
  /** Shows a notice of the payload because the page asks for it. */
  ask(id: string): void;
  /** After a change of what the page told. */
  recheck(): void;
};

export type NoticesParts = {
  window: Window;
  /** Ends everything. */
  signal: AbortSignal;
  store: Store;
  /** `look` is after each look for a notice to show, with the id of the one found or none. */
  emit: (event: EventType | 'show' | 'hide' | 'look', id: string) => void;
  send: (body: string) => void;
  /** When the widget was started, in milliseconds since 1970: the initial delay counts from there. */
  startedAt: number;
  /** When the visitor came to the page. */
  cameAt: number;
  /** Of the script and of the payload. */
  addresses: [script: string, url: string];
  /** What the page told under a name. */
  fact: Facts['fact'];
};

/** Puts an empty region on the page and starts the queue. */
export function runNotices(payload: EmbedPayload, parts: NoticesParts): Running {
  const { behavior, rules } = payload.widget;
  const { interaction, timing } = behavior;
  const { window, signal, store, emit } = parts;
  const { document } = window;
  const { add, flush } = makeReporter(payload.token, parts.send);
  const notifications = inOrder(payload.notifications, behavior.queue.order, random);
  // Not into the body: pages move and replace theirs, and a transform on it would move what is fixed to the screen.
  const region = openRegion(document.documentElement);
  const { host } = region;
  const keep = (change: (memory: Memory) => Partial<Memory>) => remember(store, now(), change);
  let isMeasured = random() < COST_SHARE;
  /** From when the inspector has shown something, nothing is. */
  let isCounted = true;
  let idle = IDLE_LOOK;
  /** For the notice that is shown: the visitor's closing, a change of tab, a change of what rules ask for. */
  let dismiss: (() => void) | undefined;
  let follow: (() => void) | undefined;
  let endUnfit: (() => void) | undefined;

  const { here, come } = watchStay(window, signal, parts.cameAt, () => queue.lookAgain());
  const situation = () => situationOf(payload, window, store, here(), parts.fact);

  const next = () => {
    const present = situation();
    idle = IDLE_LOOK;
    const found = nextOf(notifications, present.seen, (notice) => {
      const verdict = verdictOf(notice, present);
      if (verdict.endsWith('rules')) idle = RULES_LOOK;
      return !verdict;
    });
    emit('look', found ? found.id : '');
    return found;
  };

  const open = (notice: EmbedNotification) => {
    const { id } = notice;
    /** What this showing has told: an impatient second click is no second visitor. */
    const told: EventType[] = [];
    const tell = (type: EventType) => {
      if (!isCounted || told.includes(type)) return;
      told.push(type);
      add({ type, notificationId: id, page: window.location.pathname, device: deviceOf(window) });
      after(BATCH_TIME, flush);
      emit(type, id);
    };
    const onDismiss = () => {
      here().closedHere.push(id);
      const until = dismissedUntil(interaction.dismissPeriod, now());
      keep(({ closed }) => ({ closed: { ...closed, [id]: until } }));
      tell('dismiss');
      queue.end();
    };
    const onClick = (event?: Event) => {
      tell('click');
      flush();
      if (event && interaction.openInNewTab) queue.end();
    };
    // A page that wrote itself anew has thrown our element out.
    if (!host.isConnected) document.documentElement.append(host);
    let before: HTMLElement | null = null;
    const settings = {
      notice,
      style: isStyle(notice.style) ? notice.style : payload.widget.style,
      interaction,
      now: now(),
    };
    const { element, hide } = renderNotice(region, settings, { onClick, onDismiss, onHold: queue.hold });
    // Without it nothing is counted, but the notice can still be closed.
    const check = quietly(watchSeen)(element, () => tell('display'));
    listen(element, 'focusin', (event) => {
      before ??= (event as FocusEvent).relatedTarget as HTMLElement | null;
    });
    if (interaction.allowClosing) dismiss = onDismiss;
    follow = () => check?.(false);
    const isFitting = () => {
      const { facts } = situation();
      return rulesHold(rules, facts) && rulesHold(notice.rules, facts);
    };
    // One that was asked for against its rules stays.
    if (isFitting()) {
      endUnfit = () => {
        if (!isFitting()) queue.end();
      };
    }
    here().shownHere.push(id);
    keep((memory) => withShown(memory, id));
    emit('show', id);
    return () => {
      dismiss = follow = endUnfit = undefined;
      check?.(true);
      // Whoever closed it by keyboard goes on where they were.
      if (document.activeElement === host) before?.focus({ preventScroll: true });
      hide();
      emit('hide', id);
    };
  };

  const queue = makeQueue({ now, after }, timing, random, next, open, () => idle);

  const arrive = () => keep((memory) => withPage(memory, externalHost(document)));
  /** In a page that was made ready ahead, or in a tab behind, the visitor has not come yet. */
  let isAwaited = document.hidden;
  const onLeave = () => {
    if (isMeasured) {
      // Before what may fail: the events that wait go all the same, with the next flush.
      isMeasured = false;
      add(costOf(window.performance.getEntriesByType('resource'), ...parts.addresses, spent));
    }
    flush();
  };
  const holdIfHidden = () => queue.hold('hidden', document.hidden);
  const onTabChange = () => {
    holdIfHidden();
    follow?.();
    if (document.hidden) onLeave();
    else if (isAwaited) {
      isAwaited = false;
      come(now());
      arrive();
    }
  };
  const onKey = (event: Event) => {
    // Escape in a field or a dialog of the page is meant for that.
    const isFree = [host, document.body, null].includes(document.activeElement as HTMLElement | null);
    if ((event as KeyboardEvent).key === 'Escape' && !event.defaultPrevented && isFree) dismiss?.();
  };
  listen(document, 'visibilitychange', onTabChange, signal);
  listen(document, 'keydown', onKey, signal);
  listen(window, 'pagehide', onLeave, signal);
  // Some browsers bring a page back from their memory without telling that it is visible again.
  listen(window, 'pageshow', onTabChange, signal);
  const recheck = () => {
    endUnfit?.();
    queue.lookAgain();
  };
  watchMoves(window, signal, (isOther) => {
    if (!isOther) return recheck();
    come(now());
    keep((memory) => withPage(memory));
    endUnfit?.();
    queue.restart(0);
  });
  listen(signal, 'abort', () => {
    queue.end();
    queue.hold('stopped', true);
    flush();
    host.remove();
  });
  holdIfHidden();
  // Time in a tab that nobody has looked at yet is no delay.
  queue.restart(isAwaited ? 0 : now() - parts.startedAt);
  if (!isAwaited) arrive();

  return {
    payload,
    situation,
    show(notice) {
      isCounted = false;
      queue.show(notice);
    },
    pause() {
      queue.end();
      queue.hold('paused', true);
    },
    resume: () => queue.hold('paused', false),
    ask(id) {
      const notice = notifications.find((one) => one.id === id && isLive(one, now()));
      if (notice) queue.show(notice);
    },
    recheck,
  };
}
