// The question before unsaved changes are discarded. Apart from leaving.ts, which every screen loads.
import { ConfirmDialog } from '#client/ui/dialog.tsx';

type DiscardDialogProps = { isOpen: boolean; onKeep: () => void; onDiscard: () => void };

export function DiscardDialog({ isOpen, onKeep, onDiscard }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => !isStillOpen && onKeep()}
      title="Discard your changes?"
      description="Your changes haven't been saved."
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      tone="danger"
      onConfirm={onDiscard}
    />
  );
}
