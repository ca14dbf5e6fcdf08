// What the widget cost one page load: told by one load in a hundred, so that owners know what it costs their visitors.
import type { CostEvent } from '#shared/embed/payload.ts';

/** Share of loads that tell. */
export const COST_SHARE = 0.01;

/**
 * @param entries the page's resource timings.
 * @param script address of the widget.
 * @param url of the payload; that of the events begins with it.
 * @param time milliseconds of main thread.
 * @returns the event. Browsers keep 250 timings, so that bytes and requests stay within what the server takes
 * (contract/embed.ts).
 */
export function costOf(entries: PerformanceEntryList, script: string, url: string, time: number): CostEvent {
  let bytes = 0;
  let requests = 0;
  for (const { name, transferSize } of entries as PerformanceResourceTiming[]) {
    // Nothing came over the network for what the browser's cache held.
    if (!transferSize || (name !== script && !name.startsWith(url))) continue;
    bytes += transferSize;
    requests += 1;
  }
  return { type: 'cost', bytes, requests, time };
}
