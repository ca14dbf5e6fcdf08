// How tall the curve of a lift is drawn: as its last days need it. The first, of a few orders, go beyond it. Pure.
import type { Effect, Lift } from '#shared/contract/effect.ts';

export type LiftScale = { low: number; high: number; ticks: number[] };
export type LiftPoint = { day: string; lift: Lift };

const LEAST = 0.3;
const MOST = 3;
const ROOM = 1.6;
const LINES = 5;

export const pointsOf = (days: Effect['days']): LiftPoint[] =>
  days.flatMap(({ day, lift }) => (lift?.value == null ? [] : [{ day, lift }]));

/** @returns the ends of the scale around no change, and the round changes with a line. */
export function scaleOf(points: readonly LiftPoint[]): LiftScale {
  const last = points.at(-1)?.lift;
  const high = Math.min(Math.max((last?.high ?? MOST) * ROOM, LEAST), MOST);
  const low = Math.max(Math.min((last?.low ?? 0) * ROOM, -LEAST), -1);
  const step = [0.1, 0.2, 0.25, 0.5, 1].find((one) => (high - low) / one <= LINES) ?? 1;
  const first = Math.ceil(low / step);
  const ticks = Array.from({ length: Math.floor(high / step) - first + 1 }, (_, at) => (first + at) * step);
  return { low, high, ticks };
}
