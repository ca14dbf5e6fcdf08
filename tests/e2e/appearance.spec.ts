// How notifications look, shaped by eye: every control sets its setting and no other, what was typed wrong is not lost,
// colors that are hard to read are named and mended, and what is chosen is on the visitor's page once saved.
import { expect, type Locator, type Page } from '@playwright/test';
import { THEMES } from '#client/appearance/theme-list.ts';
import { DEFAULT_APPEARANCE } from '#shared/embed/defaults.ts';
import { box, choice, expectSaved, group, openScreen, SAVED, saved, slider, state } from './support/appearance.ts';
import { expectAccessible, overflowOf } from './support/axe.ts';
import { poll, pressWhenIdle } from './support/base.ts';
import { grab } from './support/grab.ts';
import { newOwner, test } from './support/owner.ts';
import { makeApi, ownerAt } from './support/owner-api.ts';
import { withoutPreview } from './support/preview.ts';
import { visitShop } from './support/widget-host.ts';

/** Presses an arrow key as a person does: it is up again only after the next choice has the focus. */
async function moveTo(next: Locator, key: 'ArrowRight' | 'ArrowDown'): Promise<void> {
  await next.page().keyboard.down(key);
  await expect(next).toBeFocused();
  await next.page().keyboard.up(key);
  await expect(next).toBeChecked();
}

/** Presses and releases a key before anything else can run, as a slow computer sees a quick finger. */
const tap = (page: Page, key: string) =>
  page.evaluate((pressed) => {
    const at = document.activeElement;
    for (const type of ['keydown', 'keyup'])
      at?.dispatchEvent(new KeyboardEvent(type, { key: pressed, code: pressed, bubbles: true, cancelable: true }));
  }, key);

test("a color, a number and a switch set their own settings alone; what is no color stays as typed and isn't saved [spec 2.settings.2]", {
  tag: '@short',
}, async ({ page }) => {
  await withoutPreview(page);
  const api = await openScreen(page);
  const link = box(page, 'Link color');
  await link.fill('blue');
  await expect(page.getByText('Enter a color such as #3498db')).toBeVisible();
  await box(page, 'Background color').fill('#FAFBFC');
  await box(page, 'Corner radius').fill('21');
  await page.getByRole('switch', { name: 'Shadow' }).click();
  await expectSaved(api, {
    ...DEFAULT_APPEARANCE,
    brandColors: { ...DEFAULT_APPEARANCE.brandColors, backgroundColor: '#fafbfc' },
    layout: { ...DEFAULT_APPEARANCE.layout, borderRadius: 21, boxShadow: false },
  });
  await expect(link).toHaveValue('blue');
  await expect(link).toHaveAttribute('aria-invalid', 'true');
});

