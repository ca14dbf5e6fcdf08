// The list's outline while it loads, in the list's own measures so that nothing moves.
import { Skeleton } from '#client/ui/skeleton.tsx';

const ROWS = ['a', 'b', 'c', 'd'];

export function NotificationsSkeleton() {
  return (
    <div role="status" aria-label="Loading notifications">
      <div className="flex h-10 items-center gap-6 border-line border-b">
        <Skeleton className="h-4 w-10" />
        <Skeleton className="h-4 w-14" />
        <Skeleton className="h-4 w-16" />
      </div>
      <div className="mt-3 grid gap-3 md:mt-9 md:gap-0">
        {ROWS.map((row) => (
          <div
            key={row}
            className="rounded-panel border border-line p-4 md:rounded-none md:border-0 md:border-t md:px-0 md:py-3"
          >
            <Skeleton className="h-5 w-2/3 max-w-md" />
            <Skeleton className="mt-1.5 h-4 w-1/3 max-w-56" />
          </div>
        ))}
      </div>
    </div>
  );
}
