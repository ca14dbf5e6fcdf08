// What counts as one visit, and what is remembered of it. Pure.

/** A visit ends after this long without a look at the site, in milliseconds (the usual session length in analytics). */
export const VISIT_GAP = 30 * 60_000;

export type Visit = {
  /** Milliseconds since 1970: when the visitor was last here. */
  at: number;
  /** Notices shown so far. */
  count: number;
  /** For each notice shown, which showing of the visit its latest was, from 1. */
  seen: Record<string, number>;
};

/** @returns the visit that goes on at `now`: the given one, or a new one when it ended or its date lies ahead. */
export function continueVisit({ at, count, seen }: Visit, now: number): Visit {
  const isGoingOn = at <= now && now - at < VISIT_GAP;
  return isGoingOn ? { at: now, count, seen } : { at: now, count: 0, seen: {} };
}

/** @returns the visit with one more showing in it. */
export function withShown({ at, count, seen }: Visit, id: string): Visit {
  return { at, count: count + 1, seen: { ...seen, [id]: count + 1 } };
}
