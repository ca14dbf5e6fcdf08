// Asks before unsaved changes are left behind, be it by a link, the browser's back button or a reload.
import { useBeforeUnload, useBlocker } from 'react-router';
import { ConfirmDialog } from '#client/ui/dialog.tsx';

export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useBeforeUnload((event) => {
    if (isDirty) event.preventDefault();
  });
  return (
    <ConfirmDialog
      isOpen={leaving.state === 'blocked'}
      onOpenChange={(isOpen) => !isOpen && leaving.reset?.()}
      title="Discard your changes?"
      description="What you changed here has not been saved."
      confirmLabel="Discard"
      tone="danger"
      onConfirm={() => leaving.proceed?.()}
    />
  );
}
