// The top of a screen: its only h1, a sentence about it, and its main action.
import type { ReactNode } from 'react';

type PageHeaderProps = {
  title: ReactNode;
  description?: ReactNode;
  action?: ReactNode;
  /** A small line above the title, for example the site's name. */
  eyebrow?: ReactNode;
};

export function PageHeader({ title, description, action, eyebrow }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        {eyebrow && <p className="mb-1 font-medium text-meta text-muted">{eyebrow}</p>}
        <h1 className="break-words font-display text-title md:text-display">{title}</h1>
        {description && <p className="mt-1 max-w-[64ch] text-pretty text-muted">{description}</p>}
      </div>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </header>
  );
}
