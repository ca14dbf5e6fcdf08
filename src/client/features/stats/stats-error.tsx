// Says that statistics failed to load, and offers a retry.
import type { ReactNode } from 'react';
import { LoadError, type LoadErrorProps } from '#client/ui/load-error.tsx';

type StatsErrorProps = {
  /** `data`: statistics from an earlier load that are still on screen; undefined if there are none. */
  query: LoadErrorProps['query'] & { data: unknown };
  /** What failed to load. */
  what?: string;
  /** Appended to the reason. */
  children?: ReactNode;
};

export const StatsError = ({ query, what = 'your statistics', children }: StatsErrorProps) => (
  <LoadError query={query} title={`Couldn't ${query.data === undefined ? 'load' : 'refresh'} ${what}`}>
    {children}
  </LoadError>
);
