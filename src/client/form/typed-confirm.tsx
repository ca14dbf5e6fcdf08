// Confirms a permanent deletion: the button stays inactive until the name has been typed.
import type { ReactNode } from 'react';
import { z } from 'zod';
import { trimmedText } from '#shared/contract/text.ts';
import { EMAIL_MAX } from '#shared/limits.ts';
import type { ToastText } from '#shared/messages.ts';
import { TextField } from './fields.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useServerForm } from './use-server-form.ts';

type TypedConfirmProps = {
  title: string;
  description: string;
  /** The text to type. */
  name: string;
  /** @returns whether the trimmed text matches the name. */
  isName: (typed: string) => boolean;
  confirmLabel: string;
  /** Makes the call that deletes. */
  remove: () => Promise<unknown>;
  success: ToastText;
  /** The toast after a failure; what to do is said in the dialog. */
  failed: ToastText;
  onRemoved?: () => void;
  onClose: () => void;
  /** What will be lost, shown above the field. */
  children?: ReactNode;
};

export function TypedConfirm({ name, isName, confirmLabel, remove, children, ...rest }: TypedConfirmProps) {
  const { title, description, success, failed, onRemoved, onClose } = rest;
  const form = useServerForm({
    schema: z.object({ typed: trimmedText(EMAIL_MAX).refine(isName) }),
    defaultValues: { typed: '' },
    save: remove,
    success,
    failed,
    onSaved: () => onRemoved?.(),
  });
  return (
    <FormDialog
      form={form}
      title={title}
      description={description}
      submit={{
        children: confirmLabel,
        busyLabel: 'Deleting...',
        variant: 'danger',
        disabled: !form.formState.isValid,
      }}
      onClose={onClose}
      className="space-y-5"
    >
      {children}
      <TextField
        form={form}
        name="typed"
        label={`Type “${name}” to confirm`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
    </FormDialog>
  );
}
