// The home page: its sections, the playground, the comparison and the snippet. What the live example does and costs is in
// home-example.spec.ts.
import { expect, type Locator, type Page } from '@playwright/test';
import { THEMES } from '#client/appearance/theme-list.ts';
import { COMPARED } from '#client/public/home/compared.ts';
import { screens } from '#client/screens.ts';
import { poll } from './support/base.ts';
import { sumOf, watchShifts } from './support/layout-shift.ts';
import { test } from './support/owner.ts';

const SECTIONS = ['cost', 'features', 'try', 'weight', 'embed', 'plans', 'questions'];

const section = (page: Page, id: string) => page.locator(`section#${id}`);
/** The playground's notification. */
const drawn = (page: Page) => page.locator('#playground .notice');
const styleOf = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);

/** Chooses as a visitor does: the radio button itself is out of sight, its label is not. */
const choose = (page: Page, group: string, label: string) =>
  page
    .getByRole('group', { name: group, exact: true })
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: label, exact: true }) })
    .click();

test('every section has its heading; the header leads to the features, clear of itself; the snippet is copied, and plans lead to pricing', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What really happened, said quietly.');
  for (const id of SECTIONS) await expect(section(page, id).getByRole('heading', { level: 2 })).toHaveCount(1);
  await page.getByRole('banner').getByRole('link', { name: 'Features' }).click();
  await expect(page).toHaveURL(/\/#features$/);
  const top = () => section(page, 'features').evaluate((node) => Math.round(node.getBoundingClientRect().top));
  await poll(top).toBeGreaterThanOrEqual(63);
  await poll(top).toBeLessThan(80);

  const snippet = `<script async src="${baseURL}/widget.js" data-site-id="YOUR-SITE-ID"></script>`;
  await expect(section(page, 'embed').locator('code')).toHaveText(snippet);
  await section(page, 'embed').getByRole('button', { name: 'Copy' }).click();
  await expect(section(page, 'embed').getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(snippet);

  await section(page, 'plans').getByRole('link', { name: 'Compare plans' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
});

test('the comparison is to scale, plans have their prices, answers open, keys choose, and the features are clear of the header where motion is smooth', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  const weight = section(page, 'weight');
  for (const [caption, theirs, ours] of [
    ['Downloaded', '287.7 kB', `${(COMPARED.ours.bytes / 1_000).toFixed(1)} kB`],
    ['Requests', '7', '2'],
    ['Third-party hosts', '3', '0'],
  ] as const) {
    const table = weight.getByRole('table', { name: caption });
    await expect(table.getByRole('row', { name: /NotificationX 3\.2\.8/ })).toContainText(theirs);
    await expect(table.getByRole('row', { name: /Proofbell/ })).toContainText(ours);
    const bars = await table.locator('rect').evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().width));
    const ratio = Number.parseFloat(ours) / Number.parseFloat(theirs);
    expect((bars[1] ?? 0) / (bars[0] ?? 1)).toBeCloseTo(ratio, 2);
  }

  const plans = section(page, 'plans');
  await expect(plans.getByRole('row', { name: /Growth/ })).toHaveText(/Growth\s*10 sites\s*\$49\s*\$490/);
  const questions = section(page, 'questions');
  await expect(questions.locator('details')).toHaveCount(4);
  await questions.getByText('Can I invent notifications?').click();
  await expect(questions.getByText("The software can't know what is true")).toBeVisible();
  await expect(questions.getByRole('link', { name: 'All questions' })).toHaveAttribute('href', screens.faq.href());

  await test.step('in the playground keys choose as the pointer does, and on a phone only top and bottom are places', async () => {
    await page.getByRole('radio', { name: 'Purchase' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(drawn(page)).toContainText('Priya from Leeds');
    await page.setViewportSize({ width: 375, height: 800 });
    const places = page.getByRole('group', { name: 'Place', exact: true });
    await expect(places.getByRole('radio')).toHaveCount(2);
    await expect(places.getByRole('radio').nth(1)).toBeChecked();
    const widthOf = async () => (await drawn(page).boundingBox())?.width ?? 0;
    await poll(widthOf).toBeGreaterThan(280);
    expect(await widthOf()).toBeLessThan(344);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await page.getByRole('banner').getByRole('link', { name: 'Features' }).click();
  const top = () => section(page, 'features').evaluate((node) => Math.round(node.getBoundingClientRect().top));
  await poll(top).toBeGreaterThanOrEqual(63);
  await poll(top).toBeLessThan(80);
  // Whoever comes back finds it drawn once.
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
  await page.goBack();
  await expect(drawn(page)).toHaveCount(1);
});

test('nothing moves as the page loads, and the largest thing painted first is text', { tag: '@long' }, async ({
  page,
}) => {
  const shifts = await watchShifts(page);
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/');
  await expect(page.locator('#cost-check')).toHaveAttribute('data-state', /measured|cached|slow/);
  const largest = await page.evaluate(
    () =>
      new Promise<string | undefined>((resolve) => {
        new PerformanceObserver((list) => {
          const entries = list.getEntries() as (PerformanceEntry & { element: Element | null })[];
          resolve(entries.at(-1)?.element?.tagName);
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  expect(['H1', 'P']).toContain(largest);
  expect(sumOf(shifts), JSON.stringify(shifts)).toBeLessThan(0.001);
});

test('in the playground themes, colors, kinds, places and sentences are drawn at once', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await expect(drawn(page)).toContainText('Ana from Lisbon bought the Oak Desk');
  const rgb = (hex = '') => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
  const { backgroundColor, textColor } = THEMES.find(({ name }) => name === 'Midnight')?.appearance.brandColors ?? {};
  await choose(page, 'Theme', 'Midnight');
  await poll(() => styleOf(drawn(page), 'background-color')).toBe(rgb(backgroundColor));
  expect(await styleOf(drawn(page), 'color')).toBe(rgb(textColor));
  await expect(page.getByLabel('Background', { exact: true })).toHaveValue(backgroundColor ?? '');
  await page.getByLabel('Background', { exact: true }).fill('#7dd3fc');
  await poll(() => styleOf(drawn(page), 'background-color')).toBe('rgb(125, 211, 252)');
  expect(await styleOf(drawn(page), 'color')).toBe(rgb(textColor));
  await expect(page.locator('[data-contrast]')).toHaveText(/^Contrast 1\.\d:1, hard to read$/);

  const stage = page.locator('#playground [role=img]');
  const offsets = async () => {
    const [box, frame] = await Promise.all([drawn(page).boundingBox(), stage.boundingBox()]);
    if (!box || !frame) throw new Error('nothing is drawn');
    return { left: Math.round(box.x - frame.x), top: Math.round(box.y - frame.y) };
  };
  const before = await offsets();
  expect(before.top).toBeGreaterThan(300);
  await choose(page, 'Place', 'Top right');
  await poll(async () => (await offsets()).top).toBeLessThan(30);
  expect((await offsets()).left).toBeGreaterThan(before.left + 100);
  await choose(page, 'Kind', 'Review');
  await expect(drawn(page)).toContainText('★★★★★');
  await page.getByLabel('Your own sentence').fill('Sam from Bergen <b>booked</b> a table');
  await expect(drawn(page)).toContainText('Sam from Bergen <b>booked</b> a table');
  await page.getByLabel('Your own sentence').fill('');
  await expect(drawn(page)).toContainText('Jonas, on the Linen Lamp');
});
