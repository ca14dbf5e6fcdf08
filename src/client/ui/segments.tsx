// A few choices joined in a row. Each choice is a link, so that it can be shared, opened in a new tab and undone with
// the back button.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';

type Segment = {
  /** Its short visible label. */
  label: string;
  /** Its name for screen readers; starts with the label. */
  name?: string | undefined;
  href: string;
  isCurrent: boolean;
};

type SegmentsProps = {
  /** The row's name for screen readers. */
  label: string;
  segments: readonly Segment[];
  /** A final part of another kind, such as a button styled with segmentLook. */
  children?: ReactNode;
};

/** @returns the classes for one part of the row. */
export const segmentLook = (isCurrent: boolean): string =>
  classNames(
    'inline-flex h-9 flex-1 items-center justify-center gap-1.5 whitespace-nowrap border-line border-y border-r px-3 font-medium text-table transition-colors duration-100 first:rounded-l-control first:border-l last:rounded-r-control focus-visible:z-10',
    isCurrent ? 'bg-accent-tint font-semibold text-ink' : 'bg-raised text-muted hover:text-ink',
  );

export function Segments({ label, segments, children }: SegmentsProps) {
  return (
    <nav aria-label={label} className="flex w-full sm:w-auto">
      {segments.map((segment) => (
        <Link
          key={segment.href}
          to={segment.href}
          preventScrollReset
          aria-label={segment.name}
          aria-current={segment.isCurrent ? 'true' : undefined}
          className={segmentLook(segment.isCurrent)}
        >
          {segment.label}
        </Link>
      ))}
      {children}
    </nav>
  );
}
