// What the widget cost one page load. A file of its own, which only the page loads sampled for it fetch
// (COST_SAMPLING): the widget loads it by the hash in its name, so it always meets the build that it belongs to.
import type { CostReport } from '#shared/embed/payload.ts';

/**
 * This file's own request and its few milliseconds are left out: the loads that the report stands for never pay them.
 * @param script address of the widget.
 * @param url of the payload; that of the interactions begins with it.
 * @param time milliseconds of main thread.
 * @returns the report. Browsers keep 250 timings, so that bytes and requests stay within what the server takes
 * (contract/embed.ts).
 */
export function costOf({ performance }: Window, script: string, url: string, time: number): CostReport {
  let bytes = 0;
  let requests = 0;
  for (const { name, transferSize } of performance.getEntriesByType('resource') as PerformanceResourceTiming[]) {
    // Nothing came over the network for what the browser's cache held.
    if (!transferSize || (name !== script && !name.startsWith(url))) continue;
    bytes += transferSize;
    requests += 1;
  }
  return { type: 'cost', bytes, requests, time };
}
