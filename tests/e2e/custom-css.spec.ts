// Attack: hide an address in the owner's style sheet (escapes, line ends, broken strings, nesting) so that the check
// doesn't see it, and the visitor's browser calls a third party. The network is the oracle.
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { readStyleSheet } from '#server/adapters/style-sheets.ts';
import { DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR } from '#shared/embed/defaults.ts';
import { styleOf } from '#shared/embed/style.ts';
import { CANARY, HONEST_SHEETS, hostileSheets } from '../support/hostile-css.ts';
import { poll, test } from './support/base.ts';

const BASE = readFileSync(new URL('../../src/widget/style.css', import.meta.url), 'utf8');
// Without an animation of its own: looks are compared at one moment.
const APPEARANCE = { ...DEFAULT_APPEARANCE, animations: { ...DEFAULT_APPEARANCE.animations, enabled: false } };
const styleWith = (customCSS: string) =>
  BASE + styleOf({ ...APPEARANCE, customCSS }, DEFAULT_BEHAVIOR, [{ type: 'purchase' }]);

/** @returns the addresses called so far, by a page with nothing on it. */
async function openPage(page: Page): Promise<string[]> {
  const called: string[] = [];
  await page.route('**/*', (route) => {
    const { pathname, hostname } = new URL(route.request().url());
    if (hostname === 'shop.test') return route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' });
    called.push(pathname);
    return route.abort();
  });
  await page.goto('http://shop.test/');
  return called;
}

/** Draws a notification in each of the styles, as the widget does. */
const draw = (page: Page, styles: string[]) =>
  page.evaluate((sheets) => {
    for (const css of sheets) {
      const host = document.body.appendChild(document.createElement('proofbell-widget'));
      const root = host.attachShadow({ mode: 'open' });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      root.adoptedStyleSheets = [sheet];
      root.innerHTML =
        '<div class="region"><div class="notice purchase"><div class="media"></div><div class="body"><div class="title">T</div></div><button class="close">x</button></div></div>';
    }
  }, styles);

/** Draws the styles, and then one that does call: once that is noticed, the others have had their time. */
async function callsOf(page: Page, called: string[], styles: string[]): Promise<string[]> {
  await draw(page, [...styles, `.notice{background:url(${CANARY}control)}`]);
  await poll(() => called).toContain('/control');
  return called.filter((path) => path !== '/control');
}

test('no spelling of an address in a style sheet makes the browser call anybody', { tag: '@long' }, async ({
  page,
}) => {
  const called = await openPage(page);
  const sheets = hostileSheets();
  expect(sheets.length).toBeGreaterThan(3_000);
  const sent = sheets.map((css, at) => readStyleSheet(css.replaceAll(CANARY, `${CANARY}${at}`)).css);
  const calls = await callsOf(page, called, [...new Set(sent)].filter(Boolean).map(styleWith));
  expect(calls.map((path) => sheets[Number(path.slice(1))])).toEqual([]);
});

test('the same style sheets unchecked do call: the test would notice', { tag: '@long' }, async ({ page }) => {
  const called = await openPage(page);
  // Each tenth: what they call is dear.
  const some = hostileSheets().filter((_, at) => at % 10 === 0);
  const sheets = some.map((css, at) => css.replaceAll(CANARY, `${CANARY}${at}`));
  const calls = await callsOf(page, called, sheets.map(styleWith));
  expect(new Set(calls).size).toBeGreaterThan(50);
});

test('an honest style sheet looks the same as it was written and as it is sent', { tag: '@long' }, async ({ page }) => {
  await openPage(page);
  const read = HONEST_SHEETS.map((css) => ({ css, sent: readStyleSheet(css) }));
  expect(read.filter(({ sent }) => sent.issue)).toEqual([]);
  const looksOf = async (styles: string[]) => {
    await page.evaluate(() => document.body.replaceChildren());
    await draw(page, styles.map(styleWith));
    return page.evaluate(() =>
      [...document.body.children].map(({ shadowRoot }) =>
        [...(shadowRoot?.querySelectorAll('*') ?? [])].flatMap((element) =>
          [null, '::before', '::after'].flatMap((pseudo) => {
            const style = getComputedStyle(element, pseudo);
            // The text of a variable has no effect until it is used.
            return [...style]
              .filter((name) => !name.startsWith('--'))
              .map((name) => `${element.className}${pseudo} ${name}: ${style.getPropertyValue(name)}`);
          }),
        ),
      ),
    );
  };
  const written = await looksOf(read.map(({ css }) => css));
  const rewritten = await looksOf(read.map(({ sent }) => sent.css));
  const bare = new Set((await looksOf(['']))[0]);
  for (const [at, { css }] of read.entries()) {
    const before = new Set(written[at]);
    expect(
      rewritten[at]?.filter((look) => !before.has(look)),
      css,
    ).toEqual([]);
    // Each sheet says something.
    expect(
      written[at]?.some((look) => !bare.has(look)),
      css,
    ).toBe(true);
  }
});
