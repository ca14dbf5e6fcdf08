// Uses every control of a screen once, with real mouse and keyboard input, and reads how long each interaction took until
// the next paint: from the browser's own entries (Event Timing), as Interaction to Next Paint is defined.
import type { Locator, Page } from '@playwright/test';

/** `ms` until the next paint, rounded to 8 by the browser; 0 for less than 16. */
export type Used = { control: string; ms: number };

type Entry = { startTime: number; duration: number; interactionId: number };
declare global {
  interface Window {
    benchInputs: Entry[];
  }
}

/** To run in the page before everything else. */
export function watchInputs(): void {
  window.benchInputs = [];
  new PerformanceObserver((list) => {
    window.benchInputs.push(...(list.getEntries() as unknown as Entry[]));
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

const CONTROLS = 'main :is(button, input, textarea, [role=slider], [role=tab], summary):visible';
/** Opens another tab or leaves the screen. */
const LEFT_OUT = /open my page|delete|go to/i;

const nameOf = (control: Locator): Promise<string> =>
  control.evaluate((element) => {
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    const by = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const texts = [
      element.getAttribute('aria-label'),
      ...by.map((id) => document.getElementById(id)?.textContent),
      ...labels.map((label) => label.textContent),
      element.textContent,
    ];
    return (
      texts
        .find((text) => text?.trim())
        ?.trim()
        .slice(0, 40) ?? element.tagName.toLowerCase()
    );
  });

/** @returns whether it belongs to the screen itself, not to a notification that a preview draws. */
const isOwn = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => element.getRootNode() === document && !element.closest('[inert]'));

/** Does what a person does with such a control. */
async function use(control: Locator, page: Page): Promise<void> {
  const [role, type] = await control.evaluate((element) => [
    element.getAttribute('role'),
    element.getAttribute('type'),
  ]);
  const isText = (await control.evaluate((element) => element.tagName)) !== 'BUTTON' && role !== 'slider';
  if (role === 'slider') {
    await control.focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'PageUp', 'Home']) await page.keyboard.press(key);
  } else if (isText && type !== 'checkbox' && type !== 'radio') {
    await control.click();
    await page.keyboard.press('End');
    await page.keyboard.type('1');
    await page.keyboard.press('Backspace');
  } else await control.click();
}

/** Waits until what was started is painted, and long enough for the browser to report it. */
const painted = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60)))),
  );

const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** Closes what a control has opened, which can come late if its code is loaded first. */
async function closeOverlay(page: Page, isExpected: boolean): Promise<void> {
  const overlays = page.locator(OVERLAYS);
  if (isExpected) await overlays.first().waitFor({ timeout: 5_000 });
  for (let attempt = 0; attempt < 5 && (await overlays.count()) > 0; attempt++) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(300);
  }
}

/** @returns each control of the open screen with its slowest interaction. What it opens is closed again. */
export async function driveControls(page: Page): Promise<Used[]> {
  const found: Used[] = [];
  const count = await page.locator(CONTROLS).count();
  for (let i = 0; i < count; i++) {
    const control = page.locator(CONTROLS).nth(i);
    if ((await control.count()) === 0 || !(await control.isEnabled()) || !(await isOwn(control))) continue;
    const name = await nameOf(control);
    if (LEFT_OUT.test(name)) continue;
    const opens = (await control.getAttribute('aria-haspopup')) !== null;
    await control.scrollIntoViewIfNeeded();
    await painted(page);
    await closeOverlay(page, false);
    const from = await page.evaluate(() => performance.now());
    await use(control, page);
    await painted(page);
    // Code that a button loads when it is first pressed.
    if (opens || !(await page.evaluate(() => document.activeElement?.matches('[role]'))))
      await page.waitForTimeout(300);
    await closeOverlay(page, opens).catch((error: unknown) => {
      throw new Error(`${name} opened nothing`, { cause: error });
    });
    const ms = await page.evaluate((since) => {
      const own = window.benchInputs.filter((entry) => entry.interactionId > 0 && entry.startTime >= since);
      return Math.max(0, ...own.map((entry) => entry.duration));
    }, from);
    found.push({ control: name, ms });
  }
  return found;
}
