// What the preview shows is what the widget shows on a foreign page of that size: colors, shape, text and place.
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { POSITIONS } from '#shared/embed/payload.ts';
import { MOBILE_BREAKPOINT } from '#shared/limits.ts';
import { test } from './support/owner.ts';
import type { OwnerApi } from './support/owner-api.ts';
import { AT_ONCE, framed, openScreen, press, withNotification } from './support/preview.ts';
import { visitShop } from './support/widget-host.ts';
import { card } from './support/widget-test.ts';

/** What a notification looks like and where on its page it is, in pixels of that page. */
const lookOf = (notice: Locator) =>
  notice.evaluate(async (element) => {
    const page = element.getRootNode() instanceof ShadowRoot ? (element.getRootNode() as ShadowRoot).host : element;
    const frame = page.closest<HTMLElement>('[data-preview-page]');
    await Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished));
    const box = frame?.getBoundingClientRect() ?? new DOMRect(0, 0, window.innerWidth, window.innerHeight);
    const scale = frame ? box.width / frame.offsetWidth : 1;
    const { left, top, width, height } = element.getBoundingClientRect();
    const inPixels = (value: number) => Math.round(value / scale);
    const { color, backgroundColor, borderTop, borderRadius, boxShadow, padding, font, zIndex } =
      getComputedStyle(element);
    const title = element.querySelector('.title');
    return {
      size: frame ? [frame.offsetWidth, frame.offsetHeight] : [window.innerWidth, window.innerHeight],
      place: [left - box.left, top - box.top, width, height].map(inPixels),
      style: { color, backgroundColor, borderTop, borderRadius, boxShadow, padding, font, zIndex },
      title: title && getComputedStyle(title).textTransform,
      // The age is written once the page is idle.
      texts: [...element.querySelectorAll('.body > :not(time)')].map(({ textContent }) => textContent),
    };
  });
type Look = Awaited<ReturnType<typeof lookOf>>;

/** @returns what a visitor of a foreign page of that size sees. */
const onForeignPage = (browser: Browser, page: Page, { siteId }: OwnerApi, [width = 0, height = 0]: number[]) =>
  visitShop<Look>(
    browser,
    new URL(page.url()).origin,
    siteId,
    async (shop) => {
      await expect(card(shop)).toBeVisible();
      return lookOf(card(shop));
    },
    { viewport: { width, height } },
  );

const APPEARANCE = {
  brandColors: { textColor: '#102030', backgroundColor: '#fff4e0', borderColor: '#804020' },
  typography: { fontSize: '17px', headingStyle: 'Uppercase' },
  layout: { borderRadius: 21, padding: '9px', borderThickness: 3, shadowIntensity: 4 },
  customCSS: '.message{letter-spacing:1px}@media (max-width:500px){.notice{margin-bottom:11px;min-height:20vh}}',
} as const;

for (const position of POSITIONS) {
  test(`the preview shows ${position} as a foreign page does`, async ({ page, browser }) => {
    const api = await withNotification(page);
    await api.saveSettings({ appearance: APPEARANCE, behavior: { position, timing: AT_ONCE } });
    await openScreen(page);
    await press(page, 'Whole page');
    const shown = await lookOf(framed(page));
    expect(shown.size[0]).toBeGreaterThanOrEqual(MOBILE_BREAKPOINT);
    expect(shown).toEqual(await onForeignPage(browser, page, api, shown.size));
  });
}

for (const mobilePosition of ['top', 'bottom'] as const) {
  test(`the preview's phone shows ${mobilePosition} as a phone does`, async ({ page, browser }) => {
    const api = await withNotification(page);
    await api.saveSettings({ appearance: APPEARANCE, behavior: { mobilePosition, timing: AT_ONCE } });
    await openScreen(page);
    await press(page, 'Whole page');
    await press(page, 'Phone');
    const shown = await lookOf(framed(page));
    expect(shown.size[0]).toBeLessThan(MOBILE_BREAKPOINT);
    expect(shown).toEqual(await onForeignPage(browser, page, api, shown.size));
  });
}
