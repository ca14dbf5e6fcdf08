// The notices of a loaded payload on one page: which may be shown, what happens while one is, what is told of it.
import { dismissedUntil } from '#shared/embed/dismissal.ts';
import type { EmbedNotification, EmbedPayload, EventType } from '#shared/embed/payload.ts';
import { inOrder, nextOf } from '#shared/embed/queue-order.ts';
import { isLive } from '#shared/embed/schedule.ts';
import { withShown } from '#shared/embed/visit.ts';
import { recall, remember, type Store } from './memory.ts';
import { deviceOf, watchMoves } from './page.ts';
import { makeQueue } from './queue.ts';
import { after, listen, now, random } from './quiet.ts';
import { makeReporter } from './report.ts';
import { watchSeen } from './seen.ts';
import { openRegion, renderNotice } from './view.ts';

/** Events wait this long for company, in milliseconds. */
const BATCH_TIME = 1_000;

export type Running = {
  pause(): void;
  resume(): void;
  show(id: string): void;
  stop(): void;
};

export type NoticesParts = {
  window: Window;
  /** Ends all listening. */
  signal: AbortSignal;
  store: Store;
  emit: (event: EventType | 'show' | 'hide', id: string) => void;
  send: (body: string) => void;
  /** When the widget was started, in milliseconds since 1970: the initial delay counts from there. */
  startedAt: number;
};

/** Puts an empty region on the page and starts the queue. */
export function runNotices(payload: EmbedPayload, parts: NoticesParts): Running {
  const { appearance, behavior } = payload.widget;
  const { interaction, visibility, queue: caps, timing } = behavior;
  const { window, signal, store, emit } = parts;
  const { document } = window;
  const { add, flush } = makeReporter(payload.token, parts.send);
  // Not into the body: pages move and replace theirs, and a transform on it would move what is fixed to the screen.
  const page = document.documentElement;
  const region = openRegion(page);
  const { host } = region;
  const notifications = inOrder(payload.notifications, caps.order, random);
  const isMobile = () => deviceOf(window) === 'mobile';
  /** Ids shown and closed since the visitor came to this page. */
  let shownHere: string[] = [];
  let closedHere: string[] = [];
  /** For the notice that is shown: what the visitor's closing does, and what a change of tab or screen does. */
  let dismiss: (() => void) | undefined;
  let follow: (() => void) | undefined;

  const next = () => {
    const { closed, count, seen } = recall(store, now());
    if (!visibility[isMobile() ? 'showOnMobile' : 'showOnDesktop']) return;
    if (shownHere.length >= (caps.perPage || Infinity) || count >= (caps.perVisit || Infinity)) return;
    return nextOf(notifications, seen, (notice) => {
      const isClosed = closedHere.includes(notice.id) || (closed[notice.id] ?? 0) > now();
      return isLive(notice, now()) && !isClosed && (caps.loop || !shownHere.includes(notice.id));
    });
  };

  const open = (notice: EmbedNotification) => {
    const { id } = notice;
    /** What this showing has told: an impatient second click is no second visitor. */
    const told: EventType[] = [];
    const tell = (type: EventType) => {
      if (told.includes(type)) return;
      told.push(type);
      add({ type, notificationId: id, page: window.location.pathname, device: deviceOf(window) });
      after(BATCH_TIME, flush);
      emit(type, id);
    };
    const onDismiss = () => {
      closedHere.push(id);
      const { closed } = recall(store, now());
      remember(store, now(), { closed: { ...closed, [id]: dismissedUntil(interaction.dismissPeriod, now()) } });
      tell('dismiss');
      queue.end();
    };
    const onClick = () => {
      tell('click');
      flush();
      if (interaction.openInNewTab) queue.end();
    };
    // A page that wrote itself anew has thrown our element out.
    if (!host.isConnected) page.append(host);
    let before: HTMLElement | null = null;
    const settings = { notice, appearance, behavior, isMobile: isMobile(), now: now() };
    const { element, place, hide } = renderNotice(region, settings, { onClick, onDismiss, onHold: queue.hold });
    const check = watchSeen(element, () => tell('display'));
    listen(element, 'focusin', (event) => {
      before ??= (event as FocusEvent).relatedTarget as HTMLElement | null;
    });
    if (interaction.allowClosing) dismiss = onDismiss;
    follow = () => {
      check(false);
      place(isMobile());
    };
    shownHere.push(id);
    remember(store, now(), withShown(recall(store, now()), id));
    emit('show', id);
    return () => {
      dismiss = follow = undefined;
      check(true);
      // Whoever closed it by keyboard goes on where they were.
      if (document.activeElement === host) before?.focus({ preventScroll: true });
      hide();
      emit('hide', id);
    };
  };

  const queue = makeQueue({ now, after }, timing, random, next, open);

  const onTabChange = () => {
    queue.hold('hidden', document.hidden);
    follow?.();
    if (document.hidden) flush();
  };
  const onKey = (event: Event) => {
    // Escape in a field or a dialog of the page is meant for that.
    const isFree = [host, document.body, null].includes(document.activeElement as HTMLElement | null);
    if ((event as KeyboardEvent).key === 'Escape' && !event.defaultPrevented && isFree) dismiss?.();
  };
  listen(document, 'visibilitychange', onTabChange, signal);
  listen(document, 'keydown', onKey, signal);
  listen(window, 'resize', () => follow?.(), signal);
  listen(window, 'pagehide', flush, signal);
  watchMoves(window, signal, () => {
    shownHere = [];
    closedHere = [];
    queue.restart(0);
  });
  // Coming to a page keeps the visit going.
  remember(store, now(), {});
  onTabChange();
  queue.restart(now() - parts.startedAt);

  return {
    pause() {
      queue.end();
      queue.hold('paused', true);
    },
    resume: () => queue.hold('paused', false),
    show(id) {
      const notice = notifications.find((one) => one.id === id && isLive(one, now()));
      if (notice) queue.show(notice);
    },
    stop() {
      queue.end();
      queue.hold('stopped', true);
      flush();
      host.remove();
    },
  };
}
