// A bordered section of a screen: heading, content, and a footer for its actions.
import type { ReactNode } from 'react';

type PanelProps = {
  title?: string | undefined;
  description?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
};

export function Panel({ title, description, action, children, footer }: PanelProps) {
  return (
    <section className="rounded-panel border border-line bg-surface">
      {title && (
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 border-line border-b px-4 py-4 md:px-6 md:py-5">
          <div className="min-w-0">
            <h2 className="font-display text-heading">{title}</h2>
            {description && <p className="mt-0.5 max-w-[64ch] text-pretty text-muted">{description}</p>}
          </div>
          {action}
        </header>
      )}
      <div className="px-4 py-5 md:px-6">{children}</div>
      {footer && (
        <footer className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-4 py-3 md:px-6 md:py-4">
          {footer}
        </footer>
      )}
    </section>
  );
}
