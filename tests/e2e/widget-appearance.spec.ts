// The built widget's appearance: every setting does on the page what its name says, also on small screens, in forced
// colors, with less motion, by keyboard and for assistive technology.
import { expect, type Page } from '@playwright/test';
import { DEFAULT_APPEARANCE } from '#shared/embed/defaults.ts';
import { ANIMATION_TYPES, type Appearance, type DeepPartial } from '#shared/embed/payload.ts';
import { violationsOf } from './support/axe.ts';
import { poll } from './support/base.ts';
import { notification, payload, type WidgetBackend } from './support/widget-backend.ts';
import { atRest, card, stopAnimations, styleOf, test } from './support/widget-test.ts';

/** @returns the default appearance with `patch` over it. */
const withPatch = (patch: DeepPartial<Appearance>): Appearance => ({
  brandColors: { ...DEFAULT_APPEARANCE.brandColors, ...patch.brandColors },
  typography: { ...DEFAULT_APPEARANCE.typography, ...patch.typography },
  animations: { ...DEFAULT_APPEARANCE.animations, speed: '0ms', ...patch.animations },
  layout: { ...DEFAULT_APPEARANCE.layout, ...patch.layout },
  customCSS: patch.customCSS ?? '',
});
const show = (backend: WidgetBackend, patch: DeepPartial<Appearance>, isWhole = true) => {
  backend.answer = payload({
    notifications: [notification('n1', { url: '/desks/oak' })],
    appearance: withPatch(patch),
    interaction: { entireNotificationClickable: isWhole },
  });
};

const COLORS = {
  primaryColor: '#010203',
  secondaryColor: '#040506',
  textColor: '#070809',
  backgroundColor: '#0a0b0c',
  linkColor: '#0d0e0f',
  borderColor: '#101112',
};

test('each of the six colors is used where it belongs, and a link that is the whole notification takes its own on hover', async ({
  page,
  backend,
  host,
}) => {
  show(backend, { brandColors: COLORS }, false);
  await page.goto(host.origin);
  await expect(card(page)).toBeVisible();
  expect(await styleOf(card(page).locator('.media'), 'color')).toBe('rgb(1, 2, 3)');
  expect(await styleOf(card(page).locator('time'), 'border-top-color', '::before')).toBe('rgb(4, 5, 6)');
  expect(await styleOf(card(page).locator('.message'), 'color')).toBe('rgb(7, 8, 9)');
  expect(await styleOf(card(page), 'background-color')).toBe('rgb(10, 11, 12)');
  expect(await styleOf(card(page).getByRole('link'), 'color')).toBe('rgb(13, 14, 15)');
  expect(await styleOf(card(page), 'border-top-color')).toBe('rgb(16, 17, 18)');

  show(backend, { brandColors: COLORS });
  await page.goto(host.origin);
  const link = card(page).getByRole('link');
  expect(await styleOf(link, 'color')).toBe('rgb(7, 8, 9)');
  await card(page).hover({ position: { x: 30, y: 60 } });
  await poll(() => styleOf(link, 'color')).toBe('rgb(13, 14, 15)');
});

test('fonts, widths, the z-index and the owner’s own CSS are applied, and no font is fetched [spec 9.15]', async ({
  page,
  backend,
  host,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.resourceType()));
  const appearance = withPatch({
    typography: { fontFamily: 'Georgia', fontSize: '20px', fontWeight: 'Light (300)' },
    layout: { borderRadius: 20, padding: '32px', borderThickness: 5 },
    // By class names that never change.
    customCSS: '.notice .title { letter-spacing: 3px } .purchase .media { border-radius: 1px }',
  });
  const visibility = { showOnDesktop: true, showOnMobile: true, zIndex: 77 };
  backend.answer = payload({ appearance, behavior: { visibility } });
  await page.goto(host.origin);
  const message = card(page).locator('.message');
  await expect(message).toBeVisible();
  expect(await styleOf(message, 'font-family')).toMatch(/^Georgia, system-ui/);
  expect(await styleOf(message, 'font-size')).toBe('20px');
  expect(await styleOf(message, 'font-weight')).toBe('300');
  expect(await styleOf(card(page).locator('.title'), 'font-weight')).toBe('500');
  expect(await styleOf(card(page), 'border-top-left-radius')).toBe('20px');
  expect(await styleOf(card(page), 'padding-left')).toBe('32px');
  expect(await styleOf(card(page), 'border-left-width')).toBe('5px');
  expect(await styleOf(card(page).locator('.title'), 'letter-spacing')).toBe('3px');
  expect(await styleOf(card(page).locator('.media'), 'border-top-left-radius')).toBe('1px');
  expect(await styleOf(page.locator('proofbell-widget .region'), 'z-index')).toBe('77');
  expect(fetched).not.toContain('font');

  await test.step('a font family with an unbalanced quote breaks nothing else', async () => {
    show(backend, { typography: { fontFamily: "D'Nealian", fontSize: '18px' }, layout: { padding: '30px' } });
    await page.goto(host.origin);
    await expect(card(page)).toBeVisible();
    expect(await styleOf(card(page), 'padding-top')).toBe('30px');
    expect(await styleOf(card(page).locator('.message'), 'font-size')).toBe('18px');
  });
});

