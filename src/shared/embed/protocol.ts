// Facts that the widget, its inspector, the server and the owner's app must agree on, each in one place. Imports
// nothing.

/** One page load in this many reports the widget's cost; the widget picks loads at random. */
export const COST_SAMPLING = 100;

/** The example that the home page shows: what stands for a site's id in its address (sites have UUIDs), and its first one. */
export const EXAMPLE = { siteId: 'example', notificationId: 'example-order' } as const;

/**
 * Finds in the language that the widget asks for words in (`?l=`, BCP 47) one that there are words in: none in English,
 * which it speaks by itself.
 */
export const ASKED_LANGUAGE = /^(cs|da|de|es|fi|fr|it|ja|nb|nl|nn|no|pl|pt|sv|tr|uk)\b/;

/** Maximum characters of a page's path, in reports and in the database. */
export const PAGE_MAX = 200;

/** A payload carries at most this many notifications, the first in the owner's order, to stay small for visitors. */
export const EMBED_NOTIFICATIONS_MAX = 100;

/** How long an inspection link is valid, in milliseconds. */
export const INSPECTION_LIFE = 10 * 60_000;
/** For how long after that a link with draft settings says that they are gone, instead of nothing, in milliseconds. */
export const GONE_DRAFT_LIFE = 60 * 60_000;

/**
 * The most the widget may cost a visitor's page. Published on the home page, the Performance screen and in the README.
 */
export const WIDGET_BUDGET = {
  /** The script and the first payload together, of 20 orders with the default look, as sent with brotli. */
  bytes: 7_750,
  /** Each later payload of the same. */
  payload: 1_400,
  /**
   * Requests until the first notification: the script and the payload. A site with conditions takes one more, and so does a
   * browser that draws its arm.
   */
  requests: 2,
  /**
   * Milliseconds of main thread until the first notification. `npm run bench -- page` measures it from a browser trace,
   * in main-thread CPU time, on a page with 20 notifications and every setting used: about 6 on the machine of
   * docs/benchmarks.md. No single cost dominates the trace: compilation takes 0.6, the first use of localStorage 0.7,
   * and payload, region, style sheet, link, picture and media queries 0.2 to 0.3 each.
   */
  time: 10,
} as const;

/** The same with the CPU throttled four times, as on an inexpensive phone: 33 when last measured. */
export const SLOWED_TIME_BUDGET = 40;

/**
 * @param host a page's hostname; empty if the page has none, as in sandboxed frames.
 * @param domains hostnames listed by the owner; each covers its subdomains, and an empty list allows any host.
 * @returns whether the widget may run there.
 */
export function isAllowedHost(host: string, domains: readonly string[]): boolean {
  // A fully qualified name may end with a dot.
  const name = host.replace(/\.$/, '');
  return domains.length === 0 || (name !== '' && domains.some((domain) => `.${name}`.endsWith(`.${domain}`)));
}
