// How a source's notifications are worded: by us, or by a template that suits what the source tells of.

import { useState } from 'react';
import { useController } from 'react-hook-form';
import { failureOf } from '#client/auth/failures.ts';
import { useAllTemplates } from '#client/data/templates.ts';
import { screens } from '#client/screens.ts';
import { Combobox } from '#client/ui/combobox.tsx';
import { Field } from '#client/ui/field.tsx';
import { TextLink } from '#client/ui/link.tsx';
import type { Site } from '#shared/contract/site.ts';
import type { Template } from '#shared/contract/template.ts';
import { SOURCE_KIND_FACTS, type SourceKind } from '#shared/source-kinds.ts';
import type { SourceFormValues } from './source-form.ts';

/** In the list, which holds no empty value. */
const PLAIN = 'plain';

/** What tells a number of many events has no words for one. */
const isSuitable = (kind: SourceKind, { type, settings }: Template) =>
  !settings.aggregate &&
  (type === 'purchase' ||
    type === 'custom' ||
    (!SOURCE_KIND_FACTS[kind].isShop && (type === 'signup' || type === 'review')));

export function TemplateField({ site, kind }: { site: Site; kind: SourceKind }) {
  const { field, fieldState } = useController<SourceFormValues, 'templateId'>({ name: 'templateId' });
  const { value, onChange } = field;
  const [wasOpened, setWasOpened] = useState(false);
  const { templates, error: failed } = useAllTemplates({ isNeeded: wasOpened || value !== '' });
  const options = [
    { value: PLAIN, label: 'Standard' },
    ...(templates ?? [])
      .filter((template) => template.id === value || isSuitable(kind, template))
      .map(({ id, name, isBuiltIn }) => ({ value: id, label: isBuiltIn ? name : `${name} (yours)` })),
  ];
  return (
    <Field
      label="Wording"
      action={
        <TextLink to={`${screens.siteNotifications.href(site.slug)}?templates`} className="py-1">
          See templates
        </TextLink>
      }
      error={fieldState.error?.message ?? (failed ? failureOf(failed).message : undefined)}
    >
      {(a) => (
        <Combobox
          {...a}
          value={value || PLAIN}
          onValueChange={(chosen) => onChange(chosen === PLAIN ? '' : chosen)}
          options={options}
          placeholder={templates ? 'Templates' : 'Loading templates…'}
          searchPlaceholder="Search templates"
          emptyText={templates ? 'No template that suits this source has this name.' : 'Loading templates…'}
          onOpenChange={(isOpen) => isOpen && setWasOpened(true)}
        />
      )}
    </Field>
  );
}
