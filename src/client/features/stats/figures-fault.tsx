// Says that figures did not come, and offers another try.
import type { ReactNode } from 'react';
import { faultOf } from '#client/api/faults.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';

type FiguresFaultProps = {
  query: {
    /** Figures that came before, and still stand; undefined without. */
    data: unknown;
    error: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** Said after what went wrong. */
  children?: ReactNode;
};

export const FiguresFault = ({ query, children }: FiguresFaultProps) => (
  <Alert
    tone="danger"
    title={query.data === undefined ? 'The figures could not be loaded' : 'The figures could not be brought up to date'}
    action={
      <Button variant="secondary" size="sm" onClick={() => query.refetch()} isBusy={query.isFetching}>
        Try again
      </Button>
    }
  >
    {faultOf(query.error).message}
    {children}
  </Alert>
);
