// A person without a pointer: Tab until what is wanted has the focus, seeing it at every stop.
import { expect, type Locator, type Page } from '@playwright/test';
import { poll } from './base.ts';

/** More than any screen has. */
const MOST_STOPS = 120;

/** @returns what is wrong with where the focus is; empty where a sighted person sees it. */
const faultOfFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    const name = `${focused?.tagName} ${focused?.getAttribute('aria-label') ?? focused?.textContent?.slice(0, 40)}`;
    if (!focused || focused === document.body) return 'nothing has the focus';
    // The calendar's button inside a date's field, which the browser rings itself.
    if (!focused.matches(':focus')) return '';
    // Of a box made of several parts, the box may show it.
    const isRinged = (one: Element | null): boolean => {
      if (!one) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || isRinged(one.parentElement);
    };
    if (!isRinged(focused)) return `no ring around ${name}`;
    const { left, right, top, bottom } = focused.getBoundingClientRect();
    const isSeen = [0.1, 0.5, 0.9].some((part) => {
      const at = document.elementFromPoint(left + (right - left) * part, top + (bottom - top) * part);
      return at !== null && (focused.contains(at) || (at !== document.body && at.contains(focused)));
    });
    return isSeen ? '' : `${name} is covered or off the screen`;
  });

/** Expects that the focus is on something, after a dialog has closed or a screen has changed. */
export const expectFocus = (page: Page) =>
  poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'BODY')).not.toBe('BODY');

/** Presses `key` until `target` has the focus. @param atStop is called at each stop, with the focus there. */
export async function tabTo(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
  atStop = async () => {},
): Promise<void> {
  await expect(target).toBeVisible();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let stops = 0; !(await isThere()); stops += 1) {
    expect(stops, `${target} is not in the order of focus`).toBeLessThan(MOST_STOPS);
    await page.keyboard.press(key);
    // Past the last stop the browser's own buttons have their turn.
    const isOutside = await page.evaluate(() => document.activeElement === document.body);
    if (!isOutside) await poll(() => faultOfFocus(page)).toBe('');
    await atStop();
  }
}

/** Goes there and presses it. */
export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Goes to a field and types over what is in it. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}
