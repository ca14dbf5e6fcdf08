// Asks before an own template is deleted, for good: templates can't be restored.
import { failureOf } from '#client/auth/failures.ts';
import { useDeleteTemplate } from '#client/data/templates.ts';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { Template } from '#shared/contract/template.ts';
import { TOASTS } from '#shared/messages.ts';

type DeleteTemplateProps = {
  template: Template;
  title?: string;
  description?: string;
  cancelLabel?: string;
  onClose: () => void;
};

export function DeleteTemplate({ template, title, description, cancelLabel, onClose }: DeleteTemplateProps) {
  const remove = useDeleteTemplate();
  const confirm = () =>
    remove.mutate(
      { id: template.id },
      {
        onSuccess: () => toast(TOASTS.templateDeleted),
        onError(error) {
          const { code, message } = failureOf(error);
          // Gone is gone, whoever was first.
          toast(
            code === 'not-found'
              ? TOASTS.templateDeleted
              : { ...TOASTS.templateDeleteFailed, description: message, tone: 'danger' },
          );
        },
        onSettled: onClose,
      },
    );
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title ?? 'Delete this template?'}
      description={
        description ??
        `“${template.name}” can't be brought back. Notifications made from it stay. A source that uses it goes back to plain words.`
      }
      confirmLabel={cancelLabel ? 'Delete the old one' : 'Delete'}
      cancelLabel={cancelLabel}
      tone="danger"
      isBusy={remove.isPending}
      onConfirm={confirm}
    />
  );
}