test('each heading style is applied to headings alone', { tag: '@long' }, async ({ page, backend, host }) => {
  for (const [headingStyle, name, value] of [
    ['Normal', 'font-weight', '600'],
    ['Bold', 'font-weight', '800'],
    ['Italic', 'font-style', 'italic'],
    ['Uppercase', 'text-transform', 'uppercase'],
  ] as const) {
    show(backend, { typography: { headingStyle } });
    await page.goto(host.origin);
    await expect(card(page)).toBeVisible();
    expect(await styleOf(card(page).locator('.title'), name), headingStyle).toBe(value);
    if (headingStyle !== 'Normal') expect(await styleOf(card(page).locator('.message'), name)).not.toBe(value);
  }
});

/** How the notification starts its entrance. */
const firstFrame = (page: Page) =>
  card(page).evaluate((element) => {
    const { opacity, transform } = getComputedStyle(element);
    return { opacity, transform, moves: element.getAnimations().length };
  });

test('every animation plays, and none does when animations are off', { tag: '@long' }, async ({
  page,
  backend,
  host,
}) => {
  await stopAnimations(page);
  for (const animationType of ANIMATION_TYPES) {
    show(backend, { animations: { animationType, speed: '300ms' } });
    await page.goto(host.origin);
    await card(page).waitFor({ state: 'attached' });
    const frame = await firstFrame(page);
    if (animationType === 'None') expect(frame).toEqual({ opacity: '1', transform: 'none', moves: 0 });
    else expect(frame.opacity, animationType).toBe('0');
    if (animationType === 'Fade In') expect(frame.transform).toBe('none');
    if (/Slide|Zoom|Bounce|Flip/.test(animationType)) expect(frame.transform, animationType).toMatch(/^matrix/);
  }
  show(backend, { animations: { animationType: 'Flip', speed: '300ms', enabled: false } });
  await page.reload();
  await card(page).waitFor({ state: 'attached' });
  expect(await firstFrame(page)).toEqual({ opacity: '1', transform: 'none', moves: 0 });
});

test('animations last as long as their speed says, and take no time when off', async ({ page, backend, host }) => {
  const lasts = async (animations: Partial<Appearance['animations']>) => {
    show(backend, { animations: { animationType: 'Slide In', speed: '700ms', hoverEffect: 'Lift', ...animations } });
    await page.goto(host.origin);
    await expect(card(page)).toBeVisible();
    return styleOf(card(page), 'transition-duration');
  };
  expect(await lasts({ speed: '150ms' })).toBe('0.15s');
  expect(await lasts({})).toBe('0.7s');
  expect(await lasts({ animationType: 'None' })).toBe('0s');
  expect(await lasts({ enabled: false })).toBe('0s');
  // Off includes hover effects.
  await card(page).hover();
  await poll(() => card(page).evaluate((element) => element.matches(':hover'))).toBe(true);
  expect(await styleOf(card(page), 'translate')).toBe('none');
});

test('each hover effect is applied, and moves nothing for visitors who want less motion', async ({
  page,
  backend,
  host,
}) => {
  for (const [hoverEffect, name, before] of [
    ['Lift', 'translate', 'none'],
    ['Grow', 'scale', 'none'],
    ['Glow', 'box-shadow', undefined],
  ] as const) {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    show(backend, { animations: { hoverEffect } });
    await page.mouse.move(5, 5);
    await page.goto(host.origin);
    await expect(card(page)).toBeVisible();
    const rest = await styleOf(card(page), name);
    if (before) expect(rest).toBe(before);
    await card(page).hover();
    await poll(() => styleOf(card(page), name), hoverEffect).not.toBe(rest);
    if (hoverEffect === 'Glow') continue;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await poll(() => styleOf(card(page), name), hoverEffect).toBe('none');
  }
});

test('a shadow grows with its intensity, and is absent at 0 or when switched off', { tag: '@long' }, async ({
  page,
  backend,
  host,
}) => {
  const shadow = async (layout: Partial<Appearance['layout']>) => {
    show(backend, { layout });
    await page.goto(host.origin);
    await expect(card(page)).toBeVisible();
    const text = await styleOf(card(page), 'box-shadow');
    return Math.max(0, ...[...text.matchAll(/([\d.]+)px/g)].map((match) => Number(match[1])));
  };
  const sizes: number[] = [];
  for (const shadowIntensity of [0, 1, 3, 5]) sizes.push(await shadow({ shadowIntensity }));
  expect(sizes[0]).toBe(0);
  expect([...sizes].sort((a, b) => a - b)).toEqual(sizes);
  expect(new Set(sizes).size).toBe(4);
  expect(await shadow({ shadowIntensity: 5, boxShadow: false })).toBe(0);
});

