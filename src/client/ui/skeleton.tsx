// The grey shape of something that is on its way; the caller gives its size and says 'busy' on the region.
import { classNames } from './class-names.ts';

export function Skeleton({ className }: { className?: string | undefined }) {
  return <div aria-hidden="true" className={classNames('animate-pulse rounded-control bg-ink/8', className)} />;
}
