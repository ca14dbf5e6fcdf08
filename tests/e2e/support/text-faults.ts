// What can't be read of a page's headings, links and buttons: what is cut off, leaves its box, or lies on something else.
import type { Page } from '@playwright/test';

/** Glyphs may be a little higher than their line, which cuts nothing off. */
const LEEWAY = 2;

/** @returns a line for each fault. */
export const faultsOfText = (page: Page): Promise<string[]> =>
  page.evaluate((leeway) => {
    const shown = [
      ...document.querySelectorAll('header a, header button, main a, main button, h1, h2, h3, footer a'),
    ].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.sr-only, [role="img"]'),
    );
    const nameOf = (element: Element) =>
      `${element.tagName} ${element.textContent?.slice(0, 40) || element.getAttribute('aria-label')}`;
    const textOf = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect();
    };
    const isWider = (text: DOMRect, left: number, right: number) =>
      text.left < left - leeway || text.right > right + leeway;
    const isHigher = (text: DOMRect, top: number, bottom: number) =>
      text.top < top - leeway || text.bottom > bottom + leeway;
    const isCut = (element: Element): boolean => {
      const text = textOf(element);
      if (text.width === 0) return false;
      // A part that can be scrolled sideways shows the rest so.
      let isScrolled = false;
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        const { left, right, top, bottom } = box.getBoundingClientRect();
        if (overflowX === 'auto' || overflowX === 'scroll') isScrolled = true;
        if (/hidden|clip/.test(overflowX) && isWider(text, left, right)) return true;
        if (/hidden|clip/.test(overflowY) && isHigher(text, top, bottom)) return true;
        if (
          box.matches('button, body > div > div > header > div') &&
          (isWider(text, left, right) || isHigher(text, top, bottom))
        )
          return true;
      }
      return !isScrolled && isWider(text, 0, innerWidth);
    };
    const bar = shown.filter((element) => element.closest('header.fixed') && textOf(element).width > 0);
    const isOn = (one: DOMRect, other: DOMRect) =>
      one.left < other.right - leeway &&
      other.left < one.right - leeway &&
      one.top < other.bottom - leeway &&
      other.top < one.bottom - leeway;
    const pairs = bar.flatMap((one, at) =>
      bar
        .slice(at + 1)
        .filter((other) => isOn(one.getBoundingClientRect(), other.getBoundingClientRect()))
        .map((other) => `${nameOf(one)} lies on ${nameOf(other)}`),
    );
    return [...shown.filter(isCut).map((element) => `cut: ${nameOf(element)}`), ...pairs];
  }, LEEWAY);
