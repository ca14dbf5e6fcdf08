// The look that all charts over time share: grid, axes, pointer and tooltip.

export const GRID = { vertical: false, stroke: 'var(--color-line)' } as const;

/** Keeps the lowest value off the first day's name. */
const AXIS = { tickMargin: 6, tick: { fontSize: 12, fill: 'var(--color-muted)' }, tickLine: false } as const;

export const TIME_AXIS = {
  ...AXIS,
  axisLine: { stroke: 'var(--color-line)' },
  minTickGap: 32,
  interval: 'equidistantPreserveStart',
} as const;

export const VALUE_AXIS = { ...AXIS, axisLine: false } as const;

/** For the tooltip. */
export const POINTER = {
  cursor: { stroke: 'var(--color-muted)', strokeDasharray: '3 3' },
  isAnimationActive: false,
} as const;

export const CARD = 'rounded-control border border-line bg-raised px-3 py-2 text-table shadow-float';
