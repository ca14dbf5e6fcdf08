// Zoom and text expansion in the built widget (WCAG 1.4.4, 1.4.10, 1.4.12): at 400%, with German text, with a visitor's
// own spacing and font size, every type of notification can be read, reached and closed.
import { expect, type Page } from '@playwright/test';
import { DEFAULT_APPEARANCE } from '#shared/embed/defaults.ts';
import { type Appearance, MOBILE_POSITIONS, NOTIFICATION_TYPES, POSITIONS } from '#shared/embed/payload.ts';
import { CODE_MAX, MESSAGE_MAX, TITLE_MAX } from '#shared/limits.ts';
import { partOf } from '#tests/support/runs.ts';
import { poll } from './support/base.ts';
import { everyType, layoutIssues, showNotification, type Texts } from './support/notification-layout.ts';
import { type PayloadParts, payload, type WidgetBackend } from './support/widget-backend.ts';
import { type HostSite, hostPage, tag } from './support/widget-host.ts';
import { card, loaded, test } from './support/widget-test.ts';

const ENGLISH: Texts = { title: 'Ana from Lisbon', message: 'bought the Oak Desk', code: 'OAK-10' };
const ARABIC: Texts = {
  title: 'ليلى من دبي والإمارات العربية المتحدة',
  message: 'اشترت مكتب البلوط قبل قليل ومعه كرسي ومصباح ورف للكتب وسجادة صوف منسوجة يدويا',
  code: 'OAK-10',
};
/** More than three times as long as the English, in long compound words. */
const GERMAN: Texts = {
  title: 'Donaudampfschifffahrtsgesellschaftskapitänin Annegret aus Hohenschönhausen',
  message:
    'hat soeben eine Massivholzschreibtischplattenpflegeanleitung und ein Arbeitszimmereinrichtungsgegenstand gekauft',
  code: 'SOMMERSCHLUSSVERKAUFSRABATT-2026',
};
/** As long as the server accepts, without a space. */
const LONGEST: Texts = {
  title: 'W'.repeat(TITLE_MAX),
  message: 'Silbentrennung'.repeat(MESSAGE_MAX).slice(0, MESSAGE_MAX),
  code: 'W'.repeat(CODE_MAX),
};
const PAGES = { 'left to right': 'lang="en"', 'right to left': 'lang="ar" dir="rtl"' };
const DIRECTIONS = Object.keys(PAGES) as (keyof typeof PAGES)[];

/** A visitor's own spacing, as in the criterion, and as bookmarklets write it into every shadow root. */
const SPACING = '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}';

type Look = { fontSize: string; padding: string; borderThickness: number; borderRadius: number };
const LOOKS: Record<string, Look> = {
  default: { fontSize: '14px', padding: '16px', borderThickness: 1, borderRadius: 8 },
  largest: { fontSize: '24px', padding: '40px', borderThickness: 8, borderRadius: 32 },
  tightest: { fontSize: '10px', padding: '4px', borderThickness: 0, borderRadius: 32 },
};

const withLook = ({ fontSize, ...layout }: Look, customCSS = ''): Partial<Appearance> => ({
  typography: { ...DEFAULT_APPEARANCE.typography, fontSize },
  layout: { ...DEFAULT_APPEARANCE.layout, ...layout },
  customCSS,
});

type Opened = { page: Page; backend: WidgetBackend; host: HostSite };

/** Opens a page that shows notifications only when asked. */
async function openWith(
  { page, backend, host }: Opened,
  texts: Texts,
  parts: Pick<PayloadParts, 'appearance' | 'behavior'>,
  direction: keyof typeof PAGES = 'left to right',
): Promise<void> {
  const notifications = everyType(texts, `${backend.origin}/photo.png`);
  backend.answer = payload({ notifications, timing: { initialDelay: 600, timeBetween: 600 }, speed: '0ms', ...parts });
  host.pages.set('/', hostPage(tag(backend.origin), PAGES[direction]));
  await page.goto(host.origin);
  await loaded(page);
}

