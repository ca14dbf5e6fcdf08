// A dialog around one form: its footer cancels or sends it, and it stays open while the form is being sent.
import { useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button, type ButtonProps } from '#client/ui/button.tsx';
import { Dialog, type DialogProps } from '#client/ui/dialog.tsx';
import { ServerForm, type ServerFormProps } from './server-form.tsx';

type FormDialogProps<Values extends FieldValues, Output, Saved> = Pick<DialogProps, 'title' | 'description' | 'size'> &
  Pick<ServerFormProps<Values, Output, Saved>, 'form' | 'className' | 'failureTitle' | 'children'> & {
    /** The button that sends the form. */
    submit: Pick<ButtonProps, 'children' | 'busyLabel' | 'variant' | 'disabled'>;
    onClose: () => void;
  };

export function FormDialog<Values extends FieldValues, Output, Saved>(props: FormDialogProps<Values, Output, Saved>) {
  const { title, description, size, submit, onClose, ...form } = props;
  const id = useId();
  const { isBusy } = form.form;
  return (
    <Dialog
      isOpen
      size={size}
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" form={id} isBusy={isBusy} {...submit} />
        </>
      }
    >
      <ServerForm id={id} {...form} />
    </Dialog>
  );
}
