// What counts as one visit, and what is remembered of it: how many notices were shown, and which. Pure.

/** A visit ends after this long without a look at the site, in milliseconds (the usual session length in analytics). */
export const VISIT_GAP = 30 * 60_000;

/** Ids kept of a visit: as many as a payload has notices. */
const SEEN_MAX = 100;

export type Visit = {
  /** Milliseconds since 1970: when the visitor was last here. */
  at: number;
  /** Notices shown so far. */
  count: number;
  /** Their ids, each once, the latest last. */
  seen: string[];
};

/** @returns the visit that goes on at `now`: the given one, or a new one when it ended or its date lies ahead. */
export function continueVisit(visit: Visit, now: number): Visit {
  const isGoingOn = visit.at <= now && now - visit.at < VISIT_GAP;
  return isGoingOn ? { ...visit, at: now } : { at: now, count: 0, seen: [] };
}

/** @returns the visit with one more showing in it. */
export function withShown(visit: Visit, id: string): Visit {
  const seen = [...visit.seen.filter((other) => other !== id), id].slice(-SEEN_MAX);
  return { ...visit, count: visit.count + 1, seen };
}

/** @returns the visit as text. No JSON: on pages that patch Array.prototype.toJSON a list comes out as a text. */
export const writeVisit = ({ at, count, seen }: Visit): string => [at, count, ...seen].join(' ');

/** @returns the visit in `text`; anything unreadable is a visit long over. */
export function readVisit(text: string | null): Visit {
  const [at, count, ...seen] = (text ?? '').split(' ');
  return { at: Number(at) || 0, count: Number(count) || 0, seen };
}
