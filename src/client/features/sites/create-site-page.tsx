// Creates a site. At the site limit, and while a payment is overdue, the page says so instead of showing the form.
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useUser } from '#client/auth/session-context.tsx';
import { useBilling } from '#client/data/billing.ts';
import { allowedSites, remainingSites, useCreateSite, useSites } from '#client/data/sites.ts';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { deviceTimezone } from '#client/format/dates.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { hostnameOf, type Site } from '#shared/contract/site.ts';
import { MESSAGES, TOASTS } from '#shared/messages.ts';
import { PLAN_IDS } from '#shared/pricing.ts';
import { makeSlug } from '#shared/slug.ts';
import { DomainsField, MoreFields, NameField, SlugField, TimezoneField } from './site-fields.tsx';
import { type SiteFormOutput, type SiteFormValues, siteSchema } from './site-form.ts';
import { SitePreview } from './site-preview.tsx';

export default function CreateSitePage() {
  useTitle('New site');
  const query = useSites();
  const create = useCreateSite();
  // Once the site is created, the form stays as it was until the next screen is there.
  const shown = useRef(query.data);
  if (!create.isPending && !create.isSuccess) shown.current = query.data;
  const sites = shown.current;
  const user = useUser();
  const allowed = allowedSites(user);
  const isOverdue = user?.subscription.status === 'past_due';
  const isFirst = sites?.length === 0;
  const form = sites && <CreateSiteForm sites={sites} allowed={allowed} create={create} />;
  return (
    <div className="space-y-8">
      <PageHeader title={isFirst ? 'Create your first site' : 'New site'} description="One site per website." />
      {sites ? (
        remainingSites(allowed, sites.length) > 0 ? (
          isOverdue ? (
            <Overdue>{form}</Overdue>
          ) : (
            form
          )
        ) : (
          <div className="max-w-xl">
            <LimitReached sites={sites} allowed={allowed} isLargest={user?.subscription.type === PLAN_IDS.at(-1)} />
          </div>
        )
      ) : query.isError ? (
        <LoadError query={query} title="Couldn't check how many sites you have" />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </div>
  );
}

type LimitProps = { sites: Site[]; allowed: number /** Whether there is no larger plan. */; isLargest: boolean };

function LimitReached({ sites, allowed, isLargest }: LimitProps) {
  const [only, ...others] = sites;
  return (
    <Alert tone="info" title={MESSAGES.siteLimit}>
      <p>
        Your plan includes {allowed === 1 ? 'one site' : `${allowed} sites`}
        {sites.length > allowed && `, and you have ${sites.length}`}. To add another, {!isLargest && 'upgrade, or '}
        delete one that you no longer need, in its Advanced Options.
      </p>
      <p className="wrap-anywhere mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        {!isLargest && (
          <ButtonLink size="sm" to={screens.upgrade.href()}>
            Upgrade
          </ButtonLink>
        )}
        {only && others.length === 0 ? (
          <TextLink to={screens.siteAdvanced.href(only.slug)}>Advanced Options of {only.name}</TextLink>
        ) : (
          <TextLink to={screens.dashboard.href()}>See your sites</TextLink>
        )}
      </p>
    </Alert>
  );
}

/** Shows the form only if the server would take it: a grant may still have room. */
function Overdue({ children }: { children: ReactNode }) {
  const { data, isError } = useBilling();
  if (data?.sites.mayCreate || isError) return children;
  if (!data) return <Skeleton className="h-96 w-full" />;
  return (
    <Alert
      tone="danger"
      title="Your last payment failed"
      action={
        <ButtonLink size="sm" to={screens.upgrade.href()}>
          See your plan
        </ButtonLink>
      }
    >
      Update your card to create another site. Your sites keep running.
    </Alert>
  );
}

type FormProps = { sites: Site[]; allowed: number; create: ReturnType<typeof useCreateSite> };

function CreateSiteForm({ sites, allowed, create }: FormProps) {
  const navigate = useNavigate();
  const [isSlugOwn, setIsSlugOwn] = useState(false);
  const form = useServerForm<SiteFormValues, SiteFormOutput, Site>({
    schema: siteSchema,
    defaultValues: { name: '', slug: '', domains: [], timezone: deviceTimezone(), currency: '', typed: '' },
    save: (values) => create.mutateAsync(values),
    success: TOASTS.siteCreated(remainingSites(allowed, sites.length + 1)),
    failed: TOASTS.siteCreateFailed,
    keptAt: { name: 'new-site' },
    onSaved: (site) => navigate(screens.siteSetup.href(site.slug)),
  });
  const { isRestored, getValues } = form;
  const taken = useMemo(() => new Set(sites.map((site) => site.slug)), [sites]);
  useEffect(() => {
    const { name, slug } = getValues();
    if (isRestored) setIsSlugOwn(slug !== '' && slug !== makeSlug(name, taken));
  }, [isRestored, getValues, taken]);
  const followName = (name: string) => {
    if (isSlugOwn) return;
    form.setValue('slug', name.trim() === '' ? '' : makeSlug(name, taken), {
      shouldValidate: form.formState.isSubmitted,
    });
  };
  const [slug, name, domains, typed] = form.watch(['slug', 'name', 'domains', 'typed']);
  return (
    <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <ServerForm form={form}>
        <div className="space-y-6">
          <NameField form={form} onChange={followName} autoFocus />
          <DomainsField form={form} />
          <MoreFields form={form}>
            <SlugField
              form={form}
              // Once emptied, the URL name follows the name again.
              onChange={(typed) => setIsSlugOwn(typed !== '')}
              hint={
                <>
                  Used in your dashboard's URL: <span className="text-ink">/{slug || '…'}/dashboard</span>. Visitors
                  never see it.
                </>
              }
            />
            <TimezoneField form={form} />
          </MoreFields>
        </div>
        <div className="mt-6 border-line border-t pt-6">
          <Button type="submit" size="lg" isBusy={form.isBusy || create.isSuccess} busyLabel="Creating site...">
            Create site
          </Button>
        </div>
      </ServerForm>
      <div className="max-lg:hidden">
        <SitePreview name={name} domain={domains[0] ?? hostnameOf(typed) ?? undefined} />
      </div>
    </div>
  );
}
