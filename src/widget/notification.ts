// The elements of one notification: the media box, the text with its link or button, what its type adds, its age, and
// the close button.
import type { EmbedNotification, WidgetBehavior } from '#shared/embed/payload.ts';
import { relativeTime } from '#shared/embed/relative-time.ts';
import { isSafeLink } from '#shared/embed/safe-link.ts';
import { make } from './element.ts';
import { languageOf } from './page.ts';
import { listen, quietly, whenIdle } from './quiet.ts';
import type { NotificationSettings } from './view.ts';

export type NotificationHandlers = {
  /** The link was clicked, and the browser follows it. Without an event, a code was clicked, which leads nowhere. */
  onClick(event?: Event): void;
  /** The visitor dismissed it with the close button, or by clicking it if clickBehavior is 'dismiss'. */
  onDismiss(): void;
  /** The pointer or focus entered the notification (true) or left it (false). */
  onHold(reason: 'hover' | 'focus', isHeld: boolean): void;
};

/** Reserves the line until its text arrives. */
const NO_BREAK = '\u00a0';

/** @returns the link or button around `text`, or just the text if a click does nothing. */
function makeAction(
  text: string,
  url: string | undefined,
  { clickBehavior, openInNewTab }: WidgetBehavior['interaction'],
  { onClick, onDismiss }: NotificationHandlers,
): HTMLElement | string {
  if (clickBehavior === 'dismiss') return make('button', { className: 'link', onclick: quietly(onDismiss) }, text);
  if (clickBehavior !== 'url' || !isSafeLink(url)) return text;
  // The middle button also opens a tab; the right one does not.
  const onclick = quietly((event: Event) => (event as MouseEvent).button < 2 && onClick(event));
  const target = openInNewTab ? '_blank' : '';
  return make('a', { className: 'link', href: url, rel: 'noopener', target, onclick, onauxclick: onclick }, text);
}

/**
 * @returns the box beside the text: the owner's picture and the notification's number; with neither, style.css draws an
 * icon. Its height and minimum width are fixed, so that nothing moves if a picture loads late or not at all.
 */
function makeMedia({ image, title, message, count }: EmbedNotification, language: string): HTMLElement {
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
    // In the page's language; compact from 10,000 up, because the box is small, and never rounded up. Small numbers
    // need no grouping, and using Intl for them would cost more than the rest of the notification.
    const options = { notation: count < 1e4 ? 'standard' : 'compact', maximumFractionDigits: 1, roundingMode: 'floor' };
    const text = count < 1e3 ? `${count}` : count.toLocaleString(language, options as Intl.NumberFormatOptions);
    media.append(make('b', { className: 'count' }, text));
  }
  return media;
}

/** @returns the code's button, and beside it the confirmation that it was copied, also for screen readers. */
function makeCode(code: string, lang: string, label: string, copied: string, onClick: () => void): HTMLElement[] {
  // Not inside the button: assistive technology reads a button's content as a single label.
  const confirmation = make('b', { role: 'status', lang });
  const onclick = async () => {
    try {
      onClick();
      await navigator.clipboard.writeText(code);
      confirmation.textContent = ` ✓ ${copied}`;
    } catch {
      // The clipboard is refused or missing, as on pages without HTTPS: select the code for the visitor's own Ctrl+C.
      getSelection()?.selectAllChildren(chip);
    }
  };
  const chip = make(
    'button',
    { onclick, className: 'code', ariaLabel: label.replace('*', () => code), lang },
    make('bdi', {}, code),
  );
  return [chip, confirmation];
}

/** @returns the notification, without its class names. */
export function makeNotification(
  { notification, behavior: { interaction, language }, words, now }: NotificationSettings,
  handlers: NotificationHandlers,
): HTMLElement {
  const [spoken] = (/^..$/.exec(language as string) ?? languageOf(window)) as readonly [string];
  const [own] = spoken.split('-') as [string];
  const lang = words?.[own] ? own : 'en';
  const [close = 'Close', copy = '*', copied = ''] = words?.[lang] ?? [];
  const { title, message, rating, code, timestamp, from, proof } = notification;
  const { onDismiss, onHold } = handlers;
  // The first line is the link.
  const action = makeAction(title || message, notification.url, interaction, handlers);
  const body = make('div', { className: 'body' });
  // The page's direction decides where a line starts; its text finds its own direction without affecting anything else.
  const line = (className: string, text: HTMLElement | string) =>
    body.append(make('div', { className }, make('bdi', {}, text)));
  if (title) line('title', action);
  if (rating) {
    const stars = '★★★★★☆☆☆☆☆'.slice(5 - rating, 10 - rating);
    body.append(make('div', { className: 'stars', role: 'img', ariaLabel: `${rating} / 5` }, stars));
  }
  line('message', title ? message : action);
  if (code) body.append(...makeCode(code, lang, copy, copied, handlers.onClick));
  if (Date.parse(timestamp as string)) {
    // A live region would read the whole notification again when the age is filled in.
    const age = make('time', { ariaLive: 'off' }, NO_BREAK);
    // Wait until the page is idle: a page's first use of Intl costs more than the rest of the notification, and is a
    // long task on a slow phone. Half of that cost is shared with a collator, so it is split in two.
    whenIdle(() => {
      new Intl.Collator();
      whenIdle(() => {
        age.textContent = relativeTime(timestamp as string, now, spoken);
      });
    });
    // What it proves is a page of its own, in a new tab: the shop's own page stays as it is.
    const onclick = quietly(() => open(proof, '', 'noopener'));
    body.append(from ? make('button', { className: 'mark', onclick }, from, age) : age);
  }

  const element = make('div', {}, makeMedia(notification, spoken), body);
  if (interaction.allowClosing) {
    element.append(make('button', { className: 'close', ariaLabel: close, lang, onclick: quietly(onDismiss) }, '×'));
  }
  listen(element, 'pointerenter pointerleave focusin focusout', ({ type }) =>
    onHold(type[0] === 'p' ? 'hover' : 'focus', /enter|in$/.test(type)),
  );
  return element;
}
