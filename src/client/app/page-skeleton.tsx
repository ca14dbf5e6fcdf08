// Stands in for a screen that can't be shown before the owner's sites are known.
import { Skeleton } from '../ui/skeleton.tsx';
import { useFocusPassing } from './route-focus.ts';

/** A placeholder for title and rows. */
export function PageSkeleton() {
  useFocusPassing();
  return (
    <div role="status" aria-label="Loading">
      <Skeleton className="h-10 w-56" />
      <Skeleton className="mt-3 h-4 w-72" />
      <div className="mt-10 border-line border-t">
        {['a', 'b', 'c', 'd'].map((row) => (
          <div key={row} className="border-line border-b py-5">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="mt-2 h-3 w-1/3" />
          </div>
        ))}
      </div>
    </div>
  );
}
