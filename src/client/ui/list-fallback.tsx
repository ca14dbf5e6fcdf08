// Shown in a panel while its list loads, or after it failed to load.
import { LoadError, type LoadErrorProps } from './load-error.tsx';
import { Skeletons } from './skeleton.tsx';

type ListFallbackProps = Pick<LoadErrorProps, 'comfort'> & {
  /** What the list contains: plural, lower case. */
  noun: string;
  query: LoadErrorProps['query'] & { isError: boolean };
};

export function ListFallback({ noun, query, comfort }: ListFallbackProps) {
  if (query.isError) return <LoadError query={query} title={`Couldn't load your ${noun}`} comfort={comfort} />;
  return <Skeletons label={`Loading ${noun}`} sizes={['h-10 w-full', 'h-10 w-3/4']} />;
}