/** Expects each type in turn to be shown without an issue. */
async function expectEachWell(page: Page, hint: string): Promise<void> {
  const pageWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
  const before = await pageWidth();
  const issues: string[] = [];
  for (const type of NOTIFICATION_TYPES) {
    await showNotification(page, type);
    issues.push(...(await layoutIssues(page)).map((issue) => `${hint}, ${type}: ${issue}`));
  }
  expect(issues).toEqual([]);
  expect(await pageWidth(), 'the page scrolls sideways').toBe(before);
}

/** @returns the class of the focused element, and whether it or a line is out of place. */
const focused = (page: Page) =>
  card(page).evaluate((element) => {
    const found = (element.getRootNode() as ShadowRoot).activeElement;
    // A clipped link can have the focus; its line says how much of it is seen.
    const { top, bottom } = (found?.closest('.body div') ?? found ?? document.body).getBoundingClientRect();
    const box = element.getBoundingClientRect();
    // As much of it as there is room for.
    const seen = Math.min(bottom, box.bottom) - Math.max(top, box.top);
    const isSeen = seen >= Math.min(bottom - top, element.clientHeight) - 0.1;
    const moved = [...element.querySelectorAll('.body div')].filter(({ scrollTop }) => scrollTop !== 0);
    return [found?.className, ...(isSeen ? [] : ['out of sight']), ...moved.map((line) => `${line.className} moved`)];
  });

test.describe('at 400% in a window of 1280 by 1024', () => {
  test.use({ viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 });

  test('every type fits the screen with texts three times as long as the English', async ({ page, backend, host }) => {
    await openWith({ page, backend, host }, GERMAN, { appearance: withLook(LOOKS.default as Look) });
    await expectEachWell(page, 'default look');
    const box = await card(page).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(256 - 12);
  });

  test('every type fits the screen in every look, in both directions and at both ends, whatever its desktop position', {
    tag: '@long',
  }, async ({ page, backend, host }) => {
    const cases = DIRECTIONS.flatMap((direction) => Object.entries(LOOKS).map((look) => ({ direction, look })));
    for (const [at, { direction, look }] of partOf([...cases.entries()], 3)) {
      const [position, mobilePosition] = [POSITIONS[at], MOBILE_POSITIONS[at % 2]];
      if (!position || !mobilePosition) throw new Error('Fewer positions than looks');
      const parts = { appearance: withLook(look[1]), behavior: { position, mobilePosition } };
      await openWith({ page, backend, host }, at % 2 ? ARABIC : GERMAN, parts, direction);
      const hint = `${direction}, ${mobilePosition}, ${look[0]} look`;
      await expectEachWell(page, hint);
      const box = await card(page).boundingBox();
      if (mobilePosition === 'top') expect(box?.y, hint).toBe(12);
      else expect((box?.y ?? 0) + (box?.height ?? 0), hint).toBe(256 - 12);
    }
  });

  test('every type can be read to its end and closed by keyboard alone, or by wheel and a click', {
    tag: '@long',
  }, async ({ page, backend, host }) => {
    await openWith({ page, backend, host }, GERMAN, { appearance: withLook(LOOKS.largest as Look) });
    for (const type of NOTIFICATION_TYPES) {
      const search = page.getByLabel('Search');
      await search.focus();
      await showNotification(page, type);
      const stops = ['link', ...(type === 'discount' ? ['code'] : []), 'close'];
      for (const stop of stops) {
        await page.keyboard.press('Tab');
        expect(await focused(page), type).toEqual([stop]);
      }
      const left = () => card(page).evaluate((e) => e.scrollHeight - e.clientHeight - e.scrollTop);
      expect(await left(), type).toBeGreaterThan(0);
      await page.keyboard.press('End');
      await poll(left, type).toBeLessThanOrEqual(1);
      expect(await page.evaluate(() => scrollY), type).toBe(0);
      await page.keyboard.press('Enter');
      await expect(card(page), type).toHaveCount(0);
      await expect(search, type).toBeFocused();
    }
    await showNotification(page, 'discount');
    await card(page).hover();
    const top = () => card(page).evaluate((element) => element.scrollTop);
    await page.mouse.wheel(0, 2_000);
    const most = await card(page).evaluate((element) => element.scrollHeight - element.clientHeight);
    await poll(top).toBeGreaterThan(most - 1);
    expect(await card(page).evaluate((element) => element.scrollLeft)).toBe(0);
    await page.mouse.wheel(0, -2_000);
    await poll(top).toBe(0);
    await card(page).getByRole('button', { name: 'Close' }).click();
    await expect(card(page)).toHaveCount(0);
  });
});

