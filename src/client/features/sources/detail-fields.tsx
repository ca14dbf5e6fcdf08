// A source's name, how long its events are kept, and where their links may lead.
import { useFormContext } from 'react-hook-form';
import { TextField } from '#client/form/fields.tsx';
import { hostnameOf } from '#shared/contract/site.ts';
import { NumberField, TagsField } from './source-fields.tsx';
import type { SourceFormValues } from './source-form.ts';

/** @param props.hasDomains whether the site lists any: without, links may lead anywhere. */
export function DetailFields({ hasDomains }: { hasDomains: boolean }) {
  const form = useFormContext<SourceFormValues>();
  return (
    <div className="grid gap-x-8 gap-y-5 max-xl:md:grid-cols-2">
      <TextField form={form} name="name" label="Name" autoComplete="off" />
      <NumberField
        name="retentionDays"
        label="Keep events for"
        hint="Then they are deleted, with their notifications."
        unit="days"
      />
      <div className="max-xl:md:col-span-2">
        <TagsField
          name="hosts"
          label="Other hosts for links and pictures"
          hint={hasDomains ? undefined : 'Not needed: without a list of domains, they may lead anywhere.'}
          validate={hostnameOf}
          invalidText={(refused) => `“${refused}” isn't a host, such as cdn.shop.example.`}
          onTyped={(text) => form.setValue('typed', text)}
          placeholder="e.g. cdn.shop.example"
        />
      </div>
    </div>
  );
}
