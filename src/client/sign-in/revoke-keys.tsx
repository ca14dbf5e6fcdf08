// The choice to revoke the account's API keys together with its old password.
import { type ComponentProps, useId } from 'react';

/** @param props of the checkbox, as a form registers it. */
export function RevokeKeys(props: ComponentProps<'input'>) {
  const hint = useId();
  return (
    <label className="flex cursor-pointer gap-3">
      <input type="checkbox" {...props} aria-describedby={hint} className="mt-0.5 size-4 shrink-0 accent-accent" />
      <span>
        <span className="block font-medium">Also revoke my API keys</span>
        <span id={hint} className="mt-0.5 block text-muted text-table">
          Scripts that use them stop working. Keep them only if nobody else has them.
        </span>
      </span>
    </label>
  );
}
