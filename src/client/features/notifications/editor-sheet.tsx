// The editor of one notice, in a panel beside the list: fields, a live preview, save. Leaving with unsaved changes asks,
// be it by closing, by the browser's back button or by a reload; a session that ends takes nothing away.
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useBeforeUnload, useBlocker } from 'react-router';
import { showFaults } from '#client/api/form-faults.ts';
import { useSession } from '#client/api/session-context.tsx';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { Sheet } from '#client/ui/sheet.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { Widget } from '#shared/contract/widget.ts';
import { TOASTS } from '#shared/messages.ts';
import type { Draft } from './describe.ts';
import { EditorFields } from './editor-fields.tsx';
import { EDITOR_FIELDS, type EditorOutput, type EditorValues, editorResolver, valuesOf } from './editor-form.ts';
import { EditorPreview } from './editor-preview.tsx';
import { keepDraft } from './kept-draft.ts';
import { useCreateNotification, useUpdateNotification } from './queries.ts';

const FORM = 'notification-editor';

type EditorSheetProps = {
  widget: Widget;
  draft: Draft;
  /** What had been written when the session ended. */
  written?: EditorValues | undefined;
  onClose: () => void;
};

export function EditorSheet({ widget, draft, written, onClose }: EditorSheetProps) {
  const session = useSession();
  const create = useCreateNotification(widget.id);
  const update = useUpdateNotification(widget.id);
  const [failure, setFailure] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const form = useForm<EditorValues, unknown, EditorOutput>({
    resolver: editorResolver,
    defaultValues: valuesOf(draft),
  });
  const { isDirty } = form.formState;
  useEffect(() => {
    if (written) form.reset(written, { keepDefaultValues: true });
  }, [form, written]);
  const keep = useRef(() => {});
  useEffect(() => {
    keep.current = () => {
      const auth = session.state();
      const isExpired = auth.status === 'out' && auth.reason === 'expired';
      if (isDirty && isExpired) keepDraft({ widgetId: widget.id, draft, values: form.getValues() });
    };
  });
  useEffect(() => () => keep.current(), []);
  const isNew = draft.id === undefined;
  const isBusy = create.isPending || update.isPending;
  const failed = isNew ? TOASTS.notificationCreateFailed : TOASTS.notificationUpdateFailed;

  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.key !== nextLocation.key,
  );
  useBeforeUnload((event) => {
    if (isDirty) event.preventDefault();
  });

  const submit = form.handleSubmit(async (output) => {
    setFailure(null);
    try {
      if (draft.id === undefined) await create.mutateAsync({ widgetId: widget.id, ...output });
      else await update.mutateAsync({ widgetId: widget.id, notificationId: draft.id, ...output });
      toast({ ...(isNew ? TOASTS.notificationCreated : TOASTS.notificationUpdated), tone: 'success' });
      onClose();
    } catch (error) {
      setFailure(showFaults(error, form.setError, EDITOR_FIELDS));
    }
  });
  const close = () => {
    if (isBusy) return;
    if (isDirty) setIsAsking(true);
    else onClose();
  };

  return (
    <>
      <Sheet
        isOpen
        onOpenChange={(isOpen) => !isOpen && close()}
        title={isNew ? 'New notification' : 'Edit notification'}
        description="Plain words only. Visitors see it exactly as in the preview."
        width="lg"
        footer={
          <>
            <Button variant="secondary" onClick={close} disabled={isBusy}>
              Cancel
            </Button>
            <Button type="submit" form={FORM} isBusy={isBusy} busyLabel="Saving..." title="Ctrl or ⌘ + Enter">
              {isNew ? 'Create notification' : 'Save changes'}
            </Button>
          </>
        }
      >
        <form
          id={FORM}
          onSubmit={submit}
          noValidate
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              if (!isBusy) void submit();
            }
          }}
        >
          {written && (
            <div className="mb-6">
              <Alert tone="info">This is what you were writing when your session ended.</Alert>
            </div>
          )}
          {failure && (
            <div className="mb-6">
              <Alert tone="danger" title={failed.title}>
                {failure}
              </Alert>
            </div>
          )}
          <div className="grid gap-7 md:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="md:order-2">
              <div className="md:sticky md:top-0">
                <EditorPreview control={form.control} widget={widget} draft={draft} />
              </div>
            </div>
            <EditorFields form={form} />
          </div>
        </form>
      </Sheet>
      <ConfirmDialog
        isOpen={isAsking || leaving.state === 'blocked'}
        onOpenChange={(isOpen) => {
          setIsAsking(isOpen);
          if (!isOpen) leaving.reset?.();
        }}
        title="Discard your changes?"
        description="What you wrote here has not been saved."
        confirmLabel="Discard"
        tone="danger"
        onConfirm={() => {
          onClose();
          leaving.proceed?.();
        }}
      />
    </>
  );
}
