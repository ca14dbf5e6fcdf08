// When a notice may be shown at all: from its start to its end. Pure.

/**
 * @param notice ISO dates; a missing one is no bound.
 * @param now milliseconds since 1970.
 * @returns whether `now` lies in [startsAt, endsAt). A date that cannot be read keeps the notice away.
 */
export function isLive(notice: { startsAt?: string; endsAt?: string }, now: number): boolean {
  const { startsAt, endsAt } = notice;
  return (startsAt === undefined || Date.parse(startsAt) <= now) && (endsAt === undefined || now < Date.parse(endsAt));
}
