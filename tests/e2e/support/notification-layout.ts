// Whether everything on a notification can be read and reached, measured in the browser for any look and text.

import { expect, type Page } from '@playwright/test';
import type { EmbedNotification, NotificationType } from '#shared/embed/payload.ts';
import { notification } from './widget-backend.ts';
import { card } from './widget-test.ts';

export type Texts = { title: string; message: string; code: string };

/** What each type has of its own, with everything a notification can carry; the largest number that can be stored. */
const OWN: Record<NotificationType, Partial<EmbedNotification>> = {
  purchase: {},
  signup: {},
  review: { rating: 4 },
  visitors: { count: 23 },
  'low-stock': { count: 2_147_483_647 },
  announcement: {},
  discount: {},
  milestone: { count: 2_147_483_647 },
  custom: {},
};

/** @returns a notification of every type, with a link; its id is its type. @param image address of the pictures that some have. */
export const everyType = ({ code, ...texts }: Texts, image: string): EmbedNotification[] =>
  Object.entries(OWN).map(([type, own]) =>
    notification(type, {
      ...texts,
      ...own,
      ...(type === 'discount' && { code }),
      ...(['purchase', 'signup', 'milestone'].includes(type) && { image }),
      type: type as NotificationType,
      url: '/desks/oak',
    }),
  );

/** Shows a notification of the payload, as the page may ask for, and waits until its picture and its age are there. */
export async function showNotification(page: Page, id: string): Promise<void> {
  await page.evaluate(
    (name) => (window as unknown as { Proofbell: { show(id: string): void } }).Proofbell.show(name),
    id,
  );
  await expect(card(page)).toHaveClass(`notice ${id}`);
  await card(page).evaluate(async (element) => {
    await element.querySelector('img')?.decode();
    const age = element.querySelector('time');
    while (age && !age.textContent?.trim()) await new Promise(requestAnimationFrame);
  });
}

/**
 * @returns what is wrong with the notification on the screen, a line for each issue: out of the screen, to be scrolled
 * sideways, cut without an ellipsis, one part over another, not to be reached by scrolling, not to be closed.
 */
export const layoutIssues = (page: Page): Promise<string[]> =>
  card(page).evaluate((element) => {
    const issues: string[] = [];
    const check = (isWell: boolean, issue: string) => isWell || issues.push(issue);
    /** Browsers lay out in 64ths of a pixel. */
    const within = (inner: DOMRect, outer: DOMRect) =>
      inner.left > outer.left - 0.1 &&
      inner.right < outer.right + 0.1 &&
      inner.top > outer.top - 0.1 &&
      inner.bottom < outer.bottom + 0.1;
    const tell = ({ left, top, right, bottom }: DOMRect) =>
      [left, top, right, bottom].map((at) => at.toFixed(1)).join();
    const box = () => element.getBoundingClientRect();
    /** What is inside the border: the rest is cut off. */
    const inside = () => {
      const { left, top } = box();
      return new DOMRect(left + element.clientLeft, top + element.clientTop, element.clientWidth, element.clientHeight);
    };
    const screen = new DOMRect(0, 0, innerWidth, innerHeight);
    const part = (name: string) => element.querySelector(`.${name}, ${name}`) as HTMLElement | null;
    const parts = ['media', 'title', 'stars', 'message', 'code', 'time', 'close'].flatMap((name) => {
      const found = part(name);
      return found ? [[name, found] as const] : [];
    });
    const textOf = (found: Element) => {
      const range = document.createRange();
      range.selectNodeContents(found);
      return range.getBoundingClientRect();
    };

    check(within(box(), screen), `the notification ${tell(box())} is not in the screen`);
    check(element.scrollWidth <= element.clientWidth, `the notification is ${element.scrollWidth} wide inside`);
    const isTall = element.scrollHeight > element.clientHeight;
    check(!isTall || getComputedStyle(element).overflowY === 'auto', 'the notification is cut');

    for (const [name, found] of parts) {
      const rect = found.getBoundingClientRect();
      check(rect.width > 0 && rect.height > 0, `${name} has no room`);
      const { left, right } = inside();
      const isInside = rect.left >= left - 0.1 && rect.right <= right + 0.1;
      check(isInside, `${name} ${tell(rect)} sticks out of ${tell(inside())}`);
      const text = textOf(found);
      const style = getComputedStyle(found);
      const lines = found.clientHeight / Number.parseFloat(style.lineHeight);
      const isClamped = /\d/.test(style.webkitLineClamp) && Math.abs(lines - Number(style.webkitLineClamp)) < 0.05;
      const isCut = text.height > rect.height + 1 || found.scrollWidth > found.clientWidth + (found.clientWidth && 1);
      if (name !== 'close' && name !== 'media') check(!isCut || isClamped, `${name} is cut without an ellipsis`);
      const count = found.querySelector('.count');
      if (count)
        check(within(textOf(count), rect), `the number ${tell(textOf(count))} sticks out of its box ${tell(rect)}`);
      for (const [other, at] of parts) {
        if (other <= name) continue;
        const { left, right, top, bottom } = at.getBoundingClientRect();
        const wide = Math.min(rect.right, right) - Math.max(rect.left, left);
        const high = Math.min(rect.bottom, bottom) - Math.max(rect.top, top);
        check(
          wide < 0.1 || high < 0.1,
          `${name} and ${other} lie over each other by ${wide.toFixed(1)} x ${high.toFixed(1)}`,
        );
      }
    }

    /** Its middle, and around that the size of a cross: what a round corner cuts off cannot be hit. */
    const isHit = (found: Element) => {
      const { left, top, width, height } = found.getBoundingClientRect();
      const root = element.getRootNode() as ShadowRoot;
      return [0, -5, 5].every((by) =>
        [0, -5, 5].every((away) =>
          found.contains(root.elementFromPoint(left + width / 2 + by, top + height / 2 + away)),
        ),
      );
    };
    const close = part('close') as HTMLElement;
    check(
      within(close.getBoundingClientRect(), inside()) && isHit(close),
      'the button that closes it cannot be seen at once',
    );
    for (const [name, found] of parts) {
      found.scrollIntoView({ block: 'start' });
      check(found.getBoundingClientRect().top >= inside().top - 1, `the top of ${name} cannot be reached`);
      found.scrollIntoView({ block: 'end' });
      check(found.getBoundingClientRect().bottom <= inside().bottom + 1, `the bottom of ${name} cannot be reached`);
      if (name === 'code' || name === 'close') check(isHit(found), `${name} cannot be clicked`);
    }
    element.scrollTop = 0;
    return issues;
  });
