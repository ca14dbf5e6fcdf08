// The outline of a screen whose content is on its way: a title and ruled rows, where they will stand.
import { Skeleton } from '../ui/skeleton.tsx';

const ROWS = ['a', 'b', 'c', 'd'];

export function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton className="h-10 w-56" />
      <Skeleton className="mt-3 h-4 w-72" />
      <div className="mt-10 border-line border-t">
        {ROWS.map((row) => (
          <div key={row} className="border-line border-b py-5">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="mt-2 h-3 w-1/3" />
          </div>
        ))}
      </div>
    </div>
  );
}
