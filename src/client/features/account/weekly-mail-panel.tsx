// The weekly summaries by email of all sites, each with its switch. Links of unsubscribed emails lead here.
import { useSites } from '#client/data/sites.ts';
import { useSetWeeklyEmail, useWeeklyEmail } from '#client/data/weekly-email.ts';
import { describeWeekly } from '#client/format/weekly-email.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { toastFailed } from '#client/ui/toast.tsx';
import type { Site } from '#shared/contract/site.ts';
import { TOASTS } from '#shared/messages.ts';

export function WeeklyMailPanel() {
  const query = useSites();
  const sites = query.data;
  return (
    <div id="weekly-email" className="scroll-mt-24">
      <Panel
        title="Weekly emails"
        description="A summary of a site's week, every Monday at 8:00 AM in the site's time zone."
      >
        {query.isError && !sites ? (
          <LoadError query={query} title="Couldn't load your weekly emails" comfort="They'll keep going out as set." />
        ) : sites?.length === 0 ? (
          <p className="text-muted">You have no sites yet.</p>
        ) : (
          <ul className="-my-3 divide-y divide-line">
            {sites?.map((site) => <SiteRow key={site.id} site={site} />) ?? <Skeleton className="my-3 h-6 w-full" />}
          </ul>
        )}
      </Panel>
    </div>
  );
}

function SiteRow({ site }: { site: Site }) {
  const { data, isError } = useWeeklyEmail(site.id);
  const change = useSetWeeklyEmail();
  const onError = toastFailed(TOASTS.weeklyEmailFailed);
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">{site.name}</p>
        <p className="text-muted text-table">
          {data ? describeWeekly(data, site.timezone) : isError ? "Couldn't be loaded. Reload the page." : 'Loading…'}
        </p>
      </div>
      <Switch
        label={`Weekly email for ${site.name}`}
        checked={data?.isOn ?? false}
        disabled={!data}
        isBusy={change.isPending}
        onCheckedChange={(isOn) => change.mutate({ id: site.id, isOn }, { onError })}
      />
    </li>
  );
}
