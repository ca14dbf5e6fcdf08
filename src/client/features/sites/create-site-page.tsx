// Create a site: the first one is an invitation, the one too many is refused before anything is typed.
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { showFaults } from '#client/api/form-faults.ts';
import { useUser } from '#client/api/session-context.tsx';
import { useTitle } from '#client/hooks/use-title.ts';
import { paths } from '#client/paths.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { Site } from '#shared/contract/site.ts';
import { MESSAGES, TOASTS } from '#shared/messages.ts';
import { makeSlug } from '#shared/slug.ts';
import { useCreateSite, useSites } from './queries.ts';
import { SiteFields } from './site-fields.tsx';
import { ownTimezone, SITE_FIELDS, type SiteFormValues, siteResolver } from './site-form.ts';
import { allowedSites, remainingSites } from './site-limit.ts';

export function CreateSitePage() {
  useTitle('New site');
  const { data: sites, isError, isFetching, retry } = useSites();
  const allowed = allowedSites(useUser());
  const isFirst = sites?.length === 0;
  return (
    <div className="mx-auto max-w-xl space-y-8">
      <PageHeader
        title={isFirst ? 'Create your first site' : 'New site'}
        description="A site is one website of yours: it has its own notifications, its own widget and its own figures."
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
          Whether you may add one more depends on how many you have.
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
            <Link to={paths.siteDashboard.href(first.slug)}>
              <span className="truncate">Open {first.name}</span>
            </Link>
          </Button>
        )
      }
    >
      Your plan has room for {allowed === 1 ? 'one site' : `${allowed} sites`}, and you have {sites.length}. What you
      have keeps running; to start another, delete one you no longer need.
    </Alert>
  );
}

function CreateSiteForm({ sites, allowed }: { sites: Site[]; allowed: number }) {
  const navigate = useNavigate();
  const create = useCreateSite();
  const [failure, setFailure] = useState<string | null>(null);
  const [isSlugOwn, setIsSlugOwn] = useState(false);
  const form = useForm<SiteFormValues>({
    resolver: siteResolver,
    defaultValues: { name: '', slug: '', domains: [], timezone: ownTimezone() },
  });
  const followName = (name: string) => {
    if (isSlugOwn) return;
    const taken = new Set(sites.map((site) => site.slug));
    form.setValue('slug', name.trim() === '' ? '' : makeSlug(name, taken), {
      shouldValidate: form.formState.isSubmitted,
    });
  };
  const submit = form.handleSubmit((values) => {
    setFailure(null);
    create.mutate(values, {
      onSuccess(site) {
        toast({ ...TOASTS.siteCreated(remainingSites(allowed, sites.length + 1)), tone: 'success' });
        navigate(paths.siteSetup.href(site.slug));
      },
      onError: (error) => setFailure(showFaults(error, form.setError, SITE_FIELDS)),
    });
  });
  const slug = form.watch('slug');
  return (
    <form onSubmit={submit} noValidate>
      {failure && (
        <div className="mb-6">
          <Alert tone="danger" title={TOASTS.siteCreateFailed.title}>
            {failure}
          </Alert>
        </div>
      )}
      <SiteFields
        form={form}
        onNameChange={followName}
        // Emptied, the address follows the name again.
        onSlugChange={(typed) => setIsSlugOwn(typed !== '')}
        slugHint={
          <>
            Your screens will be at <span className="text-ink">/{slug || '…'}/dashboard</span>. Visitors never see it.
          </>
        }
        autoFocus
      />
      <div className="mt-8 border-line border-t pt-6">
        <Button type="submit" size="lg" isBusy={create.isPending} busyLabel="Creating site...">
          Create site
        </Button>
      </div>
    </form>
  );
}
