// Placeholder for a list that is empty or failed to load, with the next step.
import type { ReactNode } from 'react';

type EmptyStateProps = {
  /** Above the title; decorative. */
  picture?: ReactNode;
  title: string;
  description: ReactNode;
  action?: ReactNode;
  /** Whether it says that something couldn't be loaded: screen readers announce that at once. */
  isFailure?: boolean;
};

export function EmptyState({ picture, title, description, action, isFailure = false }: EmptyStateProps) {
  return (
    <div
      role={isFailure ? 'alert' : undefined}
      className="flex flex-col items-center rounded-panel border border-line bg-raised px-6 py-12 text-center"
    >
      {picture && <div className="mb-6">{picture}</div>}
      <h2 className="font-display text-heading">{title}</h2>
      <p className="mt-1.5 max-w-[44ch] text-pretty text-muted">{description}</p>
      {action && <div className="mt-6 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
