// What the gallery shows before its code and its templates have arrived: its heading, and cards to come.
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Button } from '#client/ui/button.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { listHref } from './gallery-address.ts';

export const CARD_GRID = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';
/** Behind a card's notification: a page in daylight, as most visitors see it. It grows with a tall one. */
export const CARD_FRAME = 'grid min-h-40 items-center justify-items-center bg-[#f1f1ee]';
/** Outside the view the browser does nothing for what is in it, and keeps its size. */
export const UNSEEN_FRAME = '[content-visibility:auto] [contain-intrinsic-size:auto_160px]';
/** Categories beside the cards, above them on narrow screens. */
export const GALLERY_COLUMNS = 'grid gap-4 lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-8';

export function GalleryFrame({ children }: { children: ReactNode }) {
  const [params] = useSearchParams();
  return (
    <>
      <PageHeader
        title="Templates"
        description="Start from one, and change whatever you like. Names and places in them are made up."
        action={
          <Button asChild variant="secondary" icon={<ArrowLeft aria-hidden="true" size={17} />}>
            <Link to={listHref(params)}>All notifications</Link>
          </Button>
        }
      />
      {children}
    </>
  );
}

/** In place of the gallery while its code is loading. */
export const GallerySkeleton = () => (
  <GalleryFrame>
    <div className={GALLERY_COLUMNS}>
      <Skeleton className="h-10 w-full" />
      <LoadingCards />
    </div>
  </GalleryFrame>
);

export const LoadingCards = () => (
  <ul aria-busy="true" aria-label="Loading templates" className={CARD_GRID}>
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <li key={key} className="overflow-hidden rounded-panel border border-line bg-raised">
        <div className={CARD_FRAME}>
          <Skeleton className="h-16 w-4/5" />
        </div>
        <div className="space-y-2.5 border-line border-t px-4 py-4">
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-3 w-4/5" />
          <Skeleton className="ml-auto h-8 w-14" />
        </div>
      </li>
    ))}
  </ul>
);
