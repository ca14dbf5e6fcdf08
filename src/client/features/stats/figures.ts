// Figures worked out from counts, as they are written on a screen.

/** @returns clicks as a share of displays, such as '3.4 %'; a dash while nothing was displayed. */
export function clickRate({ displays, clicks }: { displays: number; clicks: number }): string {
  if (displays === 0) return '–';
  const percent = (clicks / displays) * 100;
  return `${percent.toFixed(percent < 10 ? 1 : 0)} %`;
}
