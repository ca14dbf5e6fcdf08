// The headings of a long page, beside it where there is room.
import { Link, useLocation } from 'react-router';
import type { DocumentEntry } from './document.ts';

/** The columns of a text, in the middle, and its headings, at its edge; they keep their room where text is larger. */
export const BESIDE_TEXT = 'grid gap-x-12 xl:grid-cols-[minmax(0,1fr)_minmax(0,40rem)_minmax(12rem,1fr)]';
/** The text's own column. On the text itself: what a class says of children isn't in a page's first paint. */
export const TEXT_COLUMN = 'min-w-0 max-xl:mx-auto max-xl:w-full max-xl:max-w-[40rem] xl:col-start-2';

export function OnThisPage({ headings }: { headings: DocumentEntry['headings'] }) {
  const { search } = useLocation();
  return (
    <nav
      aria-label="On this page"
      className="sticky top-24 hidden max-h-[calc(100dvh-7rem)] max-w-72 self-start overflow-y-auto xl:block"
    >
      <p className="font-medium text-meta text-muted">On this page</p>
      <ul className="mt-3 border-line border-l text-table">
        {headings.map(({ id, text, isSub }) => (
          <li key={id}>
            <Link
              to={{ search, hash: id }}
              className={`-ml-px block border-transparent border-l py-1 hover:border-ink hover:text-ink ${isSub ? 'pl-7 text-muted' : 'pl-4'}`}
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
