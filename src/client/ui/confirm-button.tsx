// A button whose action is asked about before it runs.
import { type ComponentProps, useState } from 'react';
import { Button } from './button.tsx';
import { ConfirmAction } from './confirm-action.tsx';

type ConfirmButtonProps = Omit<ComponentProps<typeof ConfirmAction>, 'onClose'> &
  Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'icon'>;

/** `confirmLabel` is what both buttons say. */
export function ConfirmButton({ variant = 'secondary', size, icon, ...action }: ConfirmButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant={variant} size={size} icon={icon} onClick={() => setIsAsking(true)}>
        {action.confirmLabel}
      </Button>
      {isAsking && <ConfirmAction {...action} onClose={() => setIsAsking(false)} />}
    </>
  );
}
