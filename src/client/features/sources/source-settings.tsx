// A source's settings: which events show and what visitors read of them, saved together, since they are judged together in the
// preview; and its details.
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
import { Outcomes } from './outcomes.tsx';
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

type SettingsProps = { site: Site; source: Source };

export const ShownSettings = ({ site, source }: SettingsProps) => (
  <SettingsForm site={site} source={source} keptAt={`source:${source.id}`}>
    <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <Panel title="Which events show">
        <Outcomes source={source} />
        <RuleFields timezone={site.timezone} kind={source.kind} />
      </Panel>
      <div className="xl:col-start-2 xl:row-span-2 xl:row-start-1">
        <div className="xl:sticky xl:top-24">
          <SourcePreview site={site} kind={source.kind} />
        </div>
      </div>
      <Panel
        title="What visitors read"
        description="Choose how much of a customer's details visitors see. Last names never show."
      >
        <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
          <TemplateField site={site} kind={source.kind} />
          <PrivacyFields source={source} />
        </div>
      </Panel>
    </div>
  </SettingsForm>
);

export const DetailSettings = ({ site, source }: SettingsProps) => (
  <Panel title="Details">
    <SettingsForm site={site} source={source} keptAt={`source:${source.id}:details`}>
      <DetailFields hasDomains={site.domains.length > 0} />
    </SettingsForm>
  </Panel>
);

type SettingsFormProps = SettingsProps & {
  /** Where what was typed is kept when the session ends. */
  keptAt: string;
  children: ReactNode;
};

/** A part of the settings: what it changes is saved, and nothing else. */
function SettingsForm({ site, source, keptAt, children }: SettingsFormProps) {
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
    keptAt: { name: keptAt },
  });
  const { reset } = form;
  const { isDirty } = form.formState;
  // Changed by another tab or a script: what is being typed here stays.
  useEffect(() => reset(valuesOf(source), { keepDirtyValues: true, keepDirty: true }), [source, reset]);
  return (
    <ServerForm form={form} guardsLeaving className="space-y-6">
      <FormProvider {...form}>
        <p role="status" className="sr-only">
          {isDirty ? 'Not saved yet' : ''}
        </p>
        {children}
        {/* In view wherever something was changed. */}
        {isDirty && (
          <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-x-3 gap-y-2 border-line border-t bg-paper py-3">
            <Button variant="secondary" onClick={() => reset(valuesOf(source))} disabled={form.isBusy}>
              Undo changes
            </Button>
            <Button type="submit" isBusy={form.isBusy} busyLabel="Saving...">
              Save changes
            </Button>
          </div>
        )}
      </FormProvider>
    </ServerForm>
  );
}
