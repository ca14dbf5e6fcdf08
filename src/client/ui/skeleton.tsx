// A gray placeholder for something that is loading. The caller sets its size and marks the region as busy.
import { classNames } from './class-names.ts';

export function Skeleton({ className }: { className?: string | undefined }) {
  return <div aria-hidden="true" className={classNames('animate-pulse rounded-control bg-ink/8', className)} />;
}
