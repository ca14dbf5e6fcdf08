// How a picture of a guide is taken: in light, which guides show whatever the reader's colors are, cropped to what is spoken
// of, and as narrow as a large phone, so that it can still be read on a small one.
import type { Locator, Page } from '@playwright/test';
import { screens } from '#client/screens.ts';
import type { State } from './screenshots-states.ts';

/** What is to be pressed or copied, as the pictures mark it. */
const MARK = '3px solid #ffb938';
/** px; the part between the margins of a screen is as wide as the sketches. */
const WINDOW = { width: 512, height: 720 };

export const SOURCES = screens.siteSources.href('holt-and-ash');

/** Makes the page say what it would on an installation that the internet reaches, and of a shop that it reaches. */
const asPublic = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode } = texts;
      currentNode.nodeValue = (currentNode.nodeValue ?? '')
        .replace(/http:\/\/localhost:\d+/g, 'https://proofbell.example.com')
        .replace(/127\.0\.0\.1:\d+\/demo\/woo/g, 'shop.example');
    }
    for (const alert of document.querySelectorAll<HTMLElement>('[role="alert"]'))
      if (alert.innerText.includes('Nobody outside can reach')) alert.style.display = 'none';
  });

/** @param crop what is taken; the window by default. */
export const picture = (
  name: string,
  prepare: NonNullable<State['prepare']>,
  crop?: NonNullable<State['crop']>,
  path = SOURCES,
): State => ({
  name: `guide-${name}`,
  path,
  at: '768-light',
  async prepare(page) {
    await page.setViewportSize(WINDOW);
    await prepare(page);
    await asPublic(page);
  },
  ...(crop && { crop }),
});

/** Marks what is to be pressed or copied. */
export const mark = (...all: Locator[]) =>
  Promise.all(
    all.map((one) =>
      one.evaluateAll((found: HTMLElement[], outline) => {
        for (const { style } of found) Object.assign(style, { outline, outlineOffset: '2px' });
      }, MARK),
    ),
  );

/** Leaves something out of the picture. */
export const hide = (some: Locator) =>
  some.evaluateAll((all: HTMLElement[]) => {
    for (const { style } of all) style.display = 'none';
  });

export const panel = (title: string) => (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: title }) });
