// Confirms a permanent deletion: the button stays inactive until the name has been typed.
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

type TypedConfirmProps = {
  title: string;
  description: string;
  /** The text to type. */
  name: string;
  /** @returns whether the trimmed text matches the name. */
  isName: (typed: string) => boolean;
  confirmLabel: string;
  isBusy: boolean;
  /** Why the last attempt failed. */
  failure?: { title: string; message: string } | undefined;
  /** What will be lost, shown above the field. */
  children?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
};

export function TypedConfirm({ name, isName, confirmLabel, isBusy, failure, children, ...rest }: TypedConfirmProps) {
  const { title, description, onConfirm, onClose } = rest;
  const form = useId();
  const [typed, setTyped] = useState('');
  const isConfirmed = isName(typed.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed && !isBusy) onConfirm();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button
            variant="danger"
            type="submit"
            form={form}
            disabled={!isConfirmed}
            isBusy={isBusy}
            busyLabel="Deleting..."
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-5">
        {failure && (
          <Alert tone="danger" title={failure.title}>
            {failure.message}
          </Alert>
        )}
        {children}
        <Field label={`Type “${name}” to confirm`}>
          {(a) => (
            <Input
              {...a}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
