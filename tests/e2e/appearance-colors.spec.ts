// Colors: those that are hard to read are named and mended, the picker follows the pointer, and what was typed wrong is
// not lost.
import { expect } from '@playwright/test';
import { DEFAULT_APPEARANCE } from '#shared/embed/defaults.ts';
import { box, expectSaved, group, openScreen, saved, slider } from './support/appearance.ts';
import { poll } from './support/base.ts';
import { test } from './support/owner.ts';

test('a color that is hard to read is named with its figure, and mended by one press', async ({ page }) => {
  const api = await openScreen(page);
  const colors = group(page, 'Colors');
  await box(page, 'Text color').fill('#999999');
  await expect(colors.getByText('2.8:1, hard to read, needs 4.5:1')).toBeVisible();
  await expect(box(page, 'Text color')).toHaveAccessibleDescription(/2\.8:1, hard to read/);
  await box(page, 'Text color').fill('#666666');
  await expect(colors.getByText('The time is drawn fainter: 3.3:1, hard to read, needs 4.5:1')).toBeVisible();

  // The specification's own link color is too pale on white.
  await expect(colors.getByText('3.1:1, hard to read, needs 4.5:1')).toBeVisible();
  await colors
    .getByRole('button', { name: /^Use #\w{6}, 4\.5:1$/ })
    .last()
    .click();
  await expect(colors.getByText('3.1:1, hard to read, needs 4.5:1')).toHaveCount(0);
  const link = await box(page, 'Link color').inputValue();
  await expect(slider(page, 'Hue')).toHaveCount(0);
  await poll(async () => (await saved(page, api)).appearance.brandColors.linkColor).toBe(link);

  // Whatever the background is changed to is judged at once.
  await box(page, 'Background color').fill('#000000');
  await expect(colors.getByText('hard to read').first()).toBeVisible();
});

test("what is no color or out of range stays as typed, with a message, and isn't saved", async ({ page }) => {
  const api = await openScreen(page);
  await box(page, 'Link color').fill('blue');
  await expect(page.getByText('Enter a color such as #3498db')).toBeVisible();
  await box(page, 'Font size').fill('99');
  await expect(page.getByText('Enter 10 to 24 px')).toBeVisible();
  await box(page, 'Corner radius').fill('11');
  await expectSaved(page, api, {
    ...DEFAULT_APPEARANCE,
    layout: { ...DEFAULT_APPEARANCE.layout, borderRadius: 11 },
  });
  await expect(box(page, 'Link color')).toHaveValue('blue');
  await expect(box(page, 'Link color')).toHaveAttribute('aria-invalid', 'true');
  await expect(box(page, 'Font size')).toHaveValue('99');
  await expect(box(page, 'Font size')).toHaveAccessibleDescription(/Enter 10 to 24 px/);

  await box(page, 'Link color').press('Escape');
  await expect(box(page, 'Link color')).toHaveValue('#3498db');
  await box(page, 'Font size').fill('20');
  await expect(page.getByText('Enter 10 to 24 px')).toHaveCount(0);
  // Three digits may be half of six: they count once the box is left.
  await box(page, 'Link color').fill('#abc');
  await box(page, 'Link color').press('Tab');
  await expect(box(page, 'Link color')).toHaveValue('#aabbcc');
});

test('the picker follows the pointer, and the preview follows the picker', async ({ page }) => {
  const api = await openScreen(page);
  await page.getByRole('button', { name: 'Pick the background color' }).click();
  const area = slider(page, 'Saturation and brightness');
  const { x, y, width, height } = (await area.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + 2, y + 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
  await page.mouse.move(x + width + 40, y - 40, { steps: 5 });
  await page.mouse.up();
  await expect(box(page, 'Background color')).toHaveValue('#ff0000');
  await slider(page, 'Hue').press('End');
  await expect(slider(page, 'Hue')).toHaveAttribute('aria-valuetext', '359°');
  const color = await box(page, 'Background color').inputValue();
  await poll(async () => (await saved(page, api)).appearance.brandColors.backgroundColor).toBe(color);
  await page.getByRole('button', { name: 'Use #3498db' }).click();
  await expect(box(page, 'Background color')).toHaveValue('#3498db');
  const drawn = page.getByRole('region', { name: 'Preview' }).locator('proofbell-widget .notice').first();
  await expect(drawn).toHaveCSS('background-color', 'rgb(52, 152, 219)');
});

test("in a notification's editor, Escape first takes back what can't be saved, then closes the picker or the editor", async ({
  page,
}) => {
  await openScreen(page);
  await page.goto('/oak-and-iron/notifications');
  await page.getByRole('button', { name: 'Write your own' }).click();
  const editor = page.getByRole('dialog', { name: 'New notification' });
  await editor.getByRole('button', { name: /^Appearance/ }).click();
  await box(page, 'Border color').fill('blue');
  await page.keyboard.press('Escape');
  await expect(box(page, 'Border color')).toHaveValue('#e2e8f0');
  await box(page, 'Padding').fill('1000');
  await page.keyboard.press('Escape');
  await expect(box(page, 'Padding')).toHaveValue('16');

  await editor.getByRole('button', { name: 'Pick the border color' }).click();
  await expect(slider(page, 'Saturation and brightness')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Escape');
  await expect(slider(page, 'Saturation and brightness')).toHaveCount(0);
  await expect(editor.getByRole('button', { name: "Reset border color to the widget's #e2e8f0" })).toBeVisible();
});
