// The editor of one notification, in a panel beside the list: fields, live preview, save. Closing, going back or
// reloading with unsaved changes asks first. A draft survives the end of the session.
import { useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { Failure } from '#client/auth/failures.ts';
import { useCreateComputed, useCreateNotification, useUpdateNotification } from '#client/data/notifications.ts';
import { DiscardDialog } from '#client/form/discard-dialog.tsx';
import { useReopened } from '#client/form/kept-drafts.tsx';
import { useLeaving } from '#client/form/leaving.ts';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { afterPaint } from '#client/hooks/after-paint.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button, type ButtonProps, SmallButton } from '#client/ui/button.tsx';
import { Sheet } from '#client/ui/dialog.tsx';
import { lazyOverlay } from '#client/ui/load-later.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import type { Widget } from '#shared/contract/widget.ts';
import { MESSAGES, TOASTS } from '#shared/messages.ts';
import { aggregateOf } from './aggregate-words.ts';
import { ComputedFields, ComputedPreview } from './computed-fields.tsx';
import { type Draft, placeOfEditor, sourceOf } from './describe.ts';
import { EditorFields } from './editor-fields.tsx';
import { type EditorOutput, type EditorValues, editorSchema, valuesOf } from './editor-form.ts';
import { EditorPreview } from './editor-preview.tsx';
import { EventFields, isOfEvent } from './event-fields.tsx';
import { type OwnSection, OwnSections } from './own-sections.tsx';
import { draftFromNotification, draftFromValues, placeOfTemplate, type TemplateDraft } from './template-form.ts';

const TemplateSheet = lazyOverlay(async () => (await import('./template-sheet.tsx')).TemplateSheet);

const FORM = 'notification-editor';

const EXACT = 'Plain text. The preview shows exactly what visitors get.';
const EXAMPLE = 'This is an example. Replace it with what really happened.';

function textsFor({ id, template, isExample = false }: Draft) {
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
    description: isFrom ? `From the template “${template.name}”.` : isExample ? EXAMPLE : EXACT,
    submit: 'Create notification',
    success: isFrom ? TOASTS.notificationFromTemplate : TOASTS.notificationCreated,
    failed: isFrom ? TOASTS.notificationFromTemplateFailed : TOASTS.notificationCreateFailed,
  };
}

/** @returns what the refused call needs, and has gone or was turned off since the editor was opened. */
function lostOf(failure: Failure | null): 'template' | 'inactive template' | 'site' | null {
  // Of a template that only gives a text its origin, the server names the field.
  switch (failure?.fields.find(({ field }) => field === 'templateId')?.message ?? failure?.message) {
    case MESSAGES.templateNotFound:
      return 'template';
    case MESSAGES.templateInactive:
      return 'inactive template';
    case MESSAGES.widgetNotFound:
      return 'site';
    default:
      return null;
  }
}

const LostSite = () => (
  <Alert tone="danger" title="This site was deleted">
    What you wrote is still here, but there's no longer a site to save it to.
  </Alert>
);

const LostTemplate = ({ isInactive, onCreate }: { isInactive: boolean; onCreate: () => void }) => (
  <Alert
    tone="danger"
    title={`This template ${isInactive ? 'is inactive now' : 'was deleted'}`}
    action={<SmallButton onClick={onCreate}>Create without it</SmallButton>}
  >
    What you wrote is still here. You can create the notification without the template.
  </Alert>
);

type EditorSheetProps = {
  widget: Widget;
  draft: Draft;
  /** The site's, in which times are entered. */
  timezone: string;
  /** To open at once. */
  askedSection?: OwnSection | undefined;
  onClose: () => void;
  /** After saving; closes, too. */
  onSaved: () => void;
};

