// Loading indicators: a small inline spinner, and one for a whole page.

/** Decorative, next to text. */
export const Spinner = ({ className = 'size-4' }: { className?: string }) => (
  <span aria-hidden="true" className="inline-flex shrink-0">
    <svg viewBox="0 0 16 16" fill="none" aria-hidden="true" className={`animate-spin ${className}`}>
      <circle cx="8" cy="8" r="6.5" stroke="currentColor" strokeWidth="2" opacity="0.25" />
      <path d="M8 1.5A6.5 6.5 0 0 1 14.5 8" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  </span>
);

/** Fills the page until we know what to show. */
export function PageSpinner() {
  return (
    <div role="status" className="flex min-h-[60vh] flex-col items-center justify-center gap-3 text-muted">
      <Spinner className="size-6 text-accent" />
      Loading...
    </div>
  );
}
