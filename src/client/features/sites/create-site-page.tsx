// Creates a site. At the site limit, the page says so instead of showing the form.
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useUser } from '#client/auth/session-context.tsx';
import { allowedSites, remainingSites, useCreateSite, useSites } from '#client/data/sites.ts';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { deviceTimezone } from '#client/format/dates.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Site } from '#shared/contract/site.ts';
import { MESSAGES, TOASTS } from '#shared/messages.ts';
import { makeSlug } from '#shared/slug.ts';
import { SiteFields } from './site-fields.tsx';
import { type SiteFormValues, siteSchema } from './site-form.ts';

export default function CreateSitePage() {
  useTitle('New site');
  const { data: sites, isError, isFetching, retry } = useSites();
  const allowed = allowedSites(useUser());
  const isFirst = sites?.length === 0;
  return (
    <div className="mx-auto max-w-xl space-y-8">
      <PageHeader
        title={isFirst ? 'Create your first site' : 'New site'}
        description="One site per website. Each has its own notifications, widget and statistics."
      />
      {sites ? (
        remainingSites(allowed, sites.length) > 0 ? (
          <CreateSiteForm sites={sites} allowed={allowed} />
        ) : (
          <LimitReached sites={sites} allowed={allowed} />
        )
      ) : isError ? (
        <Alert
          tone="danger"
          title={TOASTS.sitesFetchFailed.title}
          action={
            <Button variant="secondary" size="sm" onClick={retry} isBusy={isFetching}>
              Try again
            </Button>
          }
        >
          We couldn't check how many sites you have.
        </Alert>
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </div>
  );
}

function LimitReached({ sites, allowed }: { sites: Site[]; allowed: number }) {
  const first = sites[0];
  return (
    <Alert
      tone="info"
      title={MESSAGES.siteLimit}
      action={
        first && (
          <Button asChild variant="secondary" size="sm" className="max-w-full">
            <Link to={screens.siteDashboard.href(first.slug)}>
              <span className="truncate">Open {first.name}</span>
            </Link>
          </Button>
        )
      }
    >
      Your plan includes {allowed === 1 ? 'one site' : `${allowed} sites`}, and you have {sites.length}. Your sites keep
      running. To add another, delete one first.
    </Alert>
  );
}

function CreateSiteForm({ sites, allowed }: { sites: Site[]; allowed: number }) {
  const navigate = useNavigate();
  const create = useCreateSite();
  const [isSlugOwn, setIsSlugOwn] = useState(false);
  const form = useServerForm<SiteFormValues, SiteFormValues, Site>({
    schema: siteSchema,
    defaultValues: { name: '', slug: '', domains: [], timezone: deviceTimezone() },
    save: (values) => create.mutateAsync(values),
    success: TOASTS.siteCreated(remainingSites(allowed, sites.length + 1)),
    onSaved: (site) => navigate(screens.siteSetup.href(site.slug)),
  });
  const followName = (name: string) => {
    if (isSlugOwn) return;
    const taken = new Set(sites.map((site) => site.slug));
    form.setValue('slug', name.trim() === '' ? '' : makeSlug(name, taken), {
      shouldValidate: form.formState.isSubmitted,
    });
  };
  const slug = form.watch('slug');
  return (
    <ServerForm form={form} failureTitle={TOASTS.siteCreateFailed.title}>
      <SiteFields
        form={form}
        onNameChange={followName}
        // Once emptied, the URL name follows the name again.
        onSlugChange={(typed) => setIsSlugOwn(typed !== '')}
        slugHint={
          <>
            Used in your dashboard's URL: <span className="text-ink">/{slug || '…'}/dashboard</span>. Visitors never see
            it.
          </>
        }
        autoFocus
      />
      <div className="mt-8 border-line border-t pt-6">
        <Button type="submit" size="lg" isBusy={form.isBusy} busyLabel="Creating site...">
          Create site
        </Button>
      </div>
    </ServerForm>
  );
}
