// The built widget by type: what each kind of notification shows, with and without its own detail.
import { expect, type Locator } from '@playwright/test';
import type { EmbedNotification } from '#shared/embed/payload.ts';
import { poll } from './support/base.ts';
import { notification, payload, type WidgetBackend } from './support/widget-backend.ts';
import { hostPage, tag } from './support/widget-host.ts';
import { card, kinds, styleOf, test } from './support/widget-test.ts';

const show = (backend: WidgetBackend, more: Partial<EmbedNotification>) => {
  backend.answer = payload({ notifications: [notification('n1', more)] });
};
/** The outline of the type's drawing, or 'none'. */
const drawingOf = (media: Locator) => styleOf(media, 'clip-path', '::before');

test('lines of a text are about equally long, and its age stands apart from it', async ({ page, backend, host }) => {
  // A line, and a word that would stand alone in the next.
  show(backend, { type: 'custom', message: 'Orders placed before noon leave the workshop today' });
  await page.goto(host.origin);
  await expect(card(page).locator('time')).toBeVisible();
  const lines = await card(page)
    .locator('.message')
    .evaluate((message) => {
      const range = document.createRange();
      range.selectNodeContents(message);
      return [...range.getClientRects()].map(({ width, bottom }) => ({ width, bottom }));
    });
  const widths = lines.map(({ width }) => width);
  expect(widths.length).toBeGreaterThan(1);
  expect(Math.min(...widths) / Math.max(...widths), `${widths}`).toBeGreaterThan(0.7);
  const message = await card(page).locator('.message').boundingBox();
  const time = await card(page).locator('time').boundingBox();
  expect((time?.y ?? 0) - (message?.y ?? 0) - (message?.height ?? 0)).toBeGreaterThanOrEqual(3);
});

