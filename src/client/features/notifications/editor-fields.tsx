// The fields of a notification: what it says, where a click leads, when it shows.

import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { deviceTimezone } from '#client/format/dates.ts';
import { Field } from '#client/ui/field.tsx';
import { Input, Textarea } from '#client/ui/input.tsx';
import { NOTIFICATION_TYPE_LOOKS } from '#client/ui/notification-type.tsx';
import { Select } from '#client/ui/select.tsx';
import { NOTIFICATION_TYPES } from '#shared/embed/payload.ts';
import { MESSAGE_MAX } from '#shared/limits.ts';
import { DetailField } from './editor-details.tsx';
import { detailsOf, type EditorOutput, type EditorValues } from './editor-form.ts';

const TYPES = NOTIFICATION_TYPES.map((value) => ({ value, label: NOTIFICATION_TYPE_LOOKS[value].label }));
const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
];

export function EditorFields({ form }: { form: UseFormReturn<EditorValues, unknown, EditorOutput> }) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const [type, rating, code, count] = useWatch({ control, name: ['type', 'rating', 'code', 'count'] });
  return (
    <div className="space-y-5">
      <Field label="Message" hint={`Up to ${MESSAGE_MAX} characters.`} error={errors.message?.message}>
        {(a) => (
          <Textarea
            {...a}
            {...register('message')}
            rows={2}
            autoFocus
            placeholder="e.g. Ana from Lisbon bought the Oak Desk"
          />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Controller
          control={control}
          name="type"
          render={({ field }) => (
            <Field label="Type" error={errors.type?.message}>
              {(a) => <Select {...a} value={field.value} onValueChange={field.onChange} options={TYPES} />}
            </Field>
          )}
        />
        <Controller
          control={control}
          name="status"
          render={({ field }) => (
            <Field label="Status" error={errors.status?.message}>
              {(a) => <Select {...a} value={field.value} onValueChange={field.onChange} options={STATUSES} />}
            </Field>
          )}
        />
      </div>
      {detailsOf({ type, rating, code, count }).map((detail) => (
        <DetailField key={detail} detail={detail} type={type} form={form} />
      ))}
      <Field label="Title" isOptional error={errors.title?.message}>
        {(a) => <Input {...a} {...register('title')} autoComplete="off" />}
      </Field>
      <Field
        label="Link"
        isOptional
        hint="Where a click goes: https://… or a path on your site, such as /desks/oak."
        error={errors.url?.message}
      >
        {(a) => <Input {...a} {...register('url')} inputMode="url" autoComplete="off" spellCheck={false} />}
      </Field>
      <Field label="Image URL" isOptional error={errors.image?.message}>
        {(a) => <Input {...a} {...register('image')} inputMode="url" autoComplete="off" spellCheck={false} />}
      </Field>
      <Field
        label="When it happened"
        isOptional
        hint="Shown as “2 hours ago”. Leave blank for now."
        error={errors.timestamp?.message}
      >
        {(a) => <Input {...a} {...register('timestamp')} type="datetime-local" />}
      </Field>
      <fieldset className="border-line border-t pt-5">
        <legend className="float-left mb-4 w-full">
          <span className="block font-semibold text-sm">Schedule</span>
          <span className="block text-table text-muted">
            Times are in {deviceTimezone().replaceAll('_', ' ')}. Leave blank to show it always.
          </span>
        </legend>
        <div className="clear-both grid gap-5 sm:grid-cols-2">
          <Field label="Show from" isOptional error={errors.startsAt?.message}>
            {(a) => <Input {...a} {...register('startsAt')} type="datetime-local" />}
          </Field>
          <Field label="Show until" isOptional error={errors.endsAt?.message}>
            {(a) => <Input {...a} {...register('endsAt')} type="datetime-local" />}
          </Field>
        </div>
      </fieldset>
      <Field label="Internal name" isOptional hint="Only you see this." error={errors.name?.message}>
        {(a) => <Input {...a} {...register('name')} autoComplete="off" />}
      </Field>
    </div>
  );
}
