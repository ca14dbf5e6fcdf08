// The fields of a notification: what it says, where a click leads, when it shows.
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useParams } from 'react-router';
import { clockName } from '#client/format/dates.ts';
import { screens } from '#client/screens.ts';
import { Alert } from '#client/ui/alert.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { hasAge, warningsOf } from '#shared/provenance.ts';
import { fromZoned, toZoned } from '#shared/zoned-time.ts';
import { ContentFields, MessageField, TypeField } from './content-fields.tsx';
import type { EditorValues } from './editor-form.ts';
import { EditorVariables } from './editor-variables.tsx';
import { SelectField, TextField } from './form-fields.tsx';

const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
];

type EditorFieldsProps = {
  timezone: string;
  /** Whether the texts are a template's, and have variables to fill. */
  isFromTemplate: boolean;
  /** Where the notification comes from, or will. */
  source: string;
  /** Its own appearance and rules. */
  own: ReactNode;
};

export function EditorFields({ timezone, isFromTemplate, source, own }: EditorFieldsProps) {
  const { control } = useFormContext<EditorValues>();
  const { siteSlug = '' } = useParams();
  const type = useWatch({ control, name: 'type' });
  const clock = clockName(timezone);
  const age = hasAge({ type, source }) ? 'Shown as “2 hours ago”.' : 'Used for sorting only.';
  return (
    <div className="@container space-y-5">
      <MessageField
        placeholder="e.g. Free delivery on all orders this week"
        fillsVariables={isFromTemplate}
        hint={isFromTemplate ? 'From the template. Change the words as you like.' : undefined}
      />
      {isFromTemplate && <EditorVariables />}
      <div className="grid gap-5 @md:grid-cols-2">
        <TypeField />
        <StatusField />
      </div>
      {/* Nothing proves a purchase, a sign-up or a review that is typed; a source would. */}
      {warningsOf({ type, source }).map((warning) => (
        <Alert key={warning} tone="info" title="Manual" isNews>
          {warning} <TextLink to={screens.siteSources.href(siteSlug)}>See your sources</TextLink>
        </Alert>
      ))}
      <ContentFields />
      <TimeField
        name="timestamp"
        label="When it happened"
        hint={`In ${clock}. ${age} Leave blank for the current time.`}
        timezone={timezone}
      />
      <fieldset className="border-line border-t pt-5">
        <legend className="float-left mb-4 w-full">
          <span className="block font-semibold text-sm">Schedule</span>
          <span className="block text-table text-muted">In {clock}. Leave blank to always show it.</span>
        </legend>
        <div className="clear-both grid gap-5 @md:grid-cols-2">
          <TimeField name="startsAt" label="Show from" timezone={timezone} />
          <TimeField name="endsAt" label="Show until" timezone={timezone} />
        </div>
      </fieldset>
      {own}
      <InternalNameField />
    </div>
  );
}

export const StatusField = () => <SelectField name="status" label="Status" options={STATUSES} />;

export const InternalNameField = () => (
  <TextField name="name" label="Internal name" isOptional hint="Only you see this." />
);

/** @returns what an owner should know about a time at which clocks change; null about any other. */
function clockNote(local: string, timezone: string): string | null {
  const instant = fromZoned(local, timezone);
  if (instant?.special === 'skipped') {
    return `Clocks skip this time that night, so it will be ${toZoned(instant.at, timezone).slice(11)}.`;
  }
  return instant?.special === 'twice' ? 'Clocks show this time twice that night. The first counts.' : null;
}

type TimeFieldProps = {
  name: 'timestamp' | 'startsAt' | 'endsAt';
  label: string;
  hint?: string;
  timezone: string;
};

function TimeField({ name, label, hint, timezone }: TimeFieldProps) {
  const { control } = useFormContext<EditorValues>();
  const note = clockNote(useWatch({ control, name }), timezone);
  return <TextField name={name} label={label} isOptional hint={note ?? hint} type="datetime-local" />;
}