test('every type without a number has a drawing in a fixed box, an announcement an edge, and what has no time no age', async ({
  page,
  backend,
  host,
}) => {
  const drawings = new Map<string, string>();
  for (const type of [
    'purchase',
    'signup',
    'review',
    'visitors',
    'low-stock',
    'discount',
    'milestone',
    'custom',
  ] as const) {
    show(backend, { type });
    await page.goto(host.origin);
    const media = card(page).locator('.media');
    await expect(media).toBeVisible();
    expect(await media.boundingBox(), type).toMatchObject({ width: 44, height: 44 });
    await expect(media).toHaveAttribute('aria-hidden', 'true');
    drawings.set(type, await drawingOf(media));
  }
  for (const [type, drawing] of drawings) expect(drawing, type).toMatch(/^path\(/);
  expect(drawings.get('purchase')).not.toBe(drawings.get('custom'));
  expect(drawings.get('signup')).not.toBe(drawings.get('custom'));

  // As the server sends it: an announcement's age would say nothing.
  const { timestamp: _none, ...announcement } = notification('n1', { type: 'announcement' });
  backend.answer = payload({ notifications: [announcement] });
  await page.goto(host.origin);
  const box = await card(page).locator('.media').boundingBox();
  const body = await card(page).locator('.body').boundingBox();
  expect(box?.width).toBe(4);
  expect(box?.height).toBe(body?.height);
  await expect(card(page).locator('time')).toHaveCount(0);
});

test('the picture of a person who signed up is round', async ({ page, backend, host }) => {
  show(backend, { type: 'signup', image: `${backend.origin}/photo.png` });
  await page.goto(host.origin);
  const picture = card(page).locator('img');
  await expect(picture).toBeVisible();
  expect(await styleOf(picture, 'border-top-left-radius')).toBe('50%');
});

test('a picture is loaded lazily, decoded asynchronously, and requested without a referrer', async ({
  page,
  backend,
  host,
}) => {
  const asked = page.waitForRequest('**/photo.png');
  show(backend, { image: `${backend.origin}/photo.png` });
  await page.goto(host.origin);
  expect((await asked).headers().referer ?? '').toBe('');
  const picture = card(page).locator('img');
  await expect(picture).toHaveAttribute('loading', 'lazy');
  await expect(picture).toHaveAttribute('decoding', 'async');
  expect(await picture.boundingBox()).toMatchObject({ width: 44, height: 44 });
});

test('a review shows its stars and reads out how many of five', async ({ page, backend, host }) => {
  show(backend, { type: 'review', rating: 4 });
  await page.goto(host.origin);
  await expect(card(page).getByRole('img', { name: '4 / 5' })).toHaveText('★★★★☆');
  show(backend, { type: 'review' });
  await page.goto(host.origin);
  await expect(card(page)).toBeVisible();
  await expect(card(page).locator('.stars')).toHaveCount(0);
});

for (const type of ['visitors', 'low-stock', 'milestone'] as const) {
  test(`the number of a ${type} notification is shown large in place of a picture, and is read out`, async ({
    page,
    backend,
    host,
  }) => {
    show(backend, { type, count: 23 });
    await page.goto(host.origin);
    const media = card(page).locator('.media');
    const count = media.locator('.count');
    await expect(count).toHaveText('23');
    await expect(media).toHaveAttribute('aria-hidden', 'false');
    expect(Number.parseFloat(await styleOf(count, 'font-size'))).toBeGreaterThan(18);
    const box = await media.boundingBox();
    expect(box?.height).toBe(44);
    expect(box?.width).toBeGreaterThanOrEqual(44);
  });
}

test('zero is a number too', async ({ page, backend, host }) => {
  show(backend, { type: 'low-stock', count: 0 });
  await page.goto(host.origin);
  await expect(card(page).locator('.count')).toHaveText('0');
});

const CODE = { type: 'discount', code: 'OAK-10', url: '/desks' } as const;

test.describe('in a German browser', () => {
  test.use({ locale: 'de-DE' });
  test('numbers and ages are in German', async ({ page, backend, host }) => {
    show(backend, { type: 'milestone', count: 1_500_000 });
    await page.goto(host.origin);
    await expect(card(page).locator('.count')).toHaveText(/^1,5\sMio\.$/);
    await expect(card(page).locator('time')).toHaveText('vor 2 Stunden');
  });

  test("so are the widget's own words", async ({ page, context, backend, host }) => {
    await context.grantPermissions(['clipboard-write']);
    show(backend, CODE);
    await page.goto(host.origin);
    await expect(card(page).getByRole('button', { name: 'Schließen' })).toHaveAttribute('lang', 'de');
    await card(page).getByRole('button', { name: 'OAK-10 kopieren' }).click();
    await expect(card(page).getByRole('status')).toHaveText('✓ Kopiert');
  });

  test("a site's fixed language wins, for ages and numbers too", async ({ page, backend, host }) => {
    backend.answer = payload({
      notifications: [notification('n1', { type: 'milestone', count: 1_500_000 })],
      behavior: { language: 'fr' },
    });
    await page.goto(host.origin);
    await expect(card(page).getByRole('button', { name: 'Fermer' })).toBeVisible();
    await expect(card(page).locator('time')).toHaveText('il y a 2 heures');
    await expect(card(page).locator('.count')).toHaveText(/^1,5\sM$/);
  });

  test('a payload without words, as an earlier version sent them, is shown in English', async ({
    page,
    backend,
    host,
  }) => {
    const whole = payload({ notifications: [notification('n1', CODE)] });
    const { words: _, ...widget } = JSON.parse(whole.body).widget;
    const { language: __, ...behavior } = widget.behavior;
    backend.answer = { ...whole, body: JSON.stringify({ ...JSON.parse(whole.body), widget: { ...widget, behavior } }) };
    await page.goto(host.origin);
    await expect(card(page).getByRole('button', { name: 'Close' })).toBeVisible();
    await expect(card(page).getByRole('button', { name: 'OAK-10' })).toBeVisible();
  });
});

test.describe('in Filipino, whose code begins as that of Finnish', () => {
  test.use({ locale: 'fil-PH' });
  test('its words are English, and marked as such', async ({ page, backend, host }) => {
    show(backend, { type: 'purchase' });
    await page.goto(host.origin);
    await expect(card(page).getByRole('button', { name: 'Close' })).toHaveAttribute('lang', 'en');
  });
});

test.describe('in a language that the widget does not speak', () => {
  test.use({ locale: 'hu-HU' });
  test("its words are English, and ages the visitor's", async ({ page, backend, host }) => {
    show(backend, { type: 'purchase' });
    await page.goto(host.origin);
    await expect(card(page).getByRole('button', { name: 'Close' })).toBeVisible();
    await expect(card(page).locator('time')).toHaveText('2 órával ezelőtt');
  });
});

for (const [count, text] of [
  [9_999, '9,999'],
  [12_599, '12.5K'],
  [999_999, '999.9K'],
] as const) {
  test(`${count} is shown as ${text}: shortened from ten thousand, and never rounded up`, async ({
    page,
    backend,
    host,
  }) => {
    show(backend, { type: 'milestone', count });
    await page.goto(host.origin);
    await expect(card(page).locator('.count')).toHaveText(text);
  });
}

test('a picture and a number are shown side by side', async ({ page, backend, host }) => {
  show(backend, { type: 'low-stock', count: 3, image: `${backend.origin}/photo.png` });
  await page.goto(host.origin);
  await expect(card(page).locator('img')).toBeVisible();
  const picture = await card(page).locator('img').boundingBox();
  const count = await card(page).locator('.count').boundingBox();
  expect(count?.x).toBe((picture?.x ?? 0) + (picture?.width ?? 0));
});

test('a click copies the code, is counted, and opens no link', async ({ page, context, backend, host }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  show(backend, CODE);
  await page.goto(host.origin);
  const chip = card(page).getByRole('button', { name: 'Copy OAK-10' });
  expect(await styleOf(chip, 'border-top-style')).toBe('dashed');
  await expect(card(page).getByRole('status')).toBeEmpty();
  await chip.click();
  await expect(card(page).getByRole('status')).toHaveText('✓ Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('OAK-10');
  await poll(() => kinds(backend)).toContain('click n1');
  expect(new URL(page.url()).pathname).toBe('/');
});

for (const [name, clipboard] of [
  ['refused', '({ writeText: () => Promise.reject(new DOMException("no", "NotAllowedError")) })'],
  ['missing', 'undefined'],
] as const) {
  test(`the code is selected instead if the clipboard is ${name}`, async ({ page, backend, host }) => {
    await page.addInitScript(`Object.defineProperty(navigator, 'clipboard', { value: ${clipboard} })`);
    show(backend, CODE);
    await page.goto(host.origin);
    await card(page).getByRole('button', { name: 'Copy OAK-10' }).click();
    await poll(() => page.evaluate(() => String(getSelection()))).toBe('OAK-10');
    await expect(card(page).getByRole('status')).toBeEmpty();
    await poll(() => kinds(backend)).toContain('click n1');
  });
}

test('a copied code stays on the screen even if links open in a new tab', async ({ page, context, backend, host }) => {
  await context.grantPermissions(['clipboard-write']);
  backend.answer = payload({ notifications: [notification('n1', CODE)], interaction: { openInNewTab: true } });
  await page.goto(host.origin);
  await card(page).getByRole('button', { name: 'Copy OAK-10' }).click();
  await expect(card(page).getByRole('status')).toHaveText('✓ Copied');
  await expect(card(page)).toBeVisible();
});

test('on a right-to-left page the media box is on the right, and a Latin title is aligned right too', async ({
  page,
  backend,
  host,
}) => {
  show(backend, { message: 'اشترت مكتب البلوط' });
  host.pages.set('/', hostPage(tag(backend.origin), 'lang="ar" dir="rtl"'));
  await page.goto(host.origin);
  await expect(card(page)).toBeVisible();
  const right = async (name: string) => {
    const box = await card(page).locator(name).boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  expect(await right('.media')).toBeGreaterThan(await right('.body'));
  expect(Math.abs((await right('.title bdi')) - (await right('.message bdi')))).toBeLessThan(2);
});
