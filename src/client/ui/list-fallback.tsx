// What stands in a panel while its list is loading, or when it could not be loaded.
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { Skeleton } from './skeleton.tsx';

type ListFallbackProps = {
  /** What is listed, in the plural and small letters. */
  noun: string;
  /** Why the list could not be loaded; null while it is loading. */
  fault: string | null;
  isRetrying: boolean;
  onRetry: () => void;
};

export function ListFallback({ noun, fault, isRetrying, onRetry }: ListFallbackProps) {
  if (fault === null) {
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
      title={`Your ${noun} could not be loaded`}
      action={
        <Button variant="secondary" size="sm" onClick={onRetry} isBusy={isRetrying}>
          Try again
        </Button>
      }
    >
      {fault}
    </Alert>
  );
}
