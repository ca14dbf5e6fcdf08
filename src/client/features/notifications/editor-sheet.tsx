// The editor of one notification, in a panel beside the list: fields, live preview, save. Closing, going back or
// reloading with unsaved changes asks first. A draft survives the end of the session.
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
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
import { draftFromValues, type TemplateDraft } from './template-form.ts';

const TemplateSheet = lazy(async () => ({ default: (await import('./template-sheet.tsx')).TemplateSheet }));

const FORM = 'notification-editor';

const EXACT = 'Plain text. The preview shows exactly what visitors get.';

function textsFor({ id, template }: Draft) {
  if (id !== undefined) {
    return {
      title: 'Edit notification',
      description: EXACT,
      submit: 'Save changes',
      success: TOASTS.notificationUpdated,
      failed: TOASTS.notificationUpdateFailed,
    };
  }
  const isFrom = template !== undefined;
  return {
    title: 'New notification',
    description: isFrom ? `From the template “${template.name}”.` : EXACT,
    submit: 'Create notification',
    success: isFrom ? TOASTS.notificationFromTemplate : TOASTS.notificationCreated,
    failed: isFrom ? TOASTS.notificationFromTemplateFailed : TOASTS.notificationCreateFailed,
  };
}

type EditorSheetProps = {
  widget: Widget;
  draft: Draft;
  /** The site's, in which times are entered. */
  timezone: string;
  /** The draft saved when the session ended. */
  savedValues?: EditorValues | undefined;
  onClose: () => void;
  /** After saving; closes, too. */
  onSaved: () => void;
};

export function EditorSheet({ widget, draft, timezone, savedValues, onClose, onSaved }: EditorSheetProps) {
  const session = useSession();
  const create = useCreateNotification(widget.id);
  const update = useUpdateNotification(widget.id);
  const [isAsking, setIsAsking] = useState(false);
  const texts = textsFor(draft);
  const form = useServerForm<EditorValues, EditorOutput, Notification>({
    schema: editorSchema({ timezone, template: draft.template }),
    defaultValues: valuesOf(draft, timezone),
    save: (output, changed) =>
      draft.id === undefined
        ? create.mutateAsync({ widgetId: widget.id, ...output })
        : update.mutateAsync({ widgetId: widget.id, notificationId: draft.id, ...changed }),
    success: texts.success,
    onSaved,
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
  const [templateDraft, setTemplateDraft] = useState<TemplateDraft | null>(null);
  const leaving = useLeaving(isDirty || templateDraft !== null, 'key');

  const saveAsTemplate = () => setTemplateDraft(draftFromValues(form.getValues()));
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
        title={texts.title}
        description={texts.description}
        width="lg"
        footer={
          <>
            <Button variant="ghost" className="mr-auto -ml-3 max-sm:hidden" onClick={saveAsTemplate} disabled={isBusy}>
              Save as template
            </Button>
            <Button variant="secondary" onClick={close} disabled={isBusy}>
              Cancel
            </Button>
            <Button type="submit" form={FORM} isBusy={isBusy} busyLabel="Saving..." title="Ctrl or ⌘ + Enter">
              {texts.submit}
            </Button>
          </>
        }
      >
        <ServerForm form={form} id={FORM} failureTitle={texts.failed.title} submitsOnShortcut>
          {savedValues && (
            <div className="mb-6">
              <Alert tone="info">Your session ended, but we saved your draft.</Alert>
            </div>
          )}
          <FormProvider {...form}>
            <div className="grid gap-7 md:grid-cols-[minmax(0,1fr)_20rem]">
              <div className="md:order-2">
                <div className="md:sticky md:top-0">
                  <EditorPreview widget={widget} draft={draft} timezone={timezone} />
                </div>
              </div>
              <div>
                <EditorFields
                  widget={widget}
                  timezone={timezone}
                  failure={form.failure}
                  isFromTemplate={draft.template !== undefined}
                />
                {/* On phones, the footer has no room for it. */}
                <Button
                  variant="secondary"
                  className="mt-6 w-full sm:hidden"
                  onClick={saveAsTemplate}
                  disabled={isBusy}
                >
                  Save as template
                </Button>
              </div>
            </div>
          </FormProvider>
        </ServerForm>
      </Sheet>
      {templateDraft && (
        <Suspense fallback={null}>
          <TemplateSheet
            widget={widget}
            timezone={timezone}
            draft={templateDraft}
            onClose={() => setTemplateDraft(null)}
            isGuarded
          />
        </Suspense>
      )}
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
