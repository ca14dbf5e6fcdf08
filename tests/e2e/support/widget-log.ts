// What the widget reports to the page's scripts, from its first moment on, with the page's own time.
import type { Page } from '@playwright/test';
import { poll } from './base.ts';

/** `look` is a look for something to show, with the id that was found or none. */
export type WidgetEvent = { event: 'look' | 'show' | 'hide' | 'display' | 'click' | 'dismiss'; id: string; at: number };

type Api = {
  on(event: string, run: (detail: { id: string }) => void): unknown;
  set(key: string, value: unknown): void;
};

/** Starts the log; call it before the page opens. @param facts that the page sets as soon as it can. */
export async function keepLog(page: Page, facts: Record<string, unknown> = {}): Promise<void> {
  await page.addInitScript((early) => {
    const widgetEvents: WidgetEvent[] = [];
    let proofbell: Api | undefined;
    Object.assign(window, { widgetEvents });
    Object.defineProperty(window, 'Proofbell', {
      configurable: true,
      get: () => proofbell,
      set(value: Api) {
        proofbell = value;
        for (const event of ['look', 'show', 'hide', 'display', 'click', 'dismiss'] as const) {
          value.on(event, ({ id }) => widgetEvents.push({ event, id, at: Date.now() }));
        }
        for (const [key, fact] of Object.entries(early)) value.set(key, fact);
      },
    });
  }, facts);
}

/** @returns the events on the current page so far. */
export const loggedOn = (page: Page): Promise<WidgetEvent[]> =>
  page.evaluate(() => (window as unknown as { widgetEvents: WidgetEvent[] }).widgetEvents);

/** @returns ids in the order in which they were shown on the current page. */
export const shownOn = async (page: Page): Promise<string[]> =>
  (await loggedOn(page)).filter(({ event }) => event === 'show').map(({ id }) => id);

/** Waits until the widget has looked `count` more times and found nothing to show. */
export async function expectIdleLooks(page: Page, count: number): Promise<void> {
  const idleLooks = async () => (await loggedOn(page)).filter(({ event, id }) => event === 'look' && id === '').length;
  const before = await idleLooks();
  await poll(idleLooks, { message: 'looks that found nothing' }).toBeGreaterThanOrEqual(before + count);
}
