// The editor of one notification, in a panel beside the list: fields, live preview, save. Closing, going back or
// reloading with unsaved changes asks first. A draft survives the end of the session.
import { useEffect, useRef, useState } from 'react';
import { useSession } from '#client/auth/session-context.tsx';
import { useCreateNotification, useUpdateNotification } from '#client/data/notifications.ts';
import { DiscardDialog, useLeaving } from '#client/form/leaving.tsx';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Sheet } from '#client/ui/dialog.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import type { Widget } from '#shared/contract/widget.ts';
import { TOASTS } from '#shared/messages.ts';
import type { Draft } from './describe.ts';
import { EditorFields } from './editor-fields.tsx';
import { type EditorOutput, type EditorValues, editorSchema, valuesOf } from './editor-form.ts';
import { EditorPreview } from './editor-preview.tsx';
import { saveDraft } from './saved-draft.ts';

const FORM = 'notification-editor';

type EditorSheetProps = {
  widget: Widget;
  draft: Draft;
  /** The draft saved when the session ended. */
  savedValues?: EditorValues | undefined;
  onClose: () => void;
};

export function EditorSheet({ widget, draft, savedValues, onClose }: EditorSheetProps) {
  const session = useSession();
  const create = useCreateNotification(widget.id);
  const update = useUpdateNotification(widget.id);
  const [isAsking, setIsAsking] = useState(false);
  const isNew = draft.id === undefined;
  const form = useServerForm<EditorValues, EditorOutput, Notification>({
    schema: editorSchema,
    defaultValues: valuesOf(draft),
    save: (output) =>
      draft.id === undefined
        ? create.mutateAsync({ widgetId: widget.id, ...output })
        : update.mutateAsync({ widgetId: widget.id, notificationId: draft.id, ...output }),
    success: isNew ? TOASTS.notificationCreated : TOASTS.notificationUpdated,
    onSaved: onClose,
  });
  const { isBusy, reset } = form;
  const { isDirty } = form.formState;
  useEffect(() => {
    if (savedValues) reset(savedValues, { keepDefaultValues: true });
  }, [reset, savedValues]);
  const keep = useRef(() => {});
  useEffect(() => {
    keep.current = () => {
      const auth = session.state();
      const isExpired = auth.status === 'out' && auth.reason === 'expired';
      if (isDirty && isExpired) saveDraft({ widgetId: widget.id, draft, values: form.getValues() });
    };
  });
  useEffect(() => () => keep.current(), []);
  const failed = isNew ? TOASTS.notificationCreateFailed : TOASTS.notificationUpdateFailed;

  const leaving = useLeaving(isDirty, 'key');

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
        description="Plain text. The preview shows exactly what visitors get."
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
        <ServerForm form={form} id={FORM} failureTitle={failed.title} submitsOnShortcut>
          {savedValues && (
            <div className="mb-6">
              <Alert tone="info">Your session ended, but we saved your draft.</Alert>
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
        </ServerForm>
      </Sheet>
      <DiscardDialog
        isOpen={isAsking || leaving.isAsking}
        onKeep={() => {
          setIsAsking(false);
          leaving.keep();
        }}
        onDiscard={() => {
          onClose();
          void leaving.discard();
        }}
      />
    </>
  );
}