test('on the smallest screen the largest text stays inside, and can be scrolled and closed', async ({
  page,
  backend,
  host,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  backend.answer = payload({
    notifications: [
      notification('n1', {
        type: 'discount',
        code: 'SOMMERSCHLUSSVERKAUF-2026',
        title: 'Donaudampfschifffahrtsgesellschaft '.repeat(4),
        message: 'Langes Wort '.repeat(80),
      }),
    ],
    appearance: withPatch({ typography: { fontSize: '24px' }, layout: { padding: '40px', borderThickness: 8 } }),
  });
  await page.goto(host.origin);
  await expect(card(page)).toBeVisible();
  const box = await card(page).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(256);
  expect(await card(page).evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  await expect(card(page).getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
  await card(page).getByRole('button', { name: 'Copy' }).focus();
  await expect(card(page).getByRole('button', { name: 'Copy' })).toBeInViewport({ ratio: 0.9 });
  await card(page).getByRole('button', { name: 'Close' }).click();
  await expect(card(page)).toHaveCount(0);
});

test('in forced colors the notification and its buttons have outlines, and the focus is visible', async ({
  page,
  backend,
  host,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  show(backend, { layout: { borderThickness: 0 } });
  await page.goto(host.origin);
  await expect(card(page)).toBeVisible();
  const close = card(page).getByRole('button', { name: 'Close' });
  for (const part of [card(page), close]) {
    expect(await styleOf(part, 'outline-style')).toBe('solid');
    expect(await styleOf(part, 'outline-width')).toBe('1px');
  }
  await close.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await poll(() => styleOf(close, 'outline-width')).toBe('2px');
});

test('the keyboard reaches the link and the button, and the focus returns where it came from', async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload({ notifications: [notification('n1', { url: '/desks/oak' })] });
  await page.goto(host.origin);
  await page.getByLabel('Search').focus();
  await expect(card(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(card(page).getByRole('link')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(card(page).getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card(page)).toHaveCount(0);
  await expect(page.getByLabel('Search')).toBeFocused();
});

test('assistive technology finds a polite status, and axe finds no issues', async ({ page, backend, host }) => {
  backend.answer = payload({
    notifications: [notification('n1', { url: '/desks/oak', image: `${backend.origin}/photo.png` })],
  });
  await page.goto(host.origin);
  await expect(page.getByRole('status')).toContainText('Ana from Lisbon');
  await atRest(page);
  expect(await violationsOf(page, 'proofbell-widget')).toEqual([]);
});

test('notifications animate, except for visitors who want less motion, and are not printed', async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload();
  await stopAnimations(page);
  await page.goto(host.origin);
  await expect(card(page)).toBeVisible();
  expect(await card(page).evaluate((element) => element.getAnimations().length)).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await expect(card(page)).toBeVisible();
  expect(await card(page).evaluate((element) => element.getAnimations().length)).toBe(0);
  await page.emulateMedia({ media: 'print' });
  await expect(card(page)).toBeHidden();
});

test('on a phone the mark is large enough for a finger at the smallest and the largest text, and moves nothing', {
  tag: '@long',
}, async ({ page, backend, host }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  for (const { fontSize, padding } of [
    { fontSize: '10px', padding: '8px' },
    { fontSize: '24px', padding: '4px' },
  ]) {
    const appearance = withPatch({ typography: { fontSize }, layout: { padding } });
    const places: unknown[] = [];
    for (const from of [undefined, '✓ Shopify']) {
      const one = notification('n1', { url: '/desks/oak', ...(from && { from, proof: '/proof' }) });
      backend.answer = payload({ notifications: [one], appearance });
      await page.goto(host.origin);
      await expect(card(page).locator('time')).toContainText('ago');
      places.push(await Promise.all([card(page), card(page).locator('.message')].map((part) => part.boundingBox())));
      expect(await card(page).evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
    }
    expect(places[1], fontSize).toEqual(places[0]);
    const mark = await card(page).locator('.mark').boundingBox();
    expect(mark?.height, fontSize).toBeGreaterThanOrEqual(24);
    // Nearly all of the line above is still the link's.
    const message = await card(page).locator('.message').boundingBox();
    expect((message?.y ?? 0) + (message?.height ?? 0) - (mark?.y ?? 0), fontSize).toBeLessThan(4);
  }
});
