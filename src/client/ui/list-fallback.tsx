// Shown in a panel while its list loads, or after it failed to load.
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { Skeleton } from './skeleton.tsx';

type ListFallbackProps = {
  /** What the list contains: plural, lower case. */
  noun: string;
  /** Why loading failed; null while loading. */
  failure: string | null;
  isRetrying: boolean;
  onRetry: () => void;
};

export function ListFallback({ noun, failure, isRetrying, onRetry }: ListFallbackProps) {
  if (failure === null) {
    return (
      <div role="status" aria-label={`Loading ${noun}`} className="space-y-4">
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-3/4" />
      </div>
    );
  }
  return (
    <Alert
      tone="danger"
      title={`Couldn't load your ${noun}`}
      action={
        <Button variant="secondary" size="sm" onClick={onRetry} isBusy={isRetrying}>
          Try again
        </Button>
      }
    >
      {failure}
    </Alert>
  );
}
