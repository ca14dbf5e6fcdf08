// The site's own data: name, address, domains, time zone.
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { showFaults } from '#client/api/form-faults.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { Site } from '#shared/contract/site.ts';
import { TOASTS } from '#shared/messages.ts';
import { useUpdateSite } from './queries.ts';
import { SiteFields } from './site-fields.tsx';
import { SITE_FIELDS, type SiteFormValues, siteResolver } from './site-form.ts';

const valuesOf = ({ name, slug, domains, timezone }: Site): SiteFormValues => ({ name, slug, domains, timezone });

export function SiteDetails({ site }: { site: Site }) {
  const update = useUpdateSite();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<SiteFormValues>({ resolver: siteResolver, defaultValues: valuesOf(site) });
  const submit = form.handleSubmit((values) => {
    setFailure(null);
    update.mutate(
      { id: site.id, ...values },
      {
        onSuccess(saved) {
          // What the server made of it is now the state to differ from.
          form.reset(valuesOf(saved));
          toast({ ...TOASTS.siteUpdated, tone: 'success' });
        },
        onError: (error) => setFailure(showFaults(error, form.setError, SITE_FIELDS)),
      },
    );
  });
  return (
    <form onSubmit={submit} noValidate>
      <Panel
        title="Details"
        footer={
          <Button type="submit" isBusy={update.isPending} busyLabel="Saving..." disabled={!form.formState.isDirty}>
            Save changes
          </Button>
        }
      >
        {failure && (
          <div className="mb-6">
            <Alert tone="danger" title={TOASTS.siteUpdateFailed.title}>
              {failure}
            </Alert>
          </div>
        )}
        <SiteFields
          form={form}
          slugHint="Part of your screens' address. Changing it breaks bookmarks, not the snippet."
        />
      </Panel>
    </form>
  );
}
