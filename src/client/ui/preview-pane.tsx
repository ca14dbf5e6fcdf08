// The pane next to an editor that shows what visitors will see.
import type { ReactNode } from 'react';

type PreviewPaneProps = {
  /** Where a screen has several. */
  title?: string;
  children: ReactNode;
  /** What the preview leaves out or depends on. */
  note?: ReactNode;
};

export function PreviewPane({ title = 'As visitors see it', children, note }: PreviewPaneProps) {
  return (
    <section aria-label={title} className="overflow-hidden rounded-panel border border-line bg-raised">
      <h2 className="border-line border-b px-4 py-2.5 font-semibold text-table">{title}</h2>
      <div>{children}</div>
      {note && <p className="border-line border-t px-4 py-2.5 text-meta text-muted">{note}</p>}
    </section>
  );
}
