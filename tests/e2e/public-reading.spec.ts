// The public pages for people who read them otherwise: with text twice as large (WCAG 1.4.4), by keyboard alone, and
// without anything that moves.
import { expect, type Page } from '@playwright/test';
import { screens } from '#client/screens.ts';
import { partOf } from '#tests/support/runs.ts';
import { overflowOf } from './support/axe.ts';
import { poll, pressWhenIdle } from './support/base.ts';
import { pressOn, tabTo } from './support/keyboard.ts';
import { test } from './support/owner.ts';
import { faultsOfText } from './support/text-faults.ts';
import { touch } from './support/touch.ts';

const PAGES = [
  screens.home.path,
  screens.pricing.href(),
  screens.contact.href(),
  screens.blogPost.href('keeping-pages-fast'),
  screens.faq.href(),
];

/** @returns the font size of each text, by the text. Pictures scale as pictures do. */
const textSizes = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const sizes: Record<string, string> = {};
    for (const element of document.querySelectorAll('header *, main *, footer *')) {
      const text = [...element.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      if (text && !element.closest('[aria-hidden="true"], [role="img"]'))
        sizes[text.textContent ?? ''] = getComputedStyle(element).fontSize;
    }
    return sizes;
  });

test('with text twice as large nothing sticks out or is cut off, on a desk or on a phone', { tag: '@long' }, async ({
  page,
}) => {
  for (const path of partOf(PAGES, 3)) {
    await test.step(path, async () => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(path);
      const before = await textSizes(page);
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      const stayed = async () => {
        const after = await textSizes(page);
        return Object.keys(before).filter((text) => before[text] === after[text]);
      };
      await poll(stayed, `${path}: text that does not grow`).toEqual([]);
      await touch(page);
      for (const width of [1280, 375]) {
        await page.setViewportSize({ width, height: 900 });
        await poll(() => overflowOf(page), `${path} at ${width} px`).toBe(0);
        expect.soft(await faultsOfText(page), `${path} at ${width} px`).toEqual([]);
      }
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible();
      expect.soft(await faultsOfText(page), `${path}, its menu`).toEqual([]);
    });
  }
});

/** @returns what has the focus, and the heading of its part of the page; null outside the page. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const part = element.closest('header, section, footer');
    return {
      name: element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '',
      part: part?.querySelector('h1, h2')?.textContent ?? part?.tagName ?? '',
      top: element.getBoundingClientRect().top + scrollY,
    };
  });

test('by keyboard the whole home page is gone through in its order, seen at every stop', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const stops: NonNullable<Awaited<ReturnType<typeof focused>>>[] = [];
  const last = page.getByRole('contentinfo').getByRole('link').last();
  await tabTo(page, last, 'Tab', async () => {
    const stop = await focused(page);
    if (stop) stops.push(stop);
  });
  expect(stops[0]?.name).toBe('Skip to content');
  // Part after part, each once, in the order of the page.
  const parts = stops.map(({ part }) => part).filter((part, at, all) => part !== all[at - 1]);
  const headings = await page.locator('h1, main h2').allTextContents();
  expect(parts.filter((part) => headings.includes(part))).toEqual(headings.filter((part) => parts.includes(part)));
  expect(parts.slice(0, 2)).toEqual(['', 'HEADER']);
  const firsts = parts.map((part) => stops.find((stop) => stop.part === part)?.top ?? 0).slice(2);
  expect(firsts).toEqual(firsts.toSorted((one, other) => one - other));
  expect(stops.length).toBeGreaterThan(30);
});

test('the skip link leads past the header', async ({ page }) => {
  await page.goto(screens.pricing.href());
  await pressWhenIdle(page, 'Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});

test('on a phone keys open the menu, lead through it, and Escape closes it where it was opened', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/');
  const open = page.getByRole('button', { name: 'Open menu' });
  expect(await open.getAttribute('aria-controls')).toBeNull();
  await pressOn(page, open);
  const close = page.getByRole('button', { name: 'Close menu' });
  await expect(close).toBeFocused();
  const menu = page.locator(`#${await close.getAttribute('aria-controls')}`);
  await expect(close).toHaveAttribute('aria-expanded', 'true');
  // What is open inside it is closed first.
  await pressOn(page, menu.getByRole('button', { name: 'Theme' }));
  await expect(page.getByRole('menu', { name: 'Theme' })).toBeVisible();
  await pressWhenIdle(page, 'Escape');
  await expect(page.getByRole('menu', { name: 'Theme' })).toHaveCount(0);
  await tabTo(page, menu.getByRole('link', { name: 'FAQ' }), 'Shift+Tab');
  await pressWhenIdle(page, 'Escape');
  await expect(menu).toHaveCount(0);
  await expect(open).toBeFocused();
  expect(await open.getAttribute('aria-controls')).toBeNull();
  await page.keyboard.press('Enter');
  await pressOn(page, menu.getByRole('link', { name: 'FAQ' }));
  await expect(page).toHaveURL(/\/faq$/);
  await expect(menu).toHaveCount(0);
});

/** Notes whatever moves on the page and in the widget: all but changes of color and opacity, longer than a blink. */
const noteMoves = (page: Page) =>
  page.addInitScript(() => {
    const moves = new Set<string>();
    Object.assign(window, { moves });
    const still = /^(?:offset|easing|composite|computedOffset|opacity|.*[cC]olor|fill|stroke|visibility)$/;
    const look = () => {
      const hosts = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
      for (const animation of [document, ...hosts].flatMap((root) => root.getAnimations())) {
        const effect = animation.effect as KeyframeEffect;
        const names = effect.getKeyframes().flatMap((frame) => Object.keys(frame));
        const moved = names.filter((name) => !still.test(name));
        if (moved.length > 0 && Number(effect.getComputedTiming().duration) > 1)
          moves.add(`${effect.target?.className}: ${moved}`);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

/** @returns what has moved so far. */
const movesOf = (page: Page) => page.evaluate(() => [...(window as unknown as { moves: Set<string> }).moves]);

test('nothing moves for whoever asked for less motion, and the example comes and goes all the same; for others it slides in', {
  tag: '@long',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await noteMoves(page);
  for (const path of [screens.pricing.href(), screens.home.path]) {
    await page.goto(path);
    await touch(page);
    await page.mouse.wheel(0, 500);
    // As many frames as a slow movement would have.
    for (let frame = 0; frame < 20; frame += 1) await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await movesOf(page)).toEqual([]);
  }
  const card = page.locator('html > proofbell-widget .notice:not(.gone)');
  await expect(card).toContainText('Example order');
  await card.getByRole('button', { name: 'Close' }).click();
  await expect(card).toHaveCount(0);
  // The page goes to a section at once.
  await page.getByRole('banner').getByRole('link', { name: 'Features' }).click();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
  expect(await movesOf(page)).toEqual([]);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await expect(card).toContainText('Example order');
  await poll(() => movesOf(page)).toContainEqual(expect.stringContaining('notice'));
});
