// A section of a report: heading, note, actions and content; and the switch between chart and table.

import { ChartLine, Table2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';

type TableSectionProps = { title: string; note?: string | undefined; action?: ReactNode; children: ReactNode };

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

type TableSwitchProps = { isTable: boolean; onChange: (isTable: boolean) => void };

/** Switches between a chart and its table. */
export function TableSwitch({ isTable, onChange }: TableSwitchProps) {
  const Icon = isTable ? ChartLine : Table2;
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={<Icon aria-hidden="true" size={15} />}
      onClick={() => onChange(!isTable)}
    >
      {isTable ? 'Chart' : 'Table'}
    </Button>
  );
}
