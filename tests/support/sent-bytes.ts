// What a screen is sent on a first visit: its scripts, and all that it asks for.
import type { Page } from '@playwright/test';

/** Script that a dashboard may load, its chart included. */
export const DASHBOARD_SCRIPT_MAX = 192_000;
/** All that it may be sent, and ask for. */
export const DASHBOARD_BYTES_MAX = 245_000;
export const DASHBOARD_REQUESTS_MAX = 12;
/** The same of any other screen. */
export const SCREEN_SCRIPT_MAX = 242_000;
export const SCREEN_BYTES_MAX = 288_000;

/** Bodies as they are sent, with what the protocol adds to them. */
export type Sent = {
  /** By path. */
  scripts: Map<string, number>;
  /** Of everything. */
  bytes: number;
  requests: string[];
};

/** @returns what the page is sent from now on, filled as it comes. */
export async function watchSent(page: Page): Promise<Sent> {
  const sent: Sent = { scripts: new Map(), bytes: 0, requests: [] };
  const names = new Map<string, string>();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  cdp.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('http')) sent.requests.push(request.url);
  });
  cdp.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (type === 'Script') names.set(requestId, new URL(response.url).pathname);
  });
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const name = names.get(requestId);
    if (name) sent.scripts.set(name, (sent.scripts.get(name) ?? 0) + encodedDataLength);
    sent.bytes += encodedDataLength;
  });
  return sent;
}

/** @returns the bytes of all scripts. */
export const scriptBytes = ({ scripts }: Sent): number => [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);
