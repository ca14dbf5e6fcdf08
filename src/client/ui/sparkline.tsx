// A small line of counts over time, beside the numbers it belongs to. Decorative: screen readers read those.

/** Units of the drawing, which is stretched to its box. */
const WIDTH = 100;
const HEIGHT = 24;
/** Keeps half of the line's width inside the drawing. */
const EDGE = 1;

type SparklineProps = {
  /** The counts, oldest first. The last is still growing, and drawn dashed. */
  values: readonly number[];
  /** Its size. */
  className: string;
};

/** The line starts at zero, so that heights can be compared within it. */
export function Sparkline({ values, className }: SparklineProps) {
  const most = Math.max(...values, 0);
  const at = (value: number, index: number) => {
    const x = values.length > 1 ? (index / (values.length - 1)) * WIDTH : WIDTH;
    const y = HEIGHT - EDGE - (most > 0 ? value / most : 0) * (HEIGHT - 2 * EDGE);
    return `${x.toFixed(2)},${y.toFixed(2)}`;
  };
  const points = values.map(at);
  const look = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5, vectorEffect: 'non-scaling-stroke' } as const;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={`${most > 0 ? 'text-accent' : 'text-line'} ${className}`}
    >
      {most > 0 && (
        <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} fill="currentColor" opacity={0.1} />
      )}
      <polyline {...look} points={points.slice(0, -1).join(' ')} strokeLinejoin="round" />
      <polyline {...look} points={points.slice(-2).join(' ')} strokeDasharray="2 2" />
    </svg>
  );
}
