// A part of a report: its heading, what must be known to read it, what can be done with it, and its content.
import type { ReactNode } from 'react';

type TableSectionProps = { title: string; note?: string; action?: ReactNode; children: ReactNode };

export function TableSection({ title, note, action, children }: TableSectionProps) {
  return (
    <section aria-label={title} className="pt-4">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5">
        <h2 className="font-display text-heading">{title}</h2>
        {action && <div className="flex gap-2">{action}</div>}
        {note && <p className="col-span-full text-pretty text-muted text-table">{note}</p>}
      </div>
      <div className="mt-3">{children}</div>
    </section>
  );
}
