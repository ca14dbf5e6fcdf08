// What counts as one visit, and what is remembered about it. Pure.

/** A visit ends after this long without a page of the site, in milliseconds (the usual session length in analytics). */
export const VISIT_GAP = 30 * 60_000;

export type Visit = {
  /** Milliseconds since 1970: when the visitor was last here. */
  at: number;
  /** Notifications shown so far. */
  count: number;
  /** For each notification shown, the number of its latest display within the visit, from 1. */
  seen: Record<string, number>;
  /** This visitor's visit number, from 1. */
  visits: number;
  /** Only where conditions are checked: the number of pages seen in the visit. */
  pages?: number;
  /** Likewise: the host that the visitor came from; '' for a direct visit. */
  from?: string;
};

/**
 * @param last what is remembered, if anything, along with any other stored values.
 * @returns the visit at `now`: the last one if it is still going on; the next one if it ended or its date is in the
 * future.
 */
export function continueVisit(last: Partial<Visit>, now: number): Visit {
  const { at = 0, visits = 0 } = last;
  const isGoingOn = at <= now && now - at < VISIT_GAP;
  return { count: 0, seen: {}, visits: visits + 1, ...(isGoingOn && last), at: now };
}

/** @returns the changes made by one more display. */
export function withShown({ count, seen }: Visit, id: string): Partial<Visit> {
  return { count: count + 1, seen: { ...seen, [id]: count + 1 } };
}

/** @param host the visitor came from, unless it is the site itself. @returns the changes made by one more page. */
export function withPage({ pages = 0, from = '' }: Visit, host?: string): Partial<Visit> {
  return { pages: pages + 1, from: host ?? from };
}
