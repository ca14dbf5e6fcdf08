// What the page does while a payment is on its way.
import { Button } from '#client/ui/button.tsx';
import { Spinner } from '#client/ui/spinner.tsx';

type WaitingProps = {
  text?: string;
  /** Looks at once; only where the page already waits long between two looks. */
  onLook?: (() => void) | undefined;
};

export const Waiting = ({ text = 'Looking for your payment...', onLook }: WaitingProps) => (
  <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-y py-2.5">
    <p role="status" className="flex items-center gap-2.5 text-muted">
      <Spinner className="size-4 text-accent" />
      {text}
    </p>
    {onLook && (
      <Button variant="secondary" size="sm" onClick={onLook}>
        Look now
      </Button>
    )}
  </div>
);
