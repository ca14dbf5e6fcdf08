// Asks before an action, runs it, and says how it went.
import { useMutation } from '@tanstack/react-query';
import { failureOf, failureToast } from '#client/auth/failures.ts';
import type { ToastText } from '#shared/messages.ts';
import { ConfirmDialog, type ConfirmDialogProps } from './dialog.tsx';
import { toast } from './toast.tsx';

type ConfirmActionProps = Omit<ConfirmDialogProps, 'isOpen' | 'onOpenChange' | 'isBusy' | 'onConfirm'> & {
  run: () => Promise<unknown>;
  /** What a toast says once it is done; without it, the screen says it. */
  done?: ToastText | undefined;
  failed: ToastText;
  /** Deleting: if it is gone already, whoever was first, that is done, too. */
  isDeleting?: boolean | undefined;
  onDone?: (() => void) | undefined;
  /** Called when it is declined, done or failed. */
  onClose: () => void;
};

/** Render it while it is asked. */
export function ConfirmAction({
  run,
  done,
  failed,
  isDeleting = false,
  onDone,
  onClose,
  ...dialog
}: ConfirmActionProps) {
  const action = useMutation({
    mutationFn: () =>
      run().catch((error: unknown) => {
        if (!isDeleting || failureOf(error).code !== 'not-found') throw error;
      }),
    onSuccess() {
      if (done) toast({ ...done, tone: 'success' });
      onDone?.();
    },
    onError: (error) => toast(failureToast(error, failed)),
    onSettled: () => onClose(),
  });
  return (
    <ConfirmDialog
      {...dialog}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isBusy={action.isPending}
      onConfirm={() => action.mutate()}
    />
  );
}
