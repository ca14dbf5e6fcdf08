// How notifications look, shaped by eye: every control sets its setting and no other, and what is chosen is on the
// visitor's page once saved.
import { expect, type Locator } from '@playwright/test';
import { THEMES } from '#client/appearance/theme-list.ts';
import { DEFAULT_APPEARANCE } from '#shared/embed/defaults.ts';
import { box, choice, expectSaved, openScreen, saved, slider } from './support/appearance.ts';
import { expectAccessible } from './support/axe.ts';
import { poll } from './support/base.ts';
import { test } from './support/owner.ts';
import { visitShop } from './support/widget-host.ts';

/** Presses an arrow key as a person does: it is up again only after the next choice has the focus. */
async function moveTo(next: Locator, key: 'ArrowRight' | 'ArrowDown'): Promise<void> {
  await next.page().keyboard.down(key);
  await expect(next).toBeFocused();
  await next.page().keyboard.up(key);
  await expect(next).toBeChecked();
}

test("a theme and a color chosen here are on the visitor's page once saved [spec 2.settings.2]", async ({
  page,
  browser,
  baseURL,
}) => {
  const api = await openScreen(page);
  await api.saveSettings({ behavior: { timing: { initialDelay: 0 } } });
  await api.addNotification({ title: 'New order', message: 'Ana from Lisbon bought the Oak Desk' });
  await page.reload();
  await expect(page.getByText('Default is in use')).toBeVisible();

  await choice(page, 'Theme', 'Midnight').click();
  await expect(choice(page, 'Theme', 'Midnight')).toBeChecked();
  await expect(page.getByText('Midnight is in use')).toBeVisible();
  await box(page, 'Text color').fill('#ffeedd');
  await expect(page.getByText("You're using your own look.")).toBeVisible();
  await poll(
    async () => (await saved(page, api)).appearance.brandColors.textColor,
    'the color is saved by itself',
  ).toBe('#ffeedd');

  await visitShop(browser, baseURL ?? '', api.siteId, async (shop) => {
    const card = shop.locator('proofbell-widget .notice');
    await expect(card).toBeVisible();
    await expect(card).toHaveCSS('background-color', 'rgb(15, 23, 42)');
    await expect(card).toHaveCSS('border-radius', '12px');
    await expect(card.locator('.message')).toHaveCSS('color', 'rgb(255, 238, 221)');
    await expect(card.locator('.media')).toHaveCSS('color', 'rgb(125, 211, 252)');
  });

  // All that a theme sets is one step, and so is what came after it.
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(choice(page, 'Theme', 'Midnight')).toBeChecked();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByText('Default is in use')).toBeVisible();
});

test('every control sets its own setting and no other [spec 3.appearance.*]', async ({ page }) => {
  const api = await openScreen(page);
  const colors = {
    primaryColor: '#010203',
    secondaryColor: '#040506',
    textColor: '#070809',
    backgroundColor: '#fafbfc',
    linkColor: '#0d0e0f',
    borderColor: '#101112',
  };
  await box(page, 'Primary color').fill(colors.primaryColor);
  await box(page, 'Secondary color').fill('040506');
  await box(page, 'Text color').fill(' #070809 ');
  await box(page, 'Background color').fill('#FAFBFC');
  await box(page, 'Link color').fill(colors.linkColor);
  await box(page, 'Border color').fill(colors.borderColor);
  await choice(page, 'Font', 'Georgia or Times').click();
  await box(page, 'Font size').fill('19');
  await choice(page, 'Font weight', 'Medium (500)').click();
  await choice(page, 'Title style', 'Uppercase').click();
  await box(page, 'Corner radius').fill('21');
  await box(page, 'Padding').fill('22px');
  await box(page, 'Border width').fill('7');
  await box(page, 'Shadow strength').fill('5');
  await page.getByRole('switch', { name: 'Shadow' }).click();
  await choice(page, 'Animation', 'Bounce').click();
  await box(page, 'Animation speed').fill('450');
  await choice(page, 'Hover effect', 'Glow').click();
  await page.getByRole('switch', { name: 'Animate notifications' }).click();
  await expectSaved(page, api, {
    brandColors: colors,
    typography: {
      fontFamily: 'Georgia, Times New Roman, serif',
      fontSize: '19px',
      fontWeight: 'Medium (500)',
      headingStyle: 'Uppercase',
    },
    animations: { animationType: 'Bounce', speed: '450ms', enabled: false, hoverEffect: 'Glow' },
    layout: { borderRadius: 21, padding: '22px', boxShadow: false, shadowIntensity: 5, borderThickness: 7 },
    customCSS: '',
  });
  // What has no effect now says what to do.
  await expect(slider(page, 'Shadow strength')).toHaveAttribute('data-disabled');
  await expect(page.getByText('Turn on the shadow to change it')).toBeVisible();
  await expect(choice(page, 'Animation', 'Flip')).toBeDisabled();
  await expect(page.getByText('Turn on animations to change it')).toHaveCount(3);
});