export function EditorSheet(props: EditorSheetProps) {
  const { widget, draft, timezone, askedSection, onClose, onSaved } = props;
  const create = useCreateNotification(widget.id);
  const createComputed = useCreateComputed(widget.id);
  const update = useUpdateNotification(widget.id);
  const [isAsking, setIsAsking] = useState(false);
  const texts = textsFor(draft);
  const aggregate = aggregateOf(draft);
  const isNewComputed = aggregate !== null && draft.id === undefined;
  /** Whether the owner has agreed to create it without its template. */
  const isDetached = useRef(false);
  const [templateDraft, setTemplateDraft] = useState<TemplateDraft | null>(null);
  useReopened(placeOfTemplate(widget.id, true), setTemplateDraft);
  const form = useServerForm<EditorValues, EditorOutput, Notification>({
    schema: editorSchema({
      timezone,
      template: aggregate ? undefined : draft.template,
      isExisting: draft.id !== undefined,
    }),
    defaultValues: valuesOf(draft, timezone),
    async save({ templateId, ...output }, changed) {
      if (draft.id !== undefined) {
        return (await update.mutateAsync({ widgetId: widget.id, notificationId: draft.id, ...changed })).notification;
      }
      if (aggregate && draft.template) {
        const { template } = draft;
        return (await createComputed.mutateAsync({ widgetId: widget.id, templateId: template.id })).notification;
      }
      const origin = templateId !== undefined && !isDetached.current && { templateId };
      return (await create.mutateAsync({ widgetId: widget.id, ...output, ...origin })).notification;
    },
    success: () => (isDetached.current ? TOASTS.notificationCreated : texts.success),
    failed: texts.failed,
    onSaved,
    // What is open on top of it comes back with it.
    keptAt: {
      name: placeOfEditor(widget.id),
      opened: draft,
      isKeptUnchanged: templateDraft !== null,
    },
  });
  const { isBusy } = form;
  const { isDirty } = form.formState;
  const lost = lostOf(form.failure);
  const leaving = useLeaving(isDirty || templateDraft !== null, 'key');

  const startTemplate = () =>
    void afterPaint(() =>
      setTemplateDraft(aggregate ? draftFromNotification(draft as Notification) : draftFromValues(form.getValues())),
    );
  const saveAsTemplate = (look: Pick<ButtonProps, 'variant' | 'className'>) =>
    !isNewComputed && (
      <Button {...look} onClick={startTemplate} disabled={isBusy}>
        Save as template
      </Button>
    );
  const mayClose = () => {
    if (isDirty && !isBusy) setIsAsking(true);
    return !isDirty && !isBusy;
  };
  const own = <OwnSections widget={widget} timezone={timezone} failure={form.failure} asked={askedSection} />;

  return (
    <>
      <Sheet
        isOpen
        onOpenChange={mayClose}
        onClosed={onClose}
        title={texts.title}
        description={texts.description}
        width="lg"
        footer={
          <>
            {saveAsTemplate({ variant: 'ghost', className: 'mr-auto -ml-3 max-sm:hidden' })}
            <Button variant="secondary" onClick={() => mayClose() && onClose()} disabled={isBusy}>
              Cancel
            </Button>
            <Button type="submit" form={FORM} isBusy={isBusy} busyLabel="Saving..." title="Ctrl or ⌘ + Enter">
              {texts.submit}
            </Button>
          </>
        }
      >
        <ServerForm
          form={form}
          id={FORM}
          submitsOnShortcut
          alert={
            lost === 'site' ? (
              <LostSite />
            ) : lost ? (
              <LostTemplate
                isInactive={lost === 'inactive template'}
                onCreate={() => {
                  isDetached.current = true;
                  void form.submit();
                }}
              />
            ) : undefined
          }
        >
          <FormProvider {...form}>
            <div className="grid gap-7 md:grid-cols-[minmax(0,1fr)_20rem]">
              <div className="md:order-2">
                <div className="md:sticky md:top-0">
                  {aggregate ? (
                    <ComputedPreview widget={widget} draft={draft} aggregate={aggregate} />
                  ) : (
                    <EditorPreview widget={widget} draft={draft} timezone={timezone} />
                  )}
                </div>
              </div>
              <div>
                {isOfEvent(draft) ? (
                  <EventFields notification={draft} timezone={timezone} />
                ) : aggregate ? (
                  <ComputedFields widget={widget} draft={draft} aggregate={aggregate} own={own} />
                ) : (
                  <EditorFields
                    timezone={timezone}
                    isFromTemplate={draft.template !== undefined}
                    source={sourceOf(draft)}
                    own={own}
                  />
                )}
                {/* On phones, the footer has no room for it. */}
                {saveAsTemplate({ variant: 'secondary', className: 'mt-6 w-full sm:hidden' })}
              </div>
            </div>
          </FormProvider>
        </ServerForm>
      </Sheet>
      {templateDraft && (
        <TemplateSheet
          widget={widget}
          timezone={timezone}
          draft={templateDraft}
          onClose={() => setTemplateDraft(null)}
          isOnEditor
        />
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
