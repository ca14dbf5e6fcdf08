// The built widget by type: what each kind of notification shows, with and without its own detail, in the visitor's
// language and direction.
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import type { EmbedNotification } from '#shared/embed/payload.ts';
import { poll } from './support/base.ts';
import { pinChance } from './support/chance.ts';
import { notification, payload, type WidgetBackend } from './support/widget-backend.ts';
import { hostPage, tag } from './support/widget-host.ts';
import { card, fixDate, kinds, loaded, styleOf, test } from './support/widget-test.ts';

/** Sets a payload whose notifications are shown only when asked for: `more` by id. */
const offer = (backend: WidgetBackend, more: Record<string, Partial<EmbedNotification>>) => {
  const notifications = Object.entries(more).map(([id, own]) => notification(id, own));
  backend.answer = payload({ notifications, timing: { initialDelay: 600 }, speed: '0ms' });
};
/** Shows one of them in place of the one before. */
async function show(page: Page, id: string): Promise<Locator> {
  await page.evaluate((name) => window.Proofbell?.show(name), id);
  await expect(card(page)).toBeVisible();
  return card(page);
}
/** The outline of the type's drawing, or 'none'. */
const drawingOf = (media: Locator) => styleOf(media, 'clip-path', '::before');

test('every type without a number has a drawing in a fixed box, an announcement an edge, and what has no time no age', async ({
  page,
  backend,
  host,
}) => {
  const types = ['purchase', 'signup', 'review', 'visitors', 'low-stock', 'discount', 'milestone', 'custom'] as const;
  offer(backend, Object.fromEntries([...types, 'announcement' as const].map((type) => [type, { type }])));
  const answer = JSON.parse(backend.answer?.body ?? '');
  // As the server sends it: an announcement's age would say nothing.
  delete answer.notifications.at(-1).timestamp;
  backend.answer = { status: 200, body: JSON.stringify(answer) };
  await page.goto(host.origin);
  await loaded(page);
  const drawings = new Map<string, string>();
  for (const type of types) {
    const media = (await show(page, type)).locator('.media');
    await expect(card(page)).toHaveClass(`notice ${type}`);
    expect(await media.boundingBox(), type).toMatchObject({ width: 44, height: 44 });
    await expect(media).toHaveAttribute('aria-hidden', 'true');
    drawings.set(type, await drawingOf(media));
  }
  for (const [type, drawing] of drawings) expect(drawing, type).toMatch(/^path\(/);
  expect(drawings.get('purchase')).not.toBe(drawings.get('custom'));
  expect(drawings.get('signup')).not.toBe(drawings.get('custom'));

  await show(page, 'announcement');
  await expect(card(page)).toHaveClass('notice announcement');
  const box = await card(page).locator('.media').boundingBox();
  const body = await card(page).locator('.body').boundingBox();
  expect(box?.width).toBe(4);
  expect(box?.height).toBe(body?.height);
  await expect(card(page).locator('time')).toHaveCount(0);
});

test('a picture is loaded lazily and without a referrer, a person’s is round, and a missing one leaves an initial of the same size', async ({
  page,
  backend,
  host,
}) => {
  const image = `${backend.origin}/photo.png`;
  offer(backend, {
    n1: { image },
    signup: { type: 'signup', image },
    none: { image: `${backend.origin}/none.png` },
    numbered: { type: 'low-stock', count: 3, image },
  });
  await page.goto(host.origin);
  await loaded(page);
  const asked = page.waitForRequest('**/photo.png');
  const picture = (await show(page, 'n1')).locator('img');
  expect((await asked).headers().referer ?? '').toBe('');
  await expect(picture).toHaveAttribute('loading', 'lazy');
  await expect(picture).toHaveAttribute('decoding', 'async');
  await expect(picture).toBeVisible();
  expect(await picture.boundingBox()).toMatchObject({ width: 44, height: 44 });

  await show(page, 'signup');
  await expect(card(page)).toHaveClass('notice signup');
  expect(await styleOf(picture, 'border-top-left-radius')).toBe('50%');

  await show(page, 'none');
  await expect(card(page).locator('.media')).toHaveText('A');
  expect(await card(page).locator('.media').boundingBox()).toMatchObject({ width: 44, height: 44 });

  // Side by side with a number.
  await show(page, 'numbered');
  await expect(picture).toBeVisible();
  const place = await picture.boundingBox();
  const count = await card(page).locator('.count').boundingBox();
  expect(count?.x).toBe((place?.x ?? 0) + (place?.width ?? 0));
});

test('stars and numbers are shown large and read out, shortened from ten thousand, and never rounded up', async ({
  page,
  backend,
  host,
}) => {
  const numbers = { visitors: 23, 'low-stock': 23, milestone: 23 } as const;
  const texts = { '0': 0, '9,999': 9_999, '12.5K': 12_599, '999.9K': 999_999 };
  offer(backend, {
    rated: { type: 'review', rating: 4 },
    unrated: { type: 'review' },
    ...Object.fromEntries(Object.entries(numbers).map(([type, count]) => [type, { type: type as 'visitors', count }])),
    ...Object.fromEntries(Object.entries(texts).map(([text, count]) => [`of ${text}`, { type: 'milestone', count }])),
  });
  await page.goto(host.origin);
  await loaded(page);
  await show(page, 'rated');
  await expect(card(page).getByRole('img', { name: '4 / 5' })).toHaveText('★★★★☆');
  await show(page, 'unrated');
  await expect(card(page).locator('.stars')).toHaveCount(0);
  const media = card(page).locator('.media');
  const count = media.locator('.count');
  for (const type of Object.keys(numbers)) {
    await show(page, type);
    await expect(card(page)).toHaveClass(`notice ${type}`);
    await expect(count).toHaveText('23');
    await expect(media).toHaveAttribute('aria-hidden', 'false');
    expect(Number.parseFloat(await styleOf(count, 'font-size'))).toBeGreaterThan(18);
    const box = await media.boundingBox();
    expect(box?.height).toBe(44);
    expect(box?.width).toBeGreaterThanOrEqual(44);
  }
  for (const text of Object.keys(texts)) {
    await show(page, `of ${text}`);
    await expect(count).toHaveText(text);
  }
});

const CODE = { type: 'discount', code: 'OAK-10', url: '/desks' } as const;

test.describe('in a German browser', () => {
  test.use({ locale: 'de-DE' });
  test("on a page that names no language, numbers, ages and the widget's own words are in German; else in the page's, or the site's fixed one", async ({
    page,
    context,
    backend,
    host,
  }) => {
    await context.grantPermissions(['clipboard-write']);
    const many = { type: 'milestone', count: 1_500_000 } as const;
    offer(backend, { many, code: CODE });
    host.pages.set('/', hostPage(tag(backend.origin), ''));
    await page.goto(host.origin);
    await loaded(page);
    await show(page, 'many');
    await expect(card(page).locator('.count')).toHaveText(/^1,5\sMio\.$/);
    await expect(card(page).locator('time')).toHaveText('vor 2 Stunden');
    await show(page, 'code');
    await expect(card(page).getByRole('button', { name: 'Schließen' })).toHaveAttribute('lang', 'de');
    await card(page).getByRole('button', { name: 'OAK-10 kopieren' }).click();
    await expect(card(page).getByRole('status')).toHaveText('✓ Kopiert');

    host.pages.set('/', hostPage(tag(backend.origin), 'lang="pt-PT"'));
    await page.goto(host.origin);
    await loaded(page);
    await show(page, 'code');
    await expect(card(page).getByRole('button', { name: 'Fechar' })).toHaveAttribute('lang', 'pt');
    await expect(card(page).locator('time')).toHaveText('há 2 horas');
    // What Intl can't read is no language.
    host.pages.set('/', hostPage(tag(backend.origin), 'lang="pt_PT"'));
    await page.goto(host.origin);
    await loaded(page);
    await show(page, 'code');
    await expect(card(page).locator('time')).toHaveText('vor 2 Stunden');

    backend.answer = payload({ notifications: [notification('n1', many)], behavior: { language: 'fr' } });
    await page.goto(host.origin);
    await expect(card(page).getByRole('button', { name: 'Fermer' })).toBeVisible();
    await expect(card(page).locator('time')).toHaveText('il y a 2 heures');
    await expect(card(page).locator('.count')).toHaveText(/^1,5\sM$/);

    // Without words, as an earlier version sent its payload.
    const whole = payload({ notifications: [notification('n1', CODE)] });
    const { words: _, ...widget } = JSON.parse(whole.body).widget;
    const { language: __, ...behavior } = widget.behavior;
    host.pages.delete('/');
    backend.answer = { ...whole, body: JSON.stringify({ ...JSON.parse(whole.body), widget: { ...widget, behavior } }) };
    await page.goto(host.origin);
    await expect(card(page).getByRole('button', { name: 'Close' })).toBeVisible();
    await expect(card(page).getByRole('button', { name: 'OAK-10' })).toBeVisible();
  });
});

/** Opens a page in a browser of that language. */
async function speak(browser: Browser, locale: string, url: string, look: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ locale });
  await pinChance(context);
  await fixDate(context);
  const page = await context.newPage();
  await page.goto(url);
  await look(page);
  await context.close();
}

