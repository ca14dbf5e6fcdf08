// Says that statistics failed to load, and offers a retry.
import type { ReactNode } from 'react';
import { failureOf } from '#client/auth/failures.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';

type StatsErrorProps = {
  query: {
    /** Statistics from an earlier load that are still on screen; undefined if there are none. */
    data: unknown;
    error: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** What failed to load. */
  what?: string;
  /** Appended to the reason. */
  children?: ReactNode;
};

export const StatsError = ({ query, what = 'your statistics', children }: StatsErrorProps) => (
  <Alert
    tone="danger"
    title={`Couldn't ${query.data === undefined ? 'load' : 'refresh'} ${what}`}
    action={
      <Button variant="secondary" size="sm" onClick={() => query.refetch()} isBusy={query.isFetching}>
        Try again
      </Button>
    }
  >
    {failureOf(query.error).message}
    {children}
  </Alert>
);
