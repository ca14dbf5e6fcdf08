// The facts that the widget, its inspector, the server and the owner's app must agree on, each in one place. Imports nothing.

/** One page load in this many reports what the widget cost it; the widget picks loads at random. */
export const COST_SAMPLING = 100;

/** A page's path is reported and stored up to this many characters. */
export const PAGE_MAX = 200;

/** A payload carries at most this many notifications, the first in the owner's order, to stay small for visitors. */
export const EMBED_NOTIFICATIONS_MAX = 100;

/** How long an inspection link lives, in milliseconds. */
export const INSPECTION_LIFE = 10 * 60_000;

/** What the widget may cost a visitor's page. Published on the home page, the Performance screen and in the README. */
export const WIDGET_BUDGET = {
  /** The script as sent, compressed with brotli. The build fails above it. */
  bytes: 6_000,
  /** Requests until the first notification: the script and the payload. */
  requests: 2,
  /**
   * Milliseconds of main thread until the first notification. `npm run bench -- page` measures it from a browser's trace,
   * in the main thread's own time, on a page with 20 notifications and every setting given: 5 to 6 on the machine of
   * docs/benchmarks.md. The trace shows no single cost: compiling takes 0.6, the first use of localStorage 0.7, and the
   * payload, the region, the style sheet, link, picture and media queries 0.2 to 0.3 each.
   */
  time: 10,
} as const;

/** The same with the processor slowed four times, as on an inexpensive phone: 32 to 34 when last measured. */
export const SLOWED_TIME_BUDGET = 40;

/**
 * @param host a page's hostname; empty where the page has none, as in sandboxed frames.
 * @param domains hostnames the owner listed; each covers its subdomains, and none means anywhere.
 * @returns whether the widget may run there.
 */
export function isAllowedHost(host: string, domains: readonly string[]): boolean {
  // A fully qualified name may end with a dot.
  const name = host.replace(/\.$/, '');
  return domains.length === 0 || (name !== '' && domains.some((domain) => `.${name}`.endsWith(`.${domain}`)));
}