test('in a language that the widget does not speak its words are English, and marked as such; ages are in it', {
  tag: '@long',
}, async ({ browser, backend, host }) => {
  backend.answer = payload();
  host.pages.set('/', hostPage(tag(backend.origin), ''));
  await speak(browser, 'hu-HU', host.origin, async (page) => {
    await expect(card(page).getByRole('button', { name: 'Close' })).toBeVisible();
    await expect(card(page).locator('time')).toHaveText('2 órával ezelőtt');
  });
  // The code of Filipino begins as that of Finnish.
  await speak(browser, 'fil-PH', host.origin, async (page) => {
    await expect(card(page).getByRole('button', { name: 'Close' })).toHaveAttribute('lang', 'en');
  });
});

test('a click copies the code, is counted, and opens no link, even one that opens in a new tab', async ({
  page,
  context,
  backend,
  host,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const openInNewTab of [false, true]) {
    backend.answer = payload({ notifications: [notification('n1', CODE)], interaction: { openInNewTab } });
    backend.events.length = 0;
    await page.goto(host.origin);
    const chip = card(page).getByRole('button', { name: 'Copy OAK-10' });
    expect(await styleOf(chip, 'border-top-style')).toBe('dashed');
    await expect(card(page).getByRole('status')).toBeEmpty();
    await chip.click();
    await expect(card(page).getByRole('status')).toHaveText('✓ Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('OAK-10');
    await poll(() => kinds(backend)).toContain('click n1');
    await expect(card(page)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(context.pages()).toHaveLength(1);
    await page.evaluate(() => navigator.clipboard.writeText(''));
  }
});

test('the code is selected instead if the clipboard refuses, or is missing', { tag: '@long' }, async ({
  page,
  backend,
  host,
}) => {
  for (const clipboard of [
    '({ writeText: () => Promise.reject(new DOMException("no", "NotAllowedError")) })',
    'undefined',
  ]) {
    await page.addInitScript(
      `Object.defineProperty(navigator, 'clipboard', { value: ${clipboard}, configurable: true })`,
    );
    backend.answer = payload({ notifications: [notification('n1', CODE)] });
    backend.events.length = 0;
    await page.goto(host.origin);
    await card(page).getByRole('button', { name: 'Copy OAK-10' }).click();
    await poll(() => page.evaluate(() => String(getSelection()))).toBe('OAK-10');
    await expect(card(page).getByRole('status')).toBeEmpty();
    await poll(() => kinds(backend)).toContain('click n1');
  }
});

test('on a right-to-left page the media box is on the right, the button on the left, and a Latin title is aligned right too', async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload({ notifications: [notification('n1', { message: 'اشترت مكتب البلوط' })] });
  host.pages.set('/', hostPage(tag(backend.origin), 'lang="ar" dir="rtl"'));
  await page.goto(host.origin);
  await expect(card(page)).toBeVisible();
  const sides = async (name: string) => {
    const { x = 0, width = 0 } = (await card(page).locator(name).boundingBox()) ?? {};
    return { left: x, right: x + width };
  };
  const media = await sides('.media');
  expect(media.left).toBeGreaterThan((await sides('.close')).left);
  expect(media.right).toBeGreaterThan((await sides('.body')).right);
  expect(Math.abs((await sides('.title bdi')).right - (await sides('.message bdi')).right)).toBeLessThan(2);
});

/** @returns the lines of the message: how wide each is, and how many words it has. */
const linesOf = (page: Page) =>
  card(page)
    .locator('.message')
    .evaluate((element) => {
      const range = document.createRange();
      const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
      const lines: Record<number, { words: number; left: number; right: number }> = {};
      for (const { index, 0: word } of node.data.matchAll(/\S+/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const { top, left, right } = range.getBoundingClientRect();
        const line = lines[Math.round(top)] ?? { words: 0, left };
        lines[Math.round(top)] = { ...line, words: line.words + 1, right };
      }
      return Object.values(lines).map(({ words, left, right }) => ({ words, width: right - left }));
    });

test('lines of a text are about equally long, no word stands alone in the last one, and its age stands apart', async ({
  page,
  backend,
  host,
}) => {
  offer(backend, {
    // A line, and a word that would stand alone in the next.
    balanced: { type: 'custom', message: 'Orders placed before noon leave the workshop today' },
    desk: { message: 'Ana from Lisbon bought the Oak Desk' },
    pot: { message: 'Ana from Lisbon bought a moka pot' },
  });
  for (const width of [1440, 375]) {
    await page.setViewportSize({ width, height: 760 });
    await page.goto(host.origin);
    await loaded(page);
    for (const [id, distance] of [
      ['balanced', 3],
      ['desk', 2],
      ['pot', 2],
    ] as const) {
      const hint = `${id} at ${width} px`;
      const time = (await show(page, id)).locator('time');
      await expect(time).toContainText('ago');
      const lines = await linesOf(page);
      if (id === 'balanced') {
        const widths = lines.map((line) => line.width);
        expect(widths.length).toBeGreaterThan(1);
        expect(Math.min(...widths) / Math.max(...widths), `${hint}: ${widths}`).toBeGreaterThan(0.7);
      } else {
        expect(lines.length, hint).toBeLessThanOrEqual(2);
        expect(lines.at(-1)?.words, hint).toBeGreaterThan(1);
      }
      const [above, below] = await Promise.all([card(page).locator('.message').boundingBox(), time.boundingBox()]);
      expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0), hint).toBeGreaterThanOrEqual(distance);
    }
  }
});
