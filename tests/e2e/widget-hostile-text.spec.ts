// Texts that try to be more than text: markup, emoji, direction overrides, no end. Each is shown as plain text, cut with
// an ellipsis, inside a box that stays within the smallest screen.
import { expect, type Page } from '@playwright/test';
import type { EmbedNotification } from '#shared/embed/payload.ts';
import { poll } from './support/base.ts';
import { expectShopWorks, expectUntouched, shopPage, shopScript } from './support/hostile-shop.ts';
import { notification, payload } from './support/widget-backend.ts';
import { card, loaded, test } from './support/widget-test.ts';

const FAMILY = '👨‍👩‍👧‍👦';
const LONG = 10_000;
const filled = (unit: string) => unit.repeat(Math.ceil(LONG / unit.length)).slice(0, LONG);
const MARKUP: Record<string, string> = {
  image: '<img src=x onerror="document.title=`owned`"> bought',
  script: '<script>document.title="owned"</script>bought',
  breakout: '</div></template></style>--><svg/onload=alert(1)> &lt;b&gt; &amp; {{name}} %s',
};
const TEXTS: Record<string, string> = {
  emoji: `${FAMILY} 🏳️‍🌈 👩🏽‍🚀 1️⃣ 🇵🇹 bought`,
  override: '\u202eesreveR \u202bR \u2067I bought',
  unbalanced: '\u202c\u2069\u2069 closes what it never opened \u202e',
  invisible: '\u200b\u2060\ufeff\u00ad',
  controls: 'a\u0000b\u0007c\u2028d\u2029e\r\nf\tg',
  surrogates: 'half \ud83d and \udc00 half',
};
const ENDLESS: Record<string, string> = {
  words: filled('An oak desk made to last '),
  letters: filled('W'),
  lines: filled('a\n\n'),
  emojis: filled(`${FAMILY}\u200b`).slice(0, FAMILY.length * 900),
  marks: `Z${filled('\u0301\u0323')}`,
  arabic: filled('ليلى من دبي '),
  overrides: filled('\u202eab'),
};

/** Opens a page that shows notifications only when asked. */
async function openShop(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await loaded(page);
}
const show = async (page: Page, id: string, texts: Partial<EmbedNotification>) => {
  await page.evaluate(
    (name) => (window as unknown as { Proofbell: { show(id: string): void } }).Proofbell.show(name),
    id,
  );
  for (const [part, text] of Object.entries(texts)) {
    const shown = () =>
      card(page)
        .locator(`.${part}`)
        .evaluate((element) => element.textContent);
    await poll(shown, `${part} of ${id}`).toBe(text);
  }
};

test.use({ trace: 'off', viewport: { width: 320, height: 256 } });

test.beforeEach(({ backend, host }) => {
  const all = { ...MARKUP, ...TEXTS, ...ENDLESS };
  const notifications = Object.entries(all).flatMap(([id, text]) => [
    notification(id, { message: text, url: '/desks/oak' }),
    notification(`${id}-title`, { title: text, image: `${backend.origin}/none.png` }),
    notification(`${id}-alone`, { title: '', message: text }),
  ]);
  backend.answer = payload({ notifications, timing: { initialDelay: 600 }, speed: '0ms' });
  host.pages.set('/', shopPage(backend.origin));
  host.pages.set('/shop.js', shopScript());
});

/** @returns what of the notification is outside the screen or makes the page scroll; '' if nothing. */
const outside = (page: Page) =>
  card(page).evaluate((element) => {
    const { left, top, right, bottom, height } = element.getBoundingClientRect();
    const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && height >= 40;
    const isStill = document.documentElement.scrollWidth <= innerWidth;
    const close = element.querySelector('.close')?.getBoundingClientRect() as DOMRect;
    const isClosable = close.right <= right && close.left >= left && close.width >= 24;
    return isInside && isStill && isClosable ? '' : `${[left, top, right, bottom, isStill, close.left, close.width]}`;
  });

