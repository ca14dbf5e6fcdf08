// What a screen's scripts weigh as they are sent.
import type { Page } from '@playwright/test';

/** What a dashboard may load, its chart included. */
export const DASHBOARD_SCRIPT_MAX = 205_000;

/** Sent as the body, with what the protocol adds to it, by path. */
export type Scripts = Map<string, number>;

/** @returns the page's scripts, filled as they come. */
export async function watchScripts(page: Page): Promise<Scripts> {
  const scripts: Scripts = new Map();
  const names = new Map<string, string>();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  cdp.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (type === 'Script') names.set(requestId, new URL(response.url).pathname);
  });
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const name = names.get(requestId);
    if (name) scripts.set(name, (scripts.get(name) ?? 0) + encodedDataLength);
  });
  return scripts;
}

/** @returns the bytes of all of them. */
export const weigh = (scripts: Scripts): number => [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);
