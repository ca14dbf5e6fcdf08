// A word describing the thing next to it: its plan, state or kind.
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type Tone = 'neutral' | 'accent' | 'proof' | 'danger' | 'success';

const TONES: Record<Tone, string> = {
  neutral: 'bg-ink/6 text-muted',
  accent: 'bg-accent-tint text-accent',
  proof: 'bg-proof-tint text-proof-ink',
  danger: 'bg-danger-tint text-danger',
  success: 'bg-success-tint text-success',
};

export function Badge({ tone = 'neutral', children }: { tone?: Tone | undefined; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 shrink-0 items-center gap-1 whitespace-nowrap rounded-control px-1.5 font-semibold text-meta',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
