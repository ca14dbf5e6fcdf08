// One notification while it is shown: what it reports, how the visitor dismisses it, and what else ends it.
import { dismissedUntil } from '#shared/embed/dismissal.ts';
import type { EmbedNotification, InteractionType, LoadedPayload } from '#shared/embed/payload.ts';
import { withShown } from '#shared/embed/visit.ts';
import type { Memory } from './memory.ts';
import type { Stay } from './page.ts';
import type { Queue } from './queue.ts';
import { after, listen, now, quietly } from './quiet.ts';
import { type Place, renderNotification } from './view.ts';

/** The page that the visitor is on, and what is remembered and reported about it. */
export type Surroundings = {
  /** The record for the page where the visitor is now. */
  stay: () => Stay;
  /** Whether the rules of the widget and of the notification hold. */
  isFitting: (notification: EmbedNotification) => boolean;
  /** Changes what is remembered about the visitor. */
  saveVisit: (change: (memory: Memory) => Partial<Memory>) => void;
  report: (type: InteractionType, id: string) => void;
};

export type Showing = {
  id: string;
  /** Dismisses it, as the close button does. Undefined if the owner does not allow it. */
  onDismiss: (() => void) | undefined;
  /** Call when the tab is hidden or shown. */
  onTab(): void;
  /** Call when facts change: ends the notification if its rules no longer hold. */
  recheck(): void;
  /** Removes it from the page. */
  remove(): void;
};

/**
 * A display: at least this share of a notification visible for this many milliseconds in a visible tab (design: Embed).
 */
const SHARE = 0.5;
const DISPLAY_TIME = 1_000;

/**
 * @param onDisplay called at most once.
 * @returns a function to call when the tab is hidden or shown (false), and to stop watching (true).
 */
function watchVisible(element: Element, onDisplay: () => void): (isOver: boolean) => void {
  let isInView = false;
  let cancel: (() => void) | undefined;

  const check = (isOver: boolean) => {
    cancel?.();
    cancel = undefined;
    if (isOver) observer.disconnect();
    else if (isInView && !element.ownerDocument.hidden) {
      cancel = after(DISPLAY_TIME, () => {
        check(true);
        onDisplay();
      });
    }
  };
  const observer = new IntersectionObserver(
    quietly((entries) => {
      for (const { intersectionRatio } of entries) isInView = intersectionRatio >= SHARE;
      check(false);
    }),
    { threshold: SHARE },
  );
  observer.observe(element);
  return check;
}

/** Puts a notification on the page, replacing any other. */
export function showNotification(
  notification: EmbedNotification,
  { behavior, style, words }: LoadedPayload['widget'],
  region: Place,
  queue: Queue,
  { stay, isFitting, saveVisit, report }: Surroundings,
): Showing {
  const { interaction } = behavior;
  const { hostElement } = region;
  const { ownerDocument } = hostElement;
  const { id } = notification;
  /** Each type is reported once: an impatient second click is not a second visitor. */
  const reported: InteractionType[] = [];
  const reportOnce = (type: InteractionType) => {
    if (reported.includes(type)) return;
    reported.push(type);
    report(type, id);
  };
  const onDismiss = () => {
    stay().closedHere.push(id);
    const until = dismissedUntil(interaction.dismissPeriod, now());
    saveVisit(({ closed }) => ({ closed: { ...closed, [id]: until } }));
    reportOnce('dismiss');
    queue.endNow();
  };
  const onClick = (event?: Event) => {
    reportOnce('click');
    if (event && interaction.openInNewTab) queue.endNow();
  };

  // The page has replaced its document and dropped our element.
  if (!hostElement.isConnected) ownerDocument.documentElement.append(hostElement);
  const settings = {
    notification,
    style: notification.style ?? style ?? '',
    behavior,
    words,
    now: now(),
  };
  const { rendered, hide } = renderNotification(region, settings, { onClick, onDismiss, onHold: queue.hold });
  // Without it nothing is counted, but the notification can still be dismissed.
  const check = quietly(watchVisible)(rendered, () => reportOnce('display'));
  let before: HTMLElement | null = null;
  listen(rendered, 'focusin', (event) => {
    before ??= (event as FocusEvent).relatedTarget as HTMLElement | null;
  });
  // A notification requested against its rules stays.
  const isBound = isFitting(notification);
  stay().shownHere.push(id);
  saveVisit((memory) => withShown(memory, id));

  return {
    id,
    onDismiss: interaction.allowClosing ? onDismiss : undefined,
    onTab: () => check?.(false),
    recheck() {
      if (isBound && !isFitting(notification)) queue.endNow();
    },
    remove() {
      check?.(true);
      // A visitor who dismissed it by keyboard continues where they were.
      if (ownerDocument.activeElement === hostElement) before?.focus({ preventScroll: true });
      hide();
    },
  };
}
