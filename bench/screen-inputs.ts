// Uses every control of a screen once, with real mouse and keyboard input, and reads how long each interaction took until
// the next paint: from the browser's own entries (Event Timing), as Interaction to Next Paint is defined.
import type { Locator, Page } from '@playwright/test';

/** `ms` until the next paint, rounded to 8 by the browser; 0 for less than 16. `handlersMs` of them in event handlers. */
export type Used = { control: string; ms: number; handlersMs: number };

type Entry = {
  name: string;
  startTime: number;
  duration: number;
  interactionId: number;
  processingStart: number;
  processingEnd: number;
};
declare global {
  interface Window {
    benchInputs: Entry[];
  }
}

/**
 * To run in the page before everything else. Holds up the Pause key, which means nothing to any screen, for longer than what
 * the browser leaves out of its report.
 */
export function watchInputs(): void {
  window.benchInputs = [];
  window.addEventListener('keydown', ({ key }) => {
    if (key !== 'Pause') return;
    for (const start = performance.now(); performance.now() - start < 24; );
  });
  new PerformanceObserver((list) => {
    window.benchInputs.push(...(list.getEntries() as unknown as Entry[]));
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

const now = (page: Page) => page.evaluate(() => performance.now());

/**
 * Waits until all that was pressed so far is painted and the browser has told of it, which it does in order: it has then
 * told of a mark that was pressed last. Interactions of less than 16 ms are never told of, so waiting for one's own entry
 * could last for ever.
 * @returns when the mark was pressed (ms since the page began); what began earlier is complete.
 */
export async function reported(page: Page): Promise<number> {
  // Before the mark holds anything up, what was pressed has to be on the screen.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const from = await now(page);
  await page.keyboard.press('Pause');
  await page.waitForFunction(
    (since) => window.benchInputs.some(({ name, startTime }) => name === 'keydown' && startTime >= since),
    from,
  );
  return from;
}

const CONTROLS = ':is(button, input, textarea, [role=slider], [role=tab], summary):visible';
/** Opens another tab or leaves the screen. */
const LEFT_OUT = /open my page|delete|go to|all notifications/i;
/** Of a list's rows, or the copies that 'Duplicate' makes. */
const SAME_NAME_MAX = 3;

/** Runs in the page. @returns each control's name; null for one that is disabled, or belongs to a notification that a preview draws. */
function namesOf(elements: (HTMLElement | SVGElement)[]): (string | null)[] {
  return elements.map((element) => {
    if (element.getRootNode() !== document || element.closest('[inert], :disabled, [aria-disabled=true]')) return null;
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    const by = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const texts = [
      element.getAttribute('aria-label'),
      ...by.map((id) => document.getElementById(id)?.textContent),
      ...labels.map((label) => label.textContent),
      element.textContent,
    ];
    return texts.find((text) => text?.trim())?.trim() ?? element.tagName.toLowerCase();
  });
}

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

/** Closes what a control has opened, which can come late if its code is loaded first. @param left overlays that stay. */
async function closeOverlays(page: Page, left: number, isExpected: boolean): Promise<void> {
  const overlays = page.locator(OVERLAYS);
  if (isExpected) await overlays.nth(left).waitFor({ timeout: 5_000 });
  for (let attempt = 0; attempt < 5 && (await overlays.count()) > left; attempt++) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(300);
  }
}

/** @returns the slowest interaction that began after `from`. One press is several events, each with its handlers. */
async function slowestSince(page: Page, from: number, control: string): Promise<Used> {
  const entries = await page.evaluate(
    (since) =>
      window.benchInputs
        .filter((entry) => entry.interactionId > 0 && entry.startTime >= since)
        .map(({ interactionId, duration, processingStart, processingEnd }) => ({
          interactionId,
          ms: duration,
          handlersMs: processingEnd - processingStart,
        })),
    from,
  );
  const slowest = entries.toSorted((a, b) => b.ms - a.ms)[0];
  const parts = entries.filter(({ interactionId }) => interactionId === slowest?.interactionId);
  return {
    control,
    ms: slowest?.ms ?? 0,
    handlersMs: Math.round(parts.reduce((all, part) => all + part.handlersMs, 0)),
  };
}

/**
 * Uses each control in `scope`, and the first choice of each menu and list. What it opens is closed again.
 * @returns each with its slowest interaction.
 */
export async function driveControls(page: Page, scope: string): Promise<Used[]> {
  const found: Used[] = [];
  const left = await page.locator(OVERLAYS).count();
  const controls = page.locator(scope).locator(CONTROLS);
  const used = new Map<string, number>();
  // What using one adds comes up, too; what it takes away is gone.
  for (;;) {
    await closeOverlays(page, left, false);
    const names = await controls.evaluateAll(namesOf);
    const at = unused(names, used);
    const name = names[at];
    if (!name) return found;
    used.set(name, (used.get(name) ?? 0) + 1);
    const control = controls.nth(at);
    const opens = await control.getAttribute('aria-haspopup');
    await control.scrollIntoViewIfNeeded();
    await painted(page);
    const from = await now(page);
    await use(control, page);
    await painted(page);
    // Code that a button loads when it is first pressed.
    if (opens !== null || !(await page.evaluate(() => document.activeElement?.matches('[role]'))))
      await page.waitForTimeout(300);
    const chosen = opens === 'menu' || opens === 'listbox' ? await choose(page) : undefined;
    await closeOverlays(page, left, opens !== null && chosen === undefined).catch((error: unknown) => {
      throw new Error(`${name} opened nothing`, { cause: error });
    });
    found.push(await slowestSince(page, from, chosen === undefined ? name : `${name}, then ${chosen}`));
  }
}

/** @returns the place of the first name that wasn't used as often as it stands up to there; -1 if there is none. */
function unused(names: readonly (string | null)[], used: ReadonlyMap<string, number>): number {
  const seen = new Map<string, number>();
  return names.findIndex((name) => {
    if (name === null || LEFT_OUT.test(name)) return false;
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return nth <= SAME_NAME_MAX && nth > (used.get(name) ?? 0);
  });
}

/** Chooses the first item of the open menu or list, as far as that stays on the screen. @returns its name. */
async function choose(page: Page): Promise<string | undefined> {
  const items = page.locator('[role=menu] [role=menuitem], [role=listbox] [role=option]');
  const name = (await items.first().innerText({ timeout: 5_000 })).split('\n')[0] ?? '';
  if (LEFT_OUT.test(name)) return undefined;
  await items.first().click();
  await painted(page);
  await page.waitForTimeout(300);
  return name;
}