/** Expects each to be shown as it is, in each place. */
async function expectPlain(page: Page, origin: string, texts: Record<string, string>): Promise<void> {
  await openShop(page, origin);
  for (const [id, text] of Object.entries(texts)) {
    // JSON can carry half a surrogate pair, and so can text nodes.
    await show(page, id, { title: 'Ana from Lisbon', message: text });
    expect(await outside(page), id).toBe('');
    await show(page, `${id}-title`, { title: text, message: 'bought the Oak Desk' });
    expect(await outside(page), `${id} as title`).toBe('');
    await show(page, `${id}-alone`, { message: text });
    expect(await outside(page), `${id} alone`).toBe('');
    expect(await card(page).locator('img, script, style, template, b').count(), id).toBe(0);
  }
  await expect(page).toHaveTitle('Oak & Iron');
  await expectShopWorks(page);
  await expectUntouched(page);
}

test(`shown as plain text, inside the screen: ${Object.keys(MARKUP).join(', ')}`, async ({ page, host }) => {
  await expectPlain(page, host.origin, MARKUP);
});

test(`shown as plain text, inside the screen: ${Object.keys(TEXTS).join(', ')}`, { tag: '@long' }, async ({
  page,
  host,
}) => {
  await expectPlain(page, host.origin, TEXTS);
});

test(`10,000 characters are cut with an ellipsis: ${Object.keys(ENDLESS).join(', ')}`, { tag: '@long' }, async ({
  page,
  host,
}) => {
  await openShop(page, host.origin);
  const cut = (part: string) =>
    card(page)
      .locator(part)
      .evaluate((element) => {
        const { lineHeight, webkitLineClamp, overflow } = getComputedStyle(element);
        const lines = Math.round(element.clientHeight / Number.parseFloat(lineHeight));
        return { isCut: element.scrollHeight > element.clientHeight, lines, webkitLineClamp, overflow };
      });
  const well = (lines: number) => ({ isCut: true, lines, webkitLineClamp: `${lines}`, overflow: 'clip' });
  for (const [id, text] of Object.entries(ENDLESS)) {
    // The marks pile up on one letter: a single line that nothing may stick out of.
    const isOneLine = id === 'marks';
    for (const [name, part, lines] of [
      [id, '.message', 4],
      [`${id}-title`, '.title', 2],
      [`${id}-alone`, '.message', 4],
    ] as const) {
      await show(page, name, { [part.slice(1)]: text });
      if (!isOneLine) expect(await cut(part), name).toEqual(well(lines));
      expect(await outside(page), name).toBe('');
    }
  }
  await expectShopWorks(page);
  await expectUntouched(page);
});

test('a joined emoji is never split across lines, and a direction override affects only its own line', {
  tag: '@long',
}, async ({ page, host }) => {
  await openShop(page, host.origin);
  await show(page, 'emojis', {});
  const torn = await card(page)
    .locator('.message')
    .evaluate((element) => {
      const node = element.firstChild?.firstChild ?? element.firstChild;
      const text = node?.textContent ?? '';
      const range = document.createRange();
      let torn = 0;
      for (const { index, segment } of new Intl.Segmenter().segment(text)) {
        range.setStart(node as Node, index);
        range.setEnd(node as Node, index + segment.length);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 10)));
        if (tops.size > 1) torn += 1;
      }
      return torn;
    });
  expect(torn).toBe(0);

  // The age comes once the page is idle.
  const hasAge = () => expect(card(page).locator('time')).toHaveText(/\S/);
  /** Whether the first letter of a part is to the left of its last one. */
  const readsOn = (part: string) =>
    card(page)
      .locator(part)
      .evaluate((element) => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const node = walker.nextNode() as Text;
        const at = (i: number) => {
          const range = document.createRange();
          range.setStart(node, i);
          range.setEnd(node, i + 1);
          return range.getBoundingClientRect().left;
        };
        return at(0) < at(node.length - 1);
      });
  for (const id of ['override', 'unbalanced', 'overrides']) {
    await show(page, id, {});
    expect(await readsOn('.title'), `title beside ${id}`).toBe(true);
    await hasAge();
    expect(await readsOn('time'), `age beside ${id}`).toBe(true);
    await show(page, `${id}-title`, {});
    expect(await readsOn('.message'), `message beside ${id}`).toBe(true);
    await hasAge();
    expect(await readsOn('time'), `age beside ${id} as title`).toBe(true);
  }
  await show(page, 'override', {});
  expect(await readsOn('.message'), 'the override itself is kept').toBe(false);
  const [close, time] = await Promise.all([
    card(page).locator('.close').boundingBox(),
    card(page).locator('time').boundingBox(),
  ]);
  expect(close?.x).toBeGreaterThan(time?.x ?? 0);
});
