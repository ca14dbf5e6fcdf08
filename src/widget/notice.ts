// The elements of one notice: picture, text with its link or button, age, closing button.
import type { Behavior, EmbedNotification } from '#shared/embed/payload.ts';
import { relativeTime } from '#shared/embed/relative-time.ts';
import { isSafeLink } from '#shared/embed/safe-link.ts';
import { draw, type Make } from './element.ts';
import { BELL, CROSS, GLYPHS } from './glyphs.ts';
import { listen } from './quiet.ts';

export type NoticeHandlers = {
  /** The link was clicked; the browser follows it unless the event's default is prevented. */
  onClick(event: Event): void;
  /** The visitor closed it by its button, or by a click where clickBehavior is 'dismiss'. */
  onDismiss(): void;
  /** Pointer or focus came to the notice (true), or left it (false). */
  onHold(reason: 'hover' | 'focus', isHeld: boolean): void;
};

/** Types that are true now rather than tell of something that happened: their age would mislead. */
const AGELESS = /visitors|stock|announce|discount/;

/** @returns the box before the text: the owner's image, or a drawing of the type; of one size, so that nothing moves. */
function makeMedia(make: Make, { image, title, message, type }: EmbedNotification): HTMLElement {
  const drawing = draw(make, GLYPHS[type] ?? BELL);
  const media = make('div', { class: 'media', 'aria-hidden': 'true' }, drawing);
  if (image && isSafeLink(image)) {
    const picture = make('img', { alt: '', decoding: 'async', src: image });
    listen(picture, 'error', () => {
      const [initial] = /[\p{L}\p{N}]/u.exec(title || message) ?? [drawing];
      picture.replaceWith(initial);
    });
    drawing.replaceWith(picture);
  }
  return media;
}

/** @returns the link or button around `text`, or the text as it is when a click does nothing. */
function makeAction(
  make: Make,
  text: string,
  url: string | undefined,
  { clickBehavior, openInNewTab }: Behavior['interaction'],
  { onClick, onDismiss }: NoticeHandlers,
): HTMLElement | string {
  if (clickBehavior === 'dismiss') {
    const button = make('button', { class: 'link' }, text);
    listen(button, 'click', onDismiss);
    return button;
  }
  if (clickBehavior !== 'url' || !url || !isSafeLink(url)) return text;
  const link = make('a', { class: 'link', href: url, rel: 'noopener', target: openInNewTab ? '_blank' : '' }, text);
  // The middle button opens a tab too; the right one does not.
  listen(link, 'click auxclick', (event) => (event as MouseEvent).button < 2 && onClick(event));
  return link;
}

/** @param now milliseconds since 1970. @returns the notice, with its class names still to come. */
export function makeNotice(
  make: Make,
  notice: EmbedNotification,
  interaction: Behavior['interaction'],
  now: number,
  handlers: NoticeHandlers,
): HTMLElement {
  const { type, title, message, timestamp, url } = notice;
  // The first line is the link.
  const action = makeAction(make, title || message, url, interaction, handlers);
  const lines = title ? [make('div', { class: 'title', dir: 'auto' }, action)] : [];
  lines.push(make('div', { class: 'message', dir: 'auto' }, title ? message : action));
  const age = AGELESS.test(type) ? '' : relativeTime(timestamp, now);
  if (age) lines.push(make('time', {}, age));

  const element = make('div', {}, makeMedia(make, notice), make('div', { class: 'body' }, ...lines));
  if (interaction.allowClosing) {
    const close = make('button', { class: 'close', 'aria-label': 'Close' }, draw(make, CROSS));
    listen(close, 'click', handlers.onDismiss);
    element.append(close);
  }
  listen(element, 'pointerenter pointerleave', ({ type }) => handlers.onHold('hover', type === 'pointerenter'));
  listen(element, 'focusin focusout', ({ type }) => handlers.onHold('focus', type === 'focusin'));
  return element;
}
