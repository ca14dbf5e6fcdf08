// A count that rose: one of the few places where amber stands.

type RiseProps = { count: number /** The span it rose in. */; since?: string | undefined };

/** Renders nothing while nothing has risen. */
export function Rise({ count, since = 'today' }: RiseProps) {
  if (count <= 0) return null;
  return (
    <span className="whitespace-nowrap font-semibold text-proof-ink tabular-nums">
      +{count.toLocaleString()} {since}
    </span>
  );
}