test.describe('at 400% in a wide and low window, 3840 by 1024', () => {
  test.use({ viewport: { width: 960, height: 256 }, deviceScaleFactor: 4 });

  test('every type fits the screen at each of the six positions, in both directions', { tag: '@long' }, async ({
    page,
    backend,
    host,
  }) => {
    for (const [at, position] of partOf([...POSITIONS.entries()], 3)) {
      const direction = DIRECTIONS[at % 2] ?? 'left to right';
      const hint = `${position}, ${direction}`;
      await openWith({ page, backend, host }, ENGLISH, { behavior: { position } }, direction);
      await expectEachWell(page, hint);
      const { x = 0, y = 0, width = 0, height = 0 } = (await card(page).boundingBox()) ?? {};
      const [edge, side] = position.split('-');
      expect(edge === 'top' ? y : 256 - y - height, hint).toBe(20);
      if (side === 'center') expect(Math.abs(x + width / 2 - 480), hint).toBeLessThan(1);
      else expect(side === 'left' ? x : 960 - x - width, hint).toBe(20);
    }
  });
});

test('on a right-to-left page the age keeps the reading order of its own language, and is aligned right', async ({
  page,
  backend,
  host,
}) => {
  await openWith({ page, backend, host }, ARABIC, { behavior: { language: 'en' } }, 'right to left');
  await showNotification(page, 'purchase');
  const age = card(page).locator('time');
  await expect(age).toHaveText('2 hours ago');
  const [first, last] = await age.evaluate((element) => {
    const text = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
    return [text.data.indexOf('2'), text.data.length - 1].map((at) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect().left;
    });
  });
  expect(first).toBeLessThan(last as number);
  const box = await age.boundingBox();
  const body = await card(page).locator('.body').boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeCloseTo((body?.x ?? 0) + (body?.width ?? 0), 1);
});

const SCREENS = { 'a wide screen': { width: 1280, height: 800 }, 'the smallest screen': { width: 320, height: 640 } };

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(`in a German browser on ${screen}`, () => {
    test.use({ viewport, locale: 'de-DE' });

    test('texts three times as long, or as long as allowed, do not overlap in any look with the visitor’s own spacing', {
      tag: '@long',
    }, async ({ page, backend, host }) => {
      const cases = [GERMAN, LONGEST].flatMap((texts) => Object.entries(LOOKS).map((look) => ({ texts, look })));
      for (const [at, { texts, look }] of partOf([...cases.entries()], 3)) {
        const direction = DIRECTIONS[at % 2] ?? 'left to right';
        await openWith({ page, backend, host }, texts, { appearance: withLook(look[1], SPACING) }, direction);
        await expectEachWell(page, `${look[0]} look, ${direction}`);
        const { letterSpacing, fontSize } = await card(page)
          .locator('.message')
          .evaluate((element) => ({ ...getComputedStyle(element) }) as CSSStyleDeclaration);
        expect(Number.parseFloat(letterSpacing)).toBeCloseTo(Number.parseFloat(fontSize) * 0.12);
      }
      if (viewport !== SCREENS['the smallest screen']) return;
      await test.step('nor is anything cut if the browser’s font size is doubled', async () => {
        const devtools = await page.context().newCDPSession(page);
        await devtools.send('Page.enable');
        await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
        await openWith({ page, backend, host }, GERMAN, { appearance: withLook(LOOKS.default as Look, SPACING) });
        expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
        await expectEachWell(page, 'doubled font size');
      });
    });
  });
}
