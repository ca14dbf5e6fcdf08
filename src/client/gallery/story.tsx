// One component in the gallery: its name, then its states.
import type { ReactNode } from 'react';

export function Story({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="min-w-0">
      <p className="mb-3 border-line border-b pb-1.5 font-mono text-meta text-muted">{name}</p>
      {children}
    </section>
  );
}

/** States in a wrapping row. */
export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3 [&+&]:mt-3">{children}</div>;
}