test('a font of the owner that is not on the list is shown and kept', async ({ page }) => {
  const api = await openScreen(page);
  await api.saveSettings({ appearance: { typography: { fontFamily: 'Comic Neue, cursive' } } });
  await page.reload();
  await expect(choice(page, 'Font', 'Comic Neue your own')).toBeChecked();
});

test('each theme is one press, shown as the widget draws it, and saved whole', async ({ page }) => {
  const api = await openScreen(page);
  await expect(page.locator('proofbell-widget .notice .title').first()).toBeAttached();
  for (const { name, appearance } of THEMES) {
    await choice(page, 'Theme', name).click();
    await expect(choice(page, 'Theme', name)).toBeChecked();
    await expect(box(page, 'Background color')).toHaveValue(appearance.brandColors.backgroundColor);
    await expect(page.getByText('hard to read')).toHaveCount(0);
  }
  const last = THEMES.at(-1);
  await expectSaved(page, api, {
    ...DEFAULT_APPEARANCE,
    ...last?.appearance,
    typography: { ...DEFAULT_APPEARANCE.typography, ...last?.appearance.typography },
    layout: { ...DEFAULT_APPEARANCE.layout, ...last?.appearance.layout },
  });
});

test('what differs from the default is marked, and goes back alone or with its group', async ({ page }) => {
  const api = await openScreen(page);
  await expect(page.getByRole('button', { name: /^Reset/ })).toHaveCount(0);
  await box(page, 'Corner radius').fill('20');
  await box(page, 'Padding').fill('30');
  await box(page, 'Font size').fill('18');
  await expectSaved(page, api, {
    ...DEFAULT_APPEARANCE,
    typography: { ...DEFAULT_APPEARANCE.typography, fontSize: '18px' },
    layout: { ...DEFAULT_APPEARANCE.layout, borderRadius: 20, padding: '30px' },
  });
  await page.getByRole('button', { name: 'Reset font size to 14 px' }).click();
  await expect(box(page, 'Font size')).toHaveValue('14');
  // What had the focus is gone; it is on the control, not at the top of the page.
  await expect(slider(page, 'Font size')).toBeFocused();
  await page.getByRole('button', { name: 'Reset group: Shape' }).click();
  await expect(box(page, 'Corner radius')).toHaveValue('8');
  await expect(box(page, 'Padding')).toHaveValue('16');
  await expect(page.getByRole('button', { name: /^Reset/ })).toHaveCount(0);
  await expectSaved(page, api, DEFAULT_APPEARANCE);
});

test('all of it works by keyboard', async ({ page }) => {
  await openScreen(page);
  await choice(page, 'Theme', 'Porcelain').focus();
  await moveTo(choice(page, 'Theme', 'Paper'), 'ArrowRight');

  const swatch = page.getByRole('button', { name: 'Pick the primary color' });
  await swatch.focus();
  await page.keyboard.press('Enter');
  await expect(slider(page, 'Saturation and brightness')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(slider(page, 'Saturation and brightness')).toHaveAttribute('aria-valuetext', /^Saturation 0%/);
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(slider(page, 'Saturation and brightness')).toHaveAttribute('aria-valuetext', /^Saturation 10%/);
  await page.keyboard.press('Escape');
  await expect(swatch).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(box(page, 'Primary color')).toBeFocused();

  await slider(page, 'Corner radius').focus();
  await page.keyboard.press('End');
  await expect(box(page, 'Corner radius')).toHaveValue('32');
  await page.keyboard.press('PageDown');
  await expect(box(page, 'Corner radius')).toHaveValue('22');
  await page.keyboard.press('ArrowLeft');
  await expect(box(page, 'Corner radius')).toHaveValue('21');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowUp');
  await expect(box(page, 'Corner radius')).toHaveValue('22');

  await choice(page, 'Font', 'System by device').focus();
  await moveTo(choice(page, 'Font', 'Helvetica or Arial'), 'ArrowDown');
  await page.getByRole('switch', { name: 'Shadow' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('switch', { name: 'Shadow' })).not.toBeChecked();
});

for (const width of [375, 1440]) {
  test(`it is accessible at ${width} px, with warnings, messages and the picker open`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openScreen(page);
    await box(page, 'Corner radius').fill('20');
    await box(page, 'Border color').fill('blue');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Pick the background color' }).click();
    await expectAccessible(page);
  });
}

test('zoomed to 200% and on the narrowest phone, nothing sticks out sideways', async ({ page }) => {
  await openScreen(page);
  for (const width of [720, 320]) {
    await page.setViewportSize({ width, height: 450 });
    await expect(choice(page, 'Theme', 'Pine')).toBeVisible();
    await poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});
