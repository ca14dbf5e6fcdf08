// The range in the address of the open screen.
import { useSearchParams } from 'react-router';
import type { SiteStats } from '#shared/contract/stats.ts';
import { type ChosenRange, readRange } from './range.ts';

export function useChosenRange(): ChosenRange {
  const [query] = useSearchParams();
  return readRange(query);
}

/** @returns the range that `report` is of: while another is on its way, not the one in the address. */
export const rangeOf = ({ range, from, to }: Pick<SiteStats, 'range' | 'from' | 'to'>): ChosenRange =>
  range === 'custom' ? { range, from, to } : { range };
