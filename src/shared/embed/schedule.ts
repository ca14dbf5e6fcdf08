// When a notification may be shown at all: from its start to its end. Pure.

/**
 * @param notification ISO dates; a missing one is no bound.
 * @param now milliseconds since 1970.
 * @returns whether `now` lies in [startsAt, endsAt).
 */
export function isLive({ startsAt, endsAt }: { startsAt?: string; endsAt?: string }, now: number): boolean {
  // No comparison with NaN holds.
  return !(Date.parse(startsAt as string) > now || Date.parse(endsAt as string) <= now);
}
