// A source's settings in one form: which events show, what visitors read of them with a live preview, and its details.
// Saved together, since a rule and its preview are judged together.
import { type ReactNode, useEffect } from 'react';
import { FormProvider } from 'react-hook-form';
import { useUpdateSource } from '#client/data/sources.ts';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { Button } from '#client/ui/button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { Site } from '#shared/contract/site.ts';
import type { Source } from '#shared/contract/source.ts';
import { DetailFields } from './detail-fields.tsx';
import { PrivacyFields } from './privacy-fields.tsx';
import { RuleFields } from './rule-fields.tsx';
import {
  fieldOf,
  patchOf,
  type SourceFormOutput,
  type SourceFormValues,
  sourceFormSchema,
  valuesOf,
} from './source-form.ts';
import { SourcePreview } from './source-preview.tsx';
import { TemplateField } from './template-field.tsx';

type SourceSettingsProps = {
  site: Site;
  source: Source;
  /** Below the form. */
  children: ReactNode;
};

export function SourceSettings({ site, source, children }: SourceSettingsProps) {
  const update = useUpdateSource();
  const form = useServerForm<SourceFormValues, SourceFormOutput, Source>({
    schema: sourceFormSchema,
    defaultValues: valuesOf(source),
    save: (values, changed) =>
      update.mutateAsync({ siteId: site.id, sourceId: source.id, ...patchOf(values, changed) }),
    valuesOf,
    fieldOf,
    success: { title: 'Source updated' },
    failed: { title: 'Failed to update the source' },
    keptAt: { name: `source:${source.id}` },
  });
  const { reset } = form;
  const { isDirty } = form.formState;
  // Changed by another tab or a script: what is being typed here stays.
  useEffect(() => reset(valuesOf(source), { keepDirtyValues: true, keepDirty: true }), [source, reset]);
  return (
    <>
      <ServerForm form={form} guardsLeaving className="space-y-8">
        <FormProvider {...form}>
          <Panel title="Which events show" description="The newest that pass these rules become notifications.">
            <RuleFields timezone={site.timezone} kind={source.kind} />
          </Panel>
          <Panel
            title="What visitors read"
            description="No more of a person than you let through here, whatever the sender sends."
          >
            <div className="grid gap-7 lg:grid-cols-[minmax(0,1fr)_20rem]">
              <div className="lg:order-2">
                <SourcePreview site={site} kind={source.kind} />
              </div>
              <div className="space-y-6">
                <TemplateField site={site} kind={source.kind} />
                <PrivacyFields />
              </div>
            </div>
          </Panel>
          <Panel title="Details">
            <DetailFields hasDomains={site.domains.length > 0} />
          </Panel>
          {/* In view wherever something was changed. */}
          <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-end gap-x-3 gap-y-2 border-line border-t bg-paper px-4 py-3 md:mx-0 md:px-0">
            <p role="status" className="mr-auto text-muted text-table">
              {isDirty ? 'Not saved yet' : ''}
            </p>
            {isDirty && (
              <Button variant="secondary" onClick={() => reset(valuesOf(source))} disabled={form.isBusy}>
                Undo changes
              </Button>
            )}
            <Button type="submit" isBusy={form.isBusy} busyLabel="Saving..." disabled={!isDirty}>
              Save changes
            </Button>
          </div>
        </FormProvider>
      </ServerForm>
      {children}
    </>
  );
}
