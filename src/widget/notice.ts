// The elements of one notice: the box before the text, the text with its link or button, what its type adds, its age,
// the closing button.
import type { Behavior, EmbedNotification } from '#shared/embed/payload.ts';
import { relativeTime } from '#shared/embed/relative-time.ts';
import { isSafeLink } from '#shared/embed/safe-link.ts';
import { makeCode } from './code.ts';
import { make } from './element.ts';
import { makeMedia } from './media.ts';
import { listen, quietly, whenIdle } from './quiet.ts';

export type NoticeHandlers = {
  /** The link was clicked, and the browser follows it; without an event a code was, which leads nowhere. */
  onClick(event?: Event): void;
  /** The visitor closed it by its button, or by a click where clickBehavior is 'dismiss'. */
  onDismiss(): void;
  /** Pointer or focus came to the notice (true), or left it (false). */
  onHold(reason: 'hover' | 'focus', isHeld: boolean): void;
};

/** Keeps the line's room until its text is there. */
const NO_BREAK = '\u00a0';

/** Types that are true now rather than tell of something that happened: their age would mislead. */
const AGELESS = /visitors|stock|announce|discount/;

/** @returns the link or button around `text`, or the text as it is when a click does nothing. */
function makeAction(
  text: string,
  url: string | undefined,
  { clickBehavior, openInNewTab }: Behavior['interaction'],
  { onClick, onDismiss }: NoticeHandlers,
): HTMLElement | string {
  if (clickBehavior === 'dismiss') return make('button', { className: 'link', onclick: quietly(onDismiss) }, text);
  if (clickBehavior !== 'url' || !isSafeLink(url)) return text;
  // The middle button opens a tab too; the right one does not.
  const onclick = quietly((event: Event) => (event as MouseEvent).button < 2 && onClick(event));
  const target = openInNewTab ? '_blank' : '';
  return make('a', { className: 'link', href: url, rel: 'noopener', target, onclick, onauxclick: onclick }, text);
}

/** @param now milliseconds since 1970. @returns the notice, with its class names still to come. */
export function makeNotice(
  notice: EmbedNotification,
  interaction: Behavior['interaction'],
  now: number,
  handlers: NoticeHandlers,
): HTMLElement {
  const { title, message, rating, code } = notice;
  const { onDismiss, onHold } = handlers;
  // The first line is the link.
  const action = makeAction(title || message, notice.url, interaction, handlers);
  const body = make('div', { className: 'body' });
  // The page's direction says where a line begins; the text in it finds its own, and cannot turn anything else around.
  const line = (className: string, text: HTMLElement | string) =>
    body.append(make('div', { className }, make('bdi', {}, text)));
  if (title) line('title', action);
  if (rating) {
    const stars = '★★★★★☆☆☆☆☆'.slice(5 - rating, 10 - rating);
    body.append(make('div', { className: 'stars', role: 'img', ariaLabel: `${rating} / 5` }, stars));
  }
  line('message', title ? message : action);
  if (code) body.append(...makeCode(code, handlers.onClick));
  if (!AGELESS.test(notice.type) && Date.parse(notice.timestamp)) {
    // In a moment when the page has nothing to do: the first use of Intl costs more than all the rest of a notice.
    // It comes later, and would be read out as news with all the rest of the notice.
    const age = make('time', { ariaLive: 'off' }, NO_BREAK);
    whenIdle(() => {
      age.textContent = relativeTime(notice.timestamp, now);
    });
    body.append(age);
  }

  const element = make('div', {}, makeMedia(notice), body);
  if (interaction.allowClosing) {
    element.append(make('button', { className: 'close', ariaLabel: 'Close', onclick: quietly(onDismiss) }, '×'));
  }
  listen(element, 'pointerenter pointerleave focusin focusout', ({ type }) =>
    onHold(type[0] === 'p' ? 'hover' : 'focus', /enter|in$/.test(type)),
  );
  return element;
}
