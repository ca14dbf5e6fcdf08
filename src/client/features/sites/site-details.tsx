// The site's details: name, URL name, domains, time zone, currency.
import { useEffect, useId, useRef } from 'react';
import { useUpdateSite } from '#client/data/sites.ts';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { Button } from '#client/ui/button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { Site } from '#shared/contract/site.ts';
import { TOASTS } from '#shared/messages.ts';
import { CurrencyField, DomainsField, NameField, SlugField, TimezoneField } from './site-fields.tsx';
import { type SiteFormOutput, type SiteFormValues, siteSchema, withAddedElsewhere } from './site-form.ts';

const valuesOf = ({ name, slug, domains, timezone, currency }: Site): SiteFormValues => ({
  name,
  slug,
  domains,
  timezone,
  currency: currency ?? '',
  typed: '',
});

export function SiteDetails({ site }: { site: Site }) {
  const update = useUpdateSite();
  const id = useId();
  const form = useServerForm<SiteFormValues, SiteFormOutput, Site>({
    schema: siteSchema,
    defaultValues: valuesOf(site),
    save: (_, changed) => update.mutateAsync({ id: site.id, ...changed }),
    valuesOf,
    success: TOASTS.siteUpdated,
    failed: TOASTS.siteUpdateFailed,
    keptAt: { name: `site:${site.id}` },
  });
  const { reset, getValues, setValue } = form;
  const before = useRef(site.domains);
  // Changed elsewhere, such as by 'Add shop.example': what is being typed here stays.
  useEffect(() => {
    reset(valuesOf(site), { keepDirtyValues: true, keepDirty: true });
    const listed = getValues('domains');
    const all = withAddedElsewhere(listed, before.current, site.domains);
    if (all.length > listed.length) setValue('domains', all, { shouldDirty: true });
    before.current = site.domains;
  }, [site, reset, getValues, setValue]);
  return (
    <Panel
      title="Details"
      footer={
        <Button type="submit" form={id} isBusy={form.isBusy} busyLabel="Saving..." disabled={!form.formState.isDirty}>
          Save changes
        </Button>
      }
    >
      <ServerForm form={form} id={id} guardsLeaving>
        <div className="space-y-6">
          <NameField form={form} />
          <DomainsField form={form} />
          <SlugField
            form={form}
            hint="Used in your dashboard's URL. Changing it breaks bookmarks, but not the snippet."
          />
          <TimezoneField form={form} />
          <CurrencyField form={form} />
        </div>
      </ServerForm>
    </Panel>
  );
}
