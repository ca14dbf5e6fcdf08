// What the widget tells the page, written down from its first moment on, with the page's own time.
import type { Page } from '@playwright/test';

export type Told = { event: string; id: string; at: number };

type Heard = {
  on(event: string, run: (detail: { id: string }) => void): unknown;
  set(key: string, value: unknown): void;
};

/** Before the page is opened. @param facts that the page tells as soon as there is somebody to tell. */
export async function keepLog(page: Page, facts: Record<string, unknown> = {}): Promise<void> {
  await page.addInitScript((early) => {
    const told: Told[] = [];
    let proofbell: Heard | undefined;
    Object.assign(window, { told });
    Object.defineProperty(window, 'Proofbell', {
      configurable: true,
      get: () => proofbell,
      set(value: Heard) {
        proofbell = value;
        for (const event of ['show', 'hide', 'display', 'click', 'dismiss']) {
          value.on(event, ({ id }) => told.push({ event, id, at: Date.now() }));
        }
        for (const [key, fact] of Object.entries(early)) value.set(key, fact);
      },
    });
  }, facts);
}

/** @returns what was told on the present page so far. */
export const toldOn = (page: Page): Promise<Told[]> =>
  page.evaluate(() => (window as unknown as { told: Told[] }).told);

/** @returns ids in the order in which they were shown on the present page. */
export const shownOn = async (page: Page): Promise<string[]> =>
  (await toldOn(page)).filter(({ event }) => event === 'show').map(({ id }) => id);
