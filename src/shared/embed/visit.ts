// What counts as one visit, and what is remembered of it. Pure.

/** A visit ends after this long without a look at the site, in milliseconds (the usual session length in analytics). */
export const VISIT_GAP = 30 * 60_000;

export type Visit = {
  /** Milliseconds since 1970: when the visitor was last here. */
  at: number;
  /** Notifications shown so far. */
  count: number;
  /** For each notification shown, which showing of the visit its latest was, from 1. */
  seen: Record<string, number>;
  /** Which visit of this visitor it is, from 1, and how many of its pages were seen. */
  visits: number;
  pages: number;
  /** Host that the visitor came from; '' when from nowhere. */
  from: string;
};

/**
 * @param last what is remembered, if anything; with whatever else is remembered beside it.
 * @returns the visit at `now`: the last one while it goes on, the next one when it ended or its date lies ahead.
 */
export function continueVisit(last: Partial<Visit>, now: number): Visit {
  const { at = 0, visits = 0 } = last;
  const isGoingOn = at <= now && now - at < VISIT_GAP;
  return { count: 0, seen: {}, visits: visits + 1, pages: 0, from: '', ...(isGoingOn && last), at: now };
}

/** @returns what one more showing changes. */
export function withShown({ count, seen }: Visit, id: string): Partial<Visit> {
  return { count: count + 1, seen: { ...seen, [id]: count + 1 } };
}

/** @param host that the visitor came from to this page, if not from the site itself. @returns what one more page changes. */
export function withPage({ pages, from }: Visit, host?: string): Partial<Visit> {
  return { pages: pages + 1, from: host ?? from };
}
