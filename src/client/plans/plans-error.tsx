// Shown in place of the plans when neither the server nor this browser could tell them.
import { failureOf } from '#client/auth/failures.ts';
import type { usePricing } from '#client/data/pricing.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';

export const PlansError = ({ error, isFetching, retry }: ReturnType<typeof usePricing>) => (
  <Alert
    tone="danger"
    title="Couldn't load the plans"
    action={
      <Button variant="secondary" size="sm" onClick={retry} isBusy={isFetching}>
        Try again
      </Button>
    }
  >
    {failureOf(error).message}
  </Alert>
);
