// How much a count has grown.
import { count as formatCount } from '../format/numbers.ts';

type DeltaProps = {
  count: number;
  /** The start of the comparison. */
  since?: string | undefined;
};

/** Renders nothing unless the count has grown. */
export function Delta({ count, since = 'today' }: DeltaProps) {
  if (count <= 0) return null;
  return (
    <span className="whitespace-nowrap font-semibold text-success tabular-nums">
      +{formatCount(count)} {since}
    </span>
  );
}
