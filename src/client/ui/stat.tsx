// A figure with its name.
import type { ReactNode } from 'react';

type StatProps = { label: string; value: number | string; hint?: ReactNode };

export function Stat({ label, value, hint }: StatProps) {
  return (
    <div className="min-w-0">
      <p className="text-meta text-muted">{label}</p>
      <p className="mt-1 truncate font-display text-title tabular-nums">
        {typeof value === 'number' ? value.toLocaleString() : value}
      </p>
      {hint && <p className="mt-1 text-meta text-muted">{hint}</p>}
    </div>
  );
}
