// The fields that a notification and a template have in common: what it says, and where a click leads.
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { LINK_FIELD } from '#client/form/links.ts';
import { Field } from '#client/ui/field.tsx';
import { Textarea } from '#client/ui/input.tsx';
import { NOTIFICATION_TYPE_LOOKS } from '#client/ui/notification-type.tsx';
import { NOTIFICATION_TYPES } from '#shared/embed/payload.ts';
import { MESSAGE_MAX } from '#shared/limits.ts';
import type { ContentValues } from './content-form.ts';
import { DetailField } from './editor-details.tsx';
import { detailsOf } from './editor-form.ts';
import { SelectField, TextField } from './form-fields.tsx';
import { ImageField } from './image-field.tsx';
import { hasVariables } from './template-text.ts';

const TYPES = NOTIFICATION_TYPES.map((value) => {
  const { label, icon: Icon } = NOTIFICATION_TYPE_LOOKS[value];
  return { value, label, icon: <Icon aria-hidden="true" size={16} strokeWidth={1.75} /> };
});

type MessageFieldProps = {
  placeholder: string;
  /** Whether `{{name}}` in the texts is filled, rather than shown to visitors as it stands. */
  fillsVariables: boolean;
  hint?: string | undefined;
};

export function MessageField({ placeholder, fillsVariables, hint }: MessageFieldProps) {
  const { register, control, formState } = useFormContext<ContentValues>();
  const texts = useWatch({ control, name: ['message', 'title'] });
  const isMistaken = !fillsVariables && texts.some(hasVariables);
  return (
    <Field
      label="Message"
      hint={isMistaken ? <VariablesWarning /> : (hint ?? `Up to ${MESSAGE_MAX} characters.`)}
      error={formState.errors.message?.message}
    >
      {(a) => <Textarea {...a} {...register('message')} rows={2} autoFocus placeholder={placeholder} />}
    </Field>
  );
}

const VariablesWarning = () => (
  <span className="flex items-start gap-1.5 text-ink">
    <TriangleAlert aria-hidden="true" size={14} className="mt-0.5 shrink-0 text-proof-ink" />
    Variables work in templates only. Visitors would see the braces as you typed them.
  </span>
);

/** @param only the types to choose from; all unless given. */
export const TypeField = ({ only }: { only?: readonly ContentValues['type'][] | undefined }) => (
  <SelectField name="type" label="Type" options={only ? TYPES.filter(({ value }) => only.includes(value)) : TYPES} />
);

const LINK_INPUT = { rules: LINK_FIELD, inputMode: 'url', spellCheck: false } as const;

/** Stars, code or number, where the type has one and it isn't computed; title, link and image. */
export function ContentFields({ isComputed = false }: { isComputed?: boolean }) {
  const { control } = useFormContext<ContentValues>();
  const [type, rating, code, count] = useWatch({ control, name: ['type', 'rating', 'code', 'count'] });
  return (
    <>
      {(isComputed ? [] : detailsOf({ type, rating, code, count })).map((detail) => (
        <DetailField key={detail} detail={detail} type={type} />
      ))}
      <TextField name="title" label="Title" isOptional />
      <TextField
        name="url"
        label="Link"
        isOptional
        hint="Where a click goes: shop.example/desks, or a path on your own site, such as /desks/oak."
        {...LINK_INPUT}
      />
      <ImageField />
    </>
  );
}

/** What a notification says, where its editor only reads it. */
export const ReadOnlyContent = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="divide-y divide-line border-line border-y text-table">
    {facts
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([name, value]) => (
        <div key={name} className="grid grid-cols-[7rem_1fr] gap-3 py-2.5">
          <dt className="text-muted">{name}</dt>
          <dd className="wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
  </dl>
);
