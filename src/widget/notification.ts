// The elements of one notification: the box before the text, the text with its link or button, what its type adds, its age,
// the closing button.
import type { Behavior, EmbedNotification } from '#shared/embed/payload.ts';
import { relativeTime } from '#shared/embed/relative-time.ts';
import { isSafeLink } from '#shared/embed/safe-link.ts';
import { make } from './element.ts';
import { listen, quietly, whenIdle } from './quiet.ts';

export type NotificationHandlers = {
  /** The link was clicked, and the browser follows it. Without an event it was a code, which leads nowhere. */
  onClick(event?: Event): void;
  /** The visitor closed it by its button, or by a click where clickBehavior is 'dismiss'. */
  onDismiss(): void;
  /** Pointer or focus entered the notification (true), or left it (false). */
  onHold(reason: 'hover' | 'focus', isHeld: boolean): void;
};

/** Holds the line's place until its text arrives. */
const NO_BREAK = '\u00a0';

/** Types that describe the present rather than something that happened: an age would mislead. */
const AGELESS = /visitors|stock|announce|discount/;

/** @returns the link or button around `text`, or the text as it is when a click does nothing. */
function makeAction(
  text: string,
  url: string | undefined,
  { clickBehavior, openInNewTab }: Behavior['interaction'],
  { onClick, onDismiss }: NotificationHandlers,
): HTMLElement | string {
  if (clickBehavior === 'dismiss') return make('button', { className: 'link', onclick: quietly(onDismiss) }, text);
  if (clickBehavior !== 'url' || !isSafeLink(url)) return text;
  // The middle button opens a tab too; the right one does not.
  const onclick = quietly((event: Event) => (event as MouseEvent).button < 2 && onClick(event));
  const target = openInNewTab ? '_blank' : '';
  return make('a', { className: 'link', href: url, rel: 'noopener', target, onclick, onauxclick: onclick }, text);
}

/**
 * @returns the box before the text: the owner's picture and the notification's number; with neither, style.css draws a
 * glyph. Its height and least width are fixed, so that nothing moves when a picture loads late or not at all.
 */
function makeMedia({ image, title, message, count }: EmbedNotification): HTMLElement {
  const isCounting = typeof count === 'number';
  const media = make('div', { className: 'media', ariaHidden: !isCounting });
  if (isSafeLink(image)) {
    const onerror = quietly(() => {
      const [initial = ''] = title || message;
      picture.replaceWith(isCounting ? '' : initial.toUpperCase());
    });
    const picture = make('img', {
      onerror,
      alt: '',
      loading: 'lazy',
      decoding: 'async',
      referrerPolicy: 'no-referrer',
      src: image,
    });
    media.append(picture);
  }
  if (isCounting) {
    // In the visitor's language; from 10,000 on in short form, because the box is small, and never rounded up. Small
    // numbers need no grouping, and asking Intl for it would cost more than the rest of the notification.
    const options = { notation: count < 1e4 ? 'standard' : 'compact', maximumFractionDigits: 1, roundingMode: 'floor' };
    const text = count < 1e3 ? `${count}` : count.toLocaleString(undefined, options as Intl.NumberFormatOptions);
    media.append(make('b', { className: 'count' }, text));
  }
  return media;
}

/** @returns the chip, and beside it the confirmation, for eyes and screen readers, that the code is copied. */
function makeCode(code: string, onClick: () => void): HTMLElement[] {
  // Not inside the button, whose content assistive technology reads as one.
  const confirmation = make('b', { role: 'status' });
  const onclick = async () => {
    try {
      onClick();
      await navigator.clipboard.writeText(code);
      confirmation.textContent = ' ✓';
    } catch {
      // Refused or missing, as on pages without https: the code is selected for the visitor's own Ctrl+C.
      getSelection()?.selectAllChildren(chip);
    }
  };
  const chip = make('button', { onclick, className: 'code', ariaLabel: `Copy ${code}` }, make('bdi', {}, code));
  return [chip, confirmation];
}

/** @param now milliseconds since 1970. @returns the notification, without its class names. */
export function makeNotification(
  notification: EmbedNotification,
  interaction: Behavior['interaction'],
  now: number,
  handlers: NotificationHandlers,
): HTMLElement {
  const { title, message, rating, code } = notification;
  const { onDismiss, onHold } = handlers;
  // The first line is the link.
  const action = makeAction(title || message, notification.url, interaction, handlers);
  const body = make('div', { className: 'body' });
  // The page's direction decides where a line begins; its text finds its own direction, and can't affect anything else's.
  const line = (className: string, text: HTMLElement | string) =>
    body.append(make('div', { className }, make('bdi', {}, text)));
  if (title) line('title', action);
  if (rating) {
    const stars = '★★★★★☆☆☆☆☆'.slice(5 - rating, 10 - rating);
    body.append(make('div', { className: 'stars', role: 'img', ariaLabel: `${rating} / 5` }, stars));
  }
  line('message', title ? message : action);
  if (code) body.append(...makeCode(code, handlers.onClick));
  if (!AGELESS.test(notification.type) && Date.parse(notification.timestamp)) {
    // A live region would read the whole notification out again when the age is filled in.
    const age = make('time', { ariaLive: 'off' }, NO_BREAK);
    // Once the page is idle: a page's first use of Intl costs more than the rest of the notification, on a slow phone a
    // long task. Half of that is due to what a collator shares with every other part of Intl, so it comes in two parts.
    whenIdle(() => {
      new Intl.Collator();
      whenIdle(() => {
        age.textContent = relativeTime(notification.timestamp, now);
      });
    });
    body.append(age);
  }

  const element = make('div', {}, makeMedia(notification), body);
  if (interaction.allowClosing) {
    element.append(make('button', { className: 'close', ariaLabel: 'Close', onclick: quietly(onDismiss) }, '×'));
  }
  listen(element, 'pointerenter pointerleave focusin focusout', ({ type }) =>
    onHold(type[0] === 'p' ? 'hover' : 'focus', /enter|in$/.test(type)),
  );
  return element;
}
