// Puts a notice on a page: a shadow root with its own style, a polite live region in it, and the notice's elements.
// Texts go in as text only. It keeps no state between notices and reads nothing global, so that the editor's preview
// can use it in any element.
import { overlay } from '#shared/embed/overlay.ts';
import type { Appearance, Behavior, DeepPartial, EmbedNotification } from '#shared/embed/payload.ts';
import { relativeTime } from '#shared/embed/relative-time.ts';
import { isSafeLink } from '#shared/embed/safe-link.ts';
import { drawCross, drawType } from './glyphs.ts';
import { lookOf, motionOf } from './look.ts';
import { quietly } from './quiet.ts';
import css from './style.css?inline';

/** The element that holds the shadow root. On customers' pages, where their CSS and tests may name it: never changes. */
export const HOST_NAME = 'proofbell-widget';

/** Types whose notices tell of something that happened; the others are true now, and an age would mislead. */
const DATED = ['purchase', 'signup', 'review', 'milestone', 'custom'];

export type Region = {
  host: HTMLElement;
  root: ShadowRoot;
  /** The live region, in which one notice at a time stands. */
  element: HTMLElement;
};

/**
 * @param parent gets the host element; it takes no room, so nothing around it moves.
 * @returns an empty live region: screen readers only announce what is added to one that was there before.
 */
export function openRegion(parent: Element): Region {
  const document = parent.ownerDocument;
  const host = document.createElement(HOST_NAME);
  const root = host.attachShadow({ mode: 'open' });
  const element = make(document, 'div', 'region');
  element.setAttribute('role', 'status');
  element.setAttribute('aria-live', 'polite');
  // The page's language says nothing about the direction of its layout; its computed direction does.
  element.dir = document.defaultView?.getComputedStyle(document.documentElement).direction ?? '';
  root.append(element);
  adopt(root, css, 0);
  parent.append(host);
  return { host, root, element };
}

export type NoticeSettings = {
  notice: EmbedNotification;
  /** The widget's; the notice's own patch is laid over it here. */
  appearance: Appearance;
  behavior: Behavior;
  isMobile: boolean;
  /** Milliseconds since 1970, for the relative time. */
  now: number;
};

export type NoticeHandlers = {
  /** The link was followed, or will be in a moment. */
  onClick?: () => void;
  /** The visitor closed it: by the button, by Escape, or by a click where clickBehavior is 'dismiss'. */
  onDismiss?: () => void;
  /** Pointer or focus came to the notice (true), or left it (false). */
  onHold?: (reason: 'hover' | 'focus', isHeld: boolean) => void;
};

export type RenderedNotice = {
  element: HTMLElement;
  /** Moves the notice to where desktop or mobile screens have it. */
  place(isMobile: boolean): void;
  /** Animates it away, then removes it. */
  hide(): void;
};

/** Shows a notice in `region`, in place of any that is there. */
export function renderNotice(region: Region, settings: NoticeSettings, handlers: NoticeHandlers): RenderedNotice {
  const { root, element: live } = region;
  const document = live.ownerDocument;
  const { notice, behavior, now } = settings;
  const { interaction } = behavior;
  const appearance = overlay(settings.appearance, notice.appearance);
  const dismiss = quietly(() => handlers.onDismiss?.());

  for (const [name, value] of Object.entries(lookOf(appearance))) live.style.setProperty(`--${name}`, value);
  live.style.setProperty('--z', `${behavior.visibility.zIndex}`);
  adopt(root, appearance.customCSS, 1);

  const card = make(document, 'div', 'notice');
  const body = make(document, 'div', 'body');
  const action = makeAction(document, settings, handlers, dismiss);
  if (action && interaction.entireNotificationClickable) card.classList.add('all');
  const text = (className: string, value: string) => {
    const element = make(document, 'div', className);
    element.dir = 'auto';
    const inner = action && !body.firstChild ? action : element;
    inner.textContent = value;
    if (inner !== element) element.append(inner);
    body.append(element);
  };
  if (notice.title) text('title', notice.title);
  text('message', notice.message);
  const age = DATED.includes(notice.type) && relativeTime(notice.timestamp, now);
  if (age) {
    const time = make(document, 'time', 'time');
    time.setAttribute('datetime', notice.timestamp);
    time.textContent = age;
    body.append(time);
  }
  card.append(makeMedia(document, notice), body);
  if (interaction.allowClosing) {
    const close = make(document, 'button', 'close');
    close.setAttribute('aria-label', 'Close');
    close.append(drawCross(document));
    close.onclick = dismiss;
    card.append(close);
  }
  holdOn(card, handlers);

  let isTop = false;
  const place = (isMobile: boolean) => {
    const where = isMobile ? `${behavior.mobilePosition} mobile` : behavior.position.replace('-', ' ');
    isTop = where.startsWith('top');
    live.className = `region ${where}`;
  };
  place(settings.isMobile);
  live.replaceChildren(card);

  const view = document.defaultView;
  const animate = (isLeaving: boolean): Animation | undefined => {
    const motion = motionOf(appearance, isTop);
    if (!motion || view?.matchMedia('(prefers-reduced-motion:reduce)').matches) return;
    const frames = isLeaving ? [{}, motion.from] : [motion.from, {}];
    return card.animate?.(frames, { ...motion.options, fill: 'backwards' });
  };
  quietly(animate)(false);
  return {
    element: card,
    place,
    hide() {
      const leave = () => card.remove();
      let leaving: Animation | undefined;
      quietly(() => {
        leaving = animate(true);
      })();
      if (leaving && !document.hidden) leaving.onfinish = leaving.oncancel = leave;
      else leave();
    },
  };
}

function make(document: Document, name: string, className: string): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  return element;
}

/** Constructed sheets pass a page's policy without unsafe-inline; browsers without them get an element. */
function adopt(root: ShadowRoot, text: string, place: 0 | 1): void {
  try {
    const view = root.ownerDocument.defaultView as (Window & typeof globalThis) | null;
    const sheet = new (view ?? globalThis).CSSStyleSheet();
    sheet.replaceSync(text);
    const sheets = [...root.adoptedStyleSheets].slice(0, place);
    root.adoptedStyleSheets = [...sheets, sheet];
  } catch {
    const style = root.ownerDocument.createElement('style');
    style.textContent = text;
    root.append(style);
  }
}