test('every control sets its own setting and no other, and what differs from the default goes back alone or with its group [spec 3.appearance.*]', {
  tag: '@long',
}, async ({ page }) => {
  await withoutPreview(page);
  const api = await openScreen(page);
  await expect(page.getByRole('button', { name: /^Reset/ })).toHaveCount(0);
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
  await expectSaved(api, {
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
  await page.getByRole('button', { name: 'Reset font size to 14 px' }).click();
  await expect(box(page, 'Font size')).toHaveValue('14');
  // What had the focus is gone; it is on the control, not at the top of the page.
  await expect(slider(page, 'Font size')).toBeFocused();
  for (const name of ['Colors', 'Text', 'Animation', 'Shape'])
    await page.getByRole('button', { name: `Reset group: ${name}` }).click();
  await expect(page.getByRole('button', { name: /^Reset/ })).toHaveCount(0);
  await expectSaved(api, DEFAULT_APPEARANCE);
});

test("what is no color or out of range goes once it is mended; undo takes back what was typed, and never what couldn't be saved", {
  tag: '@long',
}, async ({ page }) => {
  await withoutPreview(page);
  const api = await openScreen(page);
  const [size, link, text] = [box(page, 'Font size'), box(page, 'Link color'), box(page, 'Text color')];
  const undo = page.getByRole('button', { name: /^Undo/ });
  await test.step('undo in a box, and on from there', async () => {
    await size.click();
    await size.press('ControlOrMeta+a');
    await page.keyboard.type('20');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(size).toHaveValue('14');
    await expect(undo).toBeDisabled();
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(size).toHaveValue('20');
    await page.keyboard.press('ArrowUp');
    await expect(size).toHaveValue('21');
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(size).toHaveValue('14');
    await text.click();
    await text.press('ControlOrMeta+a');
    await page.keyboard.type('#112233');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(text).toHaveValue('#333333');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await choice(page, 'Hover effect', 'Glow').click();
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(text).toHaveValue('#333333');
  });
  await test.step('mistyped', async () => {
    await link.fill('blue');
    await expect(page.getByText('Enter a color such as #3498db')).toBeVisible();
    await size.fill('99');
    await expect(page.getByText('Enter 10 to 24 px')).toBeVisible();
    await box(page, 'Background color').fill('#FAFBFC');
    await box(page, 'Corner radius').fill('11');
    await page.getByRole('switch', { name: 'Shadow' }).click();
    await expectSaved(api, {
      ...DEFAULT_APPEARANCE,
      brandColors: { ...DEFAULT_APPEARANCE.brandColors, backgroundColor: '#fafbfc' },
      layout: { ...DEFAULT_APPEARANCE.layout, borderRadius: 11, boxShadow: false },
    });
    await expect(link).toHaveValue('blue');
    await expect(link).toHaveAttribute('aria-invalid', 'true');
    await expect(size).toHaveValue('99');
    await expect(size).toHaveAccessibleDescription(/Enter 10 to 24 px/);
    await page.setViewportSize({ width: 320, height: 800 });
    await poll(() => overflowOf(page)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Pick the background color' }).click();
    await expectAccessible(page);
    await pressWhenIdle(page, 'Escape');

    await link.press('Escape');
    await expect(link).toHaveValue('#3498db');
    await size.fill('18');
    await expect(page.getByText('Enter 10 to 24 px')).toHaveCount(0);
    // Three digits may be half of six: they count once the box is left.
    await link.fill('#abc');
    await link.press('Tab');
    await expect(link).toHaveValue('#aabbcc');
  });
  await test.step("what couldn't be saved doesn't come back with undo and redo", async () => {
    await undo.click();
    await expect(state(page)).toHaveText(SAVED);
    await size.fill('999');
    await undo.click();
    await expect(size).toHaveValue('14');
    await page.getByRole('button', { name: /^Redo/ }).click();
    await expect(size).toHaveValue('18');
  });
});

test('whatever changes is judged at once; the color picker follows the pointer, and the preview follows the picker', {
  tag: '@long',
}, async ({ page }) => {
  const api = await openScreen(page);
  const colors = group(page, 'Colors');
  const background = box(page, 'Background color');
  await box(page, 'Text color').fill('#666666');
  await expect(colors.getByText('The time is drawn fainter: 3.3:1, hard to read, needs 4.5:1')).toBeVisible();
  await background.fill('#000000');
  await expect(colors.getByText('hard to read').first()).toBeVisible();
  await background.fill('#ffffff');
  await page.getByRole('button', { name: 'Pick the background color' }).click();
  const { x, y, width, height } = await grab(slider(page, 'Saturation and brightness'), { x: 2, y: 2 });
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
  await page.mouse.move(x + width + 40, y - 40, { steps: 5 });
  await page.mouse.up();
  await expect(background).toHaveValue('#ff0000');
  await slider(page, 'Hue').press('End');
  await expect(slider(page, 'Hue')).toHaveAttribute('aria-valuetext', '359°');
  const color = await background.inputValue();
  await poll(async () => (await saved(api)).appearance.brandColors.backgroundColor).toBe(color);
  await page.getByRole('button', { name: 'Use #3498db' }).click();
  await expect(background).toHaveValue('#3498db');
  const drawn = page.getByRole('region', { name: 'Preview' }).locator('proofbell-widget .notice').first();
  await expect(drawn).toHaveCSS('background-color', 'rgb(52, 152, 219)');
});

test('all of it works by keyboard', { tag: '@long' }, async ({ page }) => {
  await withoutPreview(page);
  // A font of the owner that is not on the list is shown and kept.
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  await api.saveSettings({ appearance: { typography: { fontFamily: 'Comic Neue, cursive' } } });
  await page.goto('/oak-and-iron/appearance');
  await expect(choice(page, 'Font', 'Comic Neue your own')).toBeChecked();

  await test.step('a theme, and an arrow key that is released at once', async () => {
    await choice(page, 'Theme', 'Porcelain').focus();
    await moveTo(choice(page, 'Theme', 'Paper'), 'ArrowRight');
    for (const name of ['Hover effect', 'Theme']) {
      const radios = page.getByRole('radiogroup', { name, exact: true }).getByRole('radio');
      await radios.first().focus();
      await tap(page, 'ArrowRight');
      await expect(radios.nth(1), name).toBeChecked();
      await expect(radios.nth(1)).toBeFocused();
    }
  });
  await test.step('the picker', async () => {
    const swatch = page.getByRole('button', { name: 'Pick the primary color' });
    await swatch.focus();
    await page.keyboard.press('Enter');
    await expect(slider(page, 'Saturation and brightness')).toBeFocused();
    await page.keyboard.press('Home');
    await expect(slider(page, 'Saturation and brightness')).toHaveAttribute('aria-valuetext', /^Saturation 0%/);
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(slider(page, 'Saturation and brightness')).toHaveAttribute('aria-valuetext', /^Saturation 10%/);
    await pressWhenIdle(page, 'Escape');
    await expect(swatch).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(box(page, 'Primary color')).toBeFocused();
  });
  await test.step('a slider and its box, a list, a switch', async () => {
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
});

test("each theme is one press, saved whole, and with a color chosen here on the visitor's page [spec 2.settings.2]", {
  tag: '@long',
}, async ({ page, browser, baseURL }) => {
  await withoutPreview(page);
  const api = await openScreen(page);
  await expect(page.getByText('Default is in use')).toBeVisible();
  await expect(page.locator('proofbell-widget .notice .title').first()).toBeAttached();
  await expect(page.getByText('2 colors are hard to read')).toBeVisible();
  await page.getByRole('button', { name: 'Fix both' }).click();
  await expect(page.getByText('hard to read')).toHaveCount(0);
  for (const { name, appearance } of THEMES) {
    await choice(page, 'Theme', name).click();
    await expect(choice(page, 'Theme', name)).toBeChecked();
    await expect(box(page, 'Background color')).toHaveValue(appearance.brandColors.backgroundColor);
    await expect(page.getByText('hard to read')).toHaveCount(0);
  }
  const last = THEMES.at(-1);
  await expectSaved(api, {
    ...DEFAULT_APPEARANCE,
    ...last?.appearance,
    typography: { ...DEFAULT_APPEARANCE.typography, ...last?.appearance.typography },
    layout: { ...DEFAULT_APPEARANCE.layout, ...last?.appearance.layout },
  });
  // All that a theme sets is one step, and so is what came after it.
  await choice(page, 'Theme', 'Midnight').click();
  await box(page, 'Text color').fill('#ffffff');
  await expect(page.getByText("You're using your own look.")).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByText('Midnight is in use')).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(choice(page, 'Theme', last?.name ?? '')).toBeChecked();

  await choice(page, 'Theme', 'Midnight').click();
  await box(page, 'Text color').fill('#ffeedd');
  await poll(async () => (await saved(api)).appearance.brandColors.textColor).toBe('#ffeedd');
  await api.saveSettings({ behavior: { timing: { initialDelay: 0 } } });
  await api.addNotification({ title: 'New order', message: 'Ana from Lisbon bought the Oak Desk' });
  await visitShop(browser, baseURL ?? '', api.siteId, async (shop) => {
    const card = shop.locator('proofbell-widget .notice');
    await expect(card).toBeVisible();
    await expect(card).toHaveCSS('background-color', 'rgb(15, 23, 42)');
    await expect(card).toHaveCSS('border-radius', '12px');
    await expect(card.locator('.message')).toHaveCSS('color', 'rgb(255, 238, 221)');
    await expect(card.locator('.media')).toHaveCSS('color', 'rgb(125, 211, 252)');
  });
});

test("in a notification's editor, Escape first takes back what can't be saved, then closes the picker or the editor", {
  tag: '@long',
}, async ({ page }) => {
  await ownerAt(page, '/oak-and-iron/notifications');
  await page.getByRole('button', { name: 'Write your own' }).click();
  const editor = page.getByRole('dialog', { name: 'New notification' });
  await editor.getByRole('button', { name: /^Appearance/ }).click();
  await box(page, 'Border color').fill('blue');
  await pressWhenIdle(page, 'Escape');
  await expect(box(page, 'Border color')).toHaveValue('#e2e8f0');
  await box(page, 'Padding').fill('1000');
  await pressWhenIdle(page, 'Escape');
  await expect(box(page, 'Padding')).toHaveValue('16');

  await editor.getByRole('button', { name: 'Pick the border color' }).click();
  await expect(slider(page, 'Saturation and brightness')).toBeFocused();
  await page.keyboard.press('End');
  await pressWhenIdle(page, 'Escape');
  await expect(slider(page, 'Saturation and brightness')).toHaveCount(0);
  await expect(editor.getByRole('button', { name: "Reset border color to the widget's #e2e8f0" })).toBeVisible();
});

test('on a low window, as at 200% zoom, what has the focus is never covered', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 400 });
  await openScreen(page);
  await page.locator('#main h1').click();
  const covered: string[] = [];
  for (let at = 0; at < 70; at++) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const one = document.activeElement;
      if (!one?.closest('main') || one.closest('.sticky')) return null;
      const { left, top, width, height } = one.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + Math.min(height, 24) / 2);
      return there && (one.contains(there) || there.contains(one) || !there.closest('.sticky, header'))
        ? null
        : (one.getAttribute('aria-label') ?? one.textContent);
    });
    if (name !== null) covered.push(name);
  }
  expect(covered).toEqual([]);
});
