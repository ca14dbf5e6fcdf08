// The site's details: name, URL name, domains, time zone.
import { useId } from 'react';
import { useUpdateSite } from '#client/data/sites.ts';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { Button } from '#client/ui/button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { Site } from '#shared/contract/site.ts';
import { TOASTS } from '#shared/messages.ts';
import { SiteFields } from './site-fields.tsx';
import { type SiteFormValues, siteSchema } from './site-form.ts';

const valuesOf = ({ name, slug, domains, timezone }: Site): SiteFormValues => ({ name, slug, domains, timezone });

export function SiteDetails({ site }: { site: Site }) {
  const update = useUpdateSite();
  const id = useId();
  const form = useServerForm<SiteFormValues, SiteFormValues, Site>({
    schema: siteSchema,
    defaultValues: valuesOf(site),
    save: (values) => update.mutateAsync({ id: site.id, ...values }),
    valuesOf,
    success: TOASTS.siteUpdated,
  });
  return (
    <Panel
      title="Details"
      footer={
        <Button type="submit" form={id} isBusy={form.isBusy} busyLabel="Saving..." disabled={!form.formState.isDirty}>
          Save changes
        </Button>
      }
    >
      <ServerForm form={form} id={id} failureTitle={TOASTS.siteUpdateFailed.title} guardsLeaving>
        <SiteFields
          form={form}
          slugHint="Used in your dashboard's URL. Changing it breaks bookmarks, but not the snippet."
        />
      </ServerForm>
    </Panel>
  );
}
