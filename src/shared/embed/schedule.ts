// When a notification may be shown at all: from its start until its end. Pure.

/**
 * @param notification ISO dates; a missing date sets no limit.
 * @param now milliseconds since 1970.
 * @returns whether `now` lies in [startsAt, endsAt).
 */
export function isLive({ startsAt, endsAt }: { startsAt?: string; endsAt?: string }, now: number): boolean {
  // Every comparison with NaN is false.
  return !(Date.parse(startsAt as string) > now || Date.parse(endsAt as string) <= now);
}
