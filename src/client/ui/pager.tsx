// The pages of a list whose newest rows come first: which one is shown, and the way to its neighbours.
import { Button } from './button.tsx';

/** @returns the last page there is. Whoever is behind it, because rows have gone meanwhile, is brought back to it. */
export function useLastPage(
  [page, setPage]: readonly [number, (page: number) => void],
  total: number | undefined,
  limit: number,
): number {
  const last = total === undefined ? page : Math.max(1, Math.ceil(total / limit));
  if (page > last) setPage(last);
  return last;
}

type PagerProps = {
  /** What is listed, 'imports'. */
  noun: string;
  /** How many there are, '11 imports'. */
  count: string;
  page: number;
  last: number;
  onPage: (page: number) => void;
};

export function Pager({ noun, count, page, last, onPage }: PagerProps) {
  return (
    <nav aria-label={`Pages of ${noun}`} className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted text-table tabular-nums">
        {count}
        {last > 1 && ` · page ${page} of ${last}`}
      </p>
      {last > 1 && (
        <div className="flex gap-2">
          <Button variant="secondary" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Newer
          </Button>
          <Button variant="secondary" size="sm" disabled={page >= last} onClick={() => onPage(page + 1)}>
            Older
          </Button>
        </div>
      )}
    </nav>
  );
}
