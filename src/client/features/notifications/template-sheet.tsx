// Makes a template: from a notification, or as a changed copy of another template. Own templates can't be changed in
// place, so a copy of one asks afterwards whether to delete the old one.
import { useState } from 'react';
import { FormProvider, useFormContext, useWatch } from 'react-hook-form';
import type { Failure } from '#client/auth/failures.ts';
import { useCreateTemplate } from '#client/data/templates.ts';
import { DiscardDialog } from '#client/form/discard-dialog.tsx';
import { useLeaving } from '#client/form/leaving.ts';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { Button } from '#client/ui/button.tsx';
import { Sheet } from '#client/ui/dialog.tsx';
import { variablesOf } from '#shared/aggregate-wording.ts';
import { type Measure, TYPES_OF_MEASURE } from '#shared/contract/aggregate.ts';
import { type CreateTemplateInput, TEMPLATE_CATEGORIES, type Template } from '#shared/contract/template.ts';
import type { Widget } from '#shared/contract/widget.ts';
import { isSafeLink } from '#shared/embed/safe-link.ts';
import { TOASTS } from '#shared/messages.ts';
import { HOUR } from '#shared/time.ts';
import { AggregateFields } from './aggregate-fields.tsx';
import { ContentFields, MessageField, TypeField } from './content-fields.tsx';
import { DeleteTemplate } from './delete-template.tsx';
import { LivePreview } from './editor-preview.tsx';
import { SelectField, TextField } from './form-fields.tsx';
import { OwnSections } from './own-sections.tsx';
import {
  askedOf,
  placeOfTemplate,
  type TemplateDraft,
  type TemplateValues,
  templateFieldOf,
  templateSchema,
  templateValuesOf,
} from './template-form.ts';
import { CATEGORY_LABELS, hasVariables, sampleOf } from './template-text.ts';

const FORM = 'template-form';

type TemplateSheetProps = {
  widget: Widget;
  timezone: string;
  draft: TemplateDraft;
  onClose: () => void;
  /** Whether it is on top of the editor, which asks before either is left. */
  isOnEditor?: boolean;
};

export function TemplateSheet({ widget, timezone, draft, onClose, isOnEditor = false }: TemplateSheetProps) {
  const create = useCreateTemplate();
  const [isAsking, setIsAsking] = useState(false);
  const [replaced, setReplaced] = useState<Template | null>(null);
  const form = useServerForm<TemplateValues, CreateTemplateInput, Template>({
    schema: templateSchema,
    defaultValues: templateValuesOf(draft),
    fieldOf: templateFieldOf,
    save: (input) => create.mutateAsync(input),
    success: TOASTS.templateCreated,
    failed: TOASTS.templateCreateFailed,
    onSaved: () => (draft.replaces ? setReplaced(draft.replaces) : onClose()),
    ...(replaced === null && {
      keptAt: {
        name: placeOfTemplate(widget.id, isOnEditor),
        opened: draft,
        // On top of the editor, even an unchanged one comes back with it.
        isKeptUnchanged: isOnEditor,
      },
    }),
  });
  const { isBusy } = form;
  const isDirty = form.formState.isDirty && replaced === null;
  const mayClose = () => {
    if (isDirty && !isBusy) setIsAsking(true);
    return !isDirty && !isBusy;
  };
  return (
    <>
      <Sheet
        isOpen
        onOpenChange={mayClose}
        onClosed={onClose}
        title={draft.replaces ? 'Edit a copy' : 'New template'}
        description="Words in braces are filled in each time you use it."
        width="lg"
        footer={
          <>
            <Button variant="secondary" onClick={() => mayClose() && onClose()} disabled={isBusy}>
              Cancel
            </Button>
            <Button type="submit" form={FORM} isBusy={isBusy} busyLabel="Saving..." title="Ctrl or ⌘ + Enter">
              Save template
            </Button>
          </>
        }
      >
        <ServerForm form={form} id={FORM} submitsOnShortcut>
          <FormProvider {...form}>
            <div className="grid gap-7 md:grid-cols-[minmax(0,1fr)_20rem]">
              <div className="md:order-2">
                <div className="md:sticky md:top-0">
                  <TemplatePreview widget={widget} />
                </div>
              </div>
              <TemplateFields widget={widget} timezone={timezone} failure={form.failure} />
            </div>
          </FormProvider>
        </ServerForm>
      </Sheet>
      <DiscardDialog isOpen={isAsking} onKeep={() => setIsAsking(false)} onDiscard={onClose} />
      {!isOnEditor && <LeaveGuard isDirty={isDirty} onDiscard={onClose} />}
      {replaced && (
        <DeleteTemplate
          template={replaced}
          title="Delete the old template?"
          description={`Your copy is saved. Notifications made from “${replaced.name}” stay either way.`}
          cancelLabel="Keep both"
          onClose={onClose}
        />
      )}
    </>
  );
}

