// The product's logo: a bell on a round badge with a check mark as its clapper, and the wordmark.
import { classNames } from './class-names.ts';

/** @param size in pixels; legible from 16 up. Decorative: the name is beside it or on the link around it. */
export function LogoBadge({ size = 28 }: { size?: number | undefined }) {
  return (
    <svg viewBox="0 0 40 40" width={size} height={size} aria-hidden="true" className="shrink-0">
      <circle cx="20" cy="20" r="20" fill="var(--logo-disc)" />
      <path
        d="M20 7.5c-5 0-8.2 3.7-8.2 8.6 0 3.9-1 5.7-2.4 7.1-.9.9-.3 2.3.9 2.3h19.4c1.2 0 1.8-1.4.9-2.3-1.4-1.4-2.4-3.2-2.4-7.1 0-4.9-3.2-8.6-8.2-8.6Z"
        fill="var(--logo-bell)"
      />
      <path
        d="M15.3 29.6l3.4 3.4 6.3-5"
        fill="none"
        stroke="var(--logo-check)"
        strokeWidth="2.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

const SIZES = {
  sm: { badge: 24, word: 'text-[0.9375rem]' },
  md: { badge: 28, word: 'text-[1.0625rem]' },
};

export function Wordmark({ size = 'md' }: { size?: 'sm' | 'md' }) {
  const { badge, word } = SIZES[size];
  return (
    <span className="inline-flex items-center gap-2">
      <LogoBadge size={badge} />
      <span className={classNames('font-[650] font-display leading-none tracking-[-0.025em]', word)}>Proofbell</span>
    </span>
  );
}
