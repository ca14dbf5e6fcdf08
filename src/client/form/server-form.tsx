// The form element: submits, shows errors that belong to no field above the fields, and asks before discarding unsaved
// changes.
import type { ReactNode, SyntheticEvent } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Alert } from '#client/ui/alert.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { useLeaving } from './leaving.ts';
import type { ServerForm as Form } from './use-server-form.ts';

export type ServerFormProps<Values extends FieldValues, Output, Saved> = {
  form: Form<Values, Output, Saved>;
  children: ReactNode;
  /** Called instead of saving right away. */
  onSubmit?: () => void;
  /** For a submit button outside the element. */
  id?: string;
  className?: string;
  /** Title above a failure's message. */
  failureTitle?: string;
  /** Replaces the default alert after a failed call. */
  alert?: ReactNode;
  /** Whether to ask before leaving with unsaved changes. */
  guardsLeaving?: boolean;
  /** Whether Ctrl or ⌘ + Enter submits from any field. */
  submitsOnShortcut?: boolean;
};

export function ServerForm<Values extends FieldValues, Output, Saved>(props: ServerFormProps<Values, Output, Saved>) {
  const {
    form,
    children,
    onSubmit,
    id,
    className,
    failureTitle,
    alert,
    guardsLeaving = false,
    submitsOnShortcut = false,
  } = props;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (form.isBusy) return;
    if (onSubmit) onSubmit();
    else void form.submit();
  };
  const message =
    alert ??
    (form.message !== null && (
      <Alert tone="danger" title={failureTitle}>
        {form.message}
      </Alert>
    ));
  return (
    <form
      id={id}
      // Should a browser ever submit it by itself, before any script is there: never into the address, where logs and
      // histories would keep it.
      method="post"
      noValidate
      className={className}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (submitsOnShortcut && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
      }}
    >
      {form.isRestored && (
        <div className="mb-6">
          <Alert tone="info">Your session ended, but we saved your draft.</Alert>
        </div>
      )}
      {message && <div className="mb-6">{message}</div>}
      {children}
      {guardsLeaving && <LeaveGuard isDirty={form.formState.isDirty} />}
    </form>
  );
}

/** Asks before unsaved changes are discarded. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const leaving = useLeaving(isDirty);
  return <DiscardDialog isOpen={leaving.isAsking} onKeep={leaving.keep} onDiscard={() => void leaving.discard()} />;
}
