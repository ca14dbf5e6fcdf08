// Says that something couldn't be loaded, and why, and offers another try.
import type { ReactNode } from 'react';
import { failureOf } from '#client/auth/failures.ts';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

export type LoadErrorProps = {
  title: string;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** Said before the reason: that nothing is lost. */
  comfort?: string | undefined;
};

/** Where something else of the screen is there; `children` are said after the reason. */
export const LoadError = ({ title, query, comfort, children }: LoadErrorProps & { children?: ReactNode }) => (
  <Alert
    tone="danger"
    title={title}
    action={
      <Button variant="secondary" size="sm" onClick={() => query.refetch()} isBusy={query.isFetching}>
        Try again
      </Button>
    }
  >
    {reasonOf(query.error, comfort)}
    {children}
  </Alert>
);

/** In place of the screen's content. */
export const ContentError = ({ title, query, comfort }: LoadErrorProps) => (
  <EmptyState
    isFailure
    title={title}
    description={reasonOf(query.error, comfort)}
    action={
      <Button onClick={() => query.refetch()} isBusy={query.isFetching}>
        Try again
      </Button>
    }
  />
);

const reasonOf = (error: unknown, comfort: string | undefined): string =>
  [comfort, failureOf(error).message].filter(Boolean).join(' ');
