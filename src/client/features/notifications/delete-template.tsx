// Asks before an own template is deleted, for good: templates can't be restored.
import { useDeleteTemplate } from '#client/data/templates.ts';
import { ConfirmAction } from '#client/ui/confirm-action.tsx';
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
  return (
    <ConfirmAction
      title={title ?? 'Delete this template?'}
      description={
        description ??
        `“${template.name}” can't be brought back. Notifications made from it stay. Sources that use it return to standard wording.`
      }
      confirmLabel={cancelLabel ? 'Delete the old one' : 'Delete'}
      cancelLabel={cancelLabel}
      tone="danger"
      isDeleting
      run={() => remove.mutateAsync({ id: template.id })}
      done={TOASTS.templateDeleted}
      failed={TOASTS.templateDeleteFailed}
      onClose={onClose}
    />
  );
}
