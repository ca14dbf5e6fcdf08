// A gray placeholder for something that is loading. The caller sets its size and marks the region as busy.
import { classNames } from './class-names.ts';

export function Skeleton({ className }: { className?: string | undefined }) {
  return <div aria-hidden="true" className={classNames('animate-pulse rounded-control bg-ink/8', className)} />;
}

type SkeletonsProps = {
  /** What is on its way, for screen readers. */
  label: string;
  /** The size of each. */
  sizes: readonly string[];
  className?: string;
};

/** Several in place of something that is loading, which is said once. */
export const Skeletons = ({ label, sizes, className = 'space-y-4' }: SkeletonsProps) => (
  <div role="status" aria-label={label} className={className}>
    {sizes.map((size, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
      <Skeleton key={at} className={size} />
    ))}
  </div>
);
