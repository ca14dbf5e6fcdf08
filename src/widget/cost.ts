// What the widget cost one page load. A separate file, fetched only by sampled page loads (COST_SAMPLING): the widget
// loads it by the hash in its name, so it always matches its build.
import type { CostReport } from '#shared/embed/payload.ts';

/**
 * Excludes this file's own request and its few milliseconds, because the loads that the report stands for never pay
 * them.
 * @param script address of the widget.
 * @param url of the payload; the interactions' URL starts with it.
 * @param time milliseconds of main thread.
 * @returns the report. Browsers record at most 250 timings, so bytes and requests stay within the server's limits
 * (contract/embed.ts).
 */
export function costOf({ performance }: Window, script: string, url: string, time: number): CostReport {
  let bytes = 0;
  let requests = 0;
  for (const { name, transferSize } of performance.getEntriesByType('resource') as PerformanceResourceTiming[]) {
    // Whatever came from the browser's cache took nothing from the network.
    if (!transferSize || (name !== script && !name.startsWith(url))) continue;
    bytes += transferSize;
    requests += 1;
  }
  return { type: 'cost', bytes, requests, time };
}