function LeaveGuard({ isDirty, onDiscard }: { isDirty: boolean; onDiscard: () => void }) {
  const leaving = useLeaving(isDirty, 'key');
  const discard = () => {
    onDiscard();
    void leaving.discard();
  };
  return <DiscardDialog isOpen={leaving.isAsking} onKeep={leaving.keep} onDiscard={discard} />;
}

function TemplatePreview({ widget }: { widget: Widget }) {
  const values = useWatch<TemplateValues>() as TemplateValues;
  const [happenedAt] = useState(() => new Date(Date.now() - 2 * HOUR).toISOString());
  const { type, message, title, image, rating, code, count, aggregate } = values;
  const asked = askedOf(aggregate);
  const settings = {
    message: message.trim() || 'Your message',
    title: title.trim(),
    code: code.trim(),
    ...(isSafeLink(image) && { image }),
    ...(rating !== '' && { rating: Number(rating) }),
    ...(count.trim() !== '' && { count: Math.trunc(Number(count)) || 0 }),
    ...(asked && { aggregate: { ...asked, floor: 1 } }),
  };
  return (
    <LivePreview
      widget={widget}
      notification={sampleOf({ id: 'template', type, settings }, happenedAt)}
      appearance={values.appearance}
      note={
        asked
          ? 'The number is an example.'
          : hasVariables(message + title)
            ? 'Words in braces show examples here.'
            : undefined
      }
    />
  );
}

const CATEGORIES = TEMPLATE_CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value] }));

type TemplateFieldsProps = { widget: Widget; timezone: string; failure: Failure | null };

function TemplateFields({ widget, timezone, failure }: TemplateFieldsProps) {
  const { control } = useFormContext<TemplateValues>();
  const measure = useWatch({ control, name: 'aggregate.measure' });
  return (
    <div className="@container space-y-5">
      <div className="grid gap-5 @md:grid-cols-2">
        <TextField name="name" label="Template name" />
        <SelectField name="category" label="Category" options={CATEGORIES} />
      </div>
      <AggregateFields siteId={widget.siteId} />
      <div className="space-y-2">
        <MessageField
          placeholder={
            measure === '' ? 'e.g. {{name|Someone}} bought {{product|something}}' : 'e.g. {{value}} sold this week'
          }
          fillsVariables
          hint={
            measure === ''
              ? "The text after | is used when there's no value. Variables work in the title, too."
              : NUMBER_HINTS[measure]
          }
        />
        <InsertVariables texts={measure === '' ? INSERTS : insertsOf(measure)} />
      </div>
      <TypeField only={measure === '' ? undefined : TYPES_OF_MEASURE[measure]} />
      <ContentFields isComputed={measure !== ''} />
      <OwnSections widget={widget} timezone={timezone} failure={failure} fieldOf={templateFieldOf} />
    </div>
  );
}

const INSERTS = [
  { label: 'Name', text: '{{name|Someone}}' },
  { label: 'City', text: '{{city|nearby}}' },
  { label: 'Product', text: '{{product|something}}' },
  { label: 'Count', text: '{{count|a few}}' },
  { label: 'Time', text: '{{time}}' },
];

/** What the texts of a computed number have a place for. */
const NUMBER_HINTS: Record<Measure, string> = {
  count: '{{value}} is the number. Without it, the number stands large beside the text.',
  distinct: '{{value}} is the number. Without it, the number stands large beside the text.',
  average: '{{value}} is the average, {{count}} how many ratings there are. The stars are drawn beside them.',
  last: 'The line below says how long ago it was, such as “12 minutes ago”.',
  displays: '{{value}} is the number. Without it, the number stands large beside the text.',
};
const insertsOf = (measure: Measure) =>
  variablesOf({ measure }).map((name) => ({ label: name === 'value' ? 'Number' : 'Ratings', text: `{{${name}}}` }));

function InsertVariables({ texts }: { texts: typeof INSERTS }) {
  const { setValue, formState } = useFormContext<TemplateValues>();
  if (texts.length === 0) return null;
  const insert = (form: HTMLFormElement | null, text: string) => {
    const area = form?.elements.namedItem('message');
    if (!(area instanceof HTMLTextAreaElement)) return;
    area.focus();
    area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
    setValue('message', area.value, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  };
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5">
      <legend className="float-left mr-1 text-meta text-muted leading-7">Insert</legend>
      {texts.map(({ label, text }) => (
        <button
          key={label}
          type="button"
          onClick={({ currentTarget }) => insert(currentTarget.form, text)}
          title={text}
          className="h-7 rounded-control border border-line bg-raised px-2.5 font-medium text-meta hover:border-field"
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
