// The weekly summaries by email of all sites in one table, each with its switch. Links of unsubscribed emails lead here.
import { useState } from 'react';
import { useInstallation } from '#client/data/installation.ts';
import { useSites } from '#client/data/sites.ts';
import { useSetWeeklyEmail, useWeeklyEmail, useWeeklyEmails } from '#client/data/weekly-email.ts';
import { describeWeekly } from '#client/format/weekly-email.ts';
import { SmallButton } from '#client/ui/button.tsx';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { Table } from '#client/ui/table.tsx';
import { toast, toastFailed } from '#client/ui/toast.tsx';
import type { Site } from '#shared/contract/site.ts';
import { MESSAGES, TOASTS } from '#shared/messages.ts';

/** Sites that are listed at first. */
const SHOWN = 8;

export function WeeklyMailPanel() {
  const query = useSites();
  const sites = query.data;
  const [areAllShown, setAllShown] = useState(false);
  const isLong = sites !== undefined && sites.length > SHOWN + 1;
  return (
    <Panel
      title="Weekly emails"
      description="Each site's week, on Monday at 8:00 AM in its time zone."
      action={sites && sites.length > 1 && <AllSites sites={sites} />}
    >
      {query.isError && !sites ? (
        <LoadError query={query} title="Couldn't load your weekly emails" comfort="They'll keep going out as set." />
      ) : sites?.length === 0 ? (
        <p className="text-muted">You have no sites yet.</p>
      ) : sites ? (
        <>
          <NoMailServer />
          <Table
            label="Weekly emails"
            rows={isLong && !areAllShown ? sites.slice(0, SHOWN) : sites}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'site',
                header: 'Site',
                cell: ({ name }) => <span className="wrap-anywhere font-medium">{name}</span>,
              },
              {
                key: 'when',
                header: 'When',
                className: 'lg:min-w-56 xl:min-w-72',
                cell: (site) => <When site={site} />,
              },
              {
                key: 'switch',
                header: <span className="sr-only">Weekly email</span>,
                place: 'corner',
                cell: (site) => <Toggle site={site} />,
              },
            ]}
          />
        </>
      ) : (
        <Skeleton className="h-6 w-full" />
      )}
      {isLong && !areAllShown && (
        <SmallButton className="mt-4" onClick={() => setAllShown(true)}>
          Show all {sites.length} sites
        </SmallButton>
      )}
    </Panel>
  );
}

/** Said once, before anything is switched on. */
function NoMailServer() {
  if (useInstallation().data?.mail !== 'outbox') return null;
  return <p className="mb-4 text-pretty">{MESSAGES.noMailServer} Summaries stay in its outbox folder.</p>;
}

/** Switches those of all sites at once, of the sites that aren't listed yet, too. */
function AllSites({ sites }: { sites: readonly Site[] }) {
  const { mutateAsync } = useSetWeeklyEmail();
  const [isBusy, setIsBusy] = useState(false);
  const emails = useWeeklyEmails(sites.map(({ id }) => id));
  const on = sites.filter((_, at) => emails[at]?.data?.isOn);
  const isKnown = emails.every(({ data }) => data);
  const change = async (changed: readonly Site[], isOn: boolean) => {
    setIsBusy(true);
    // Their calls are sent together, a few requests for the largest plan.
    const results = await Promise.allSettled(changed.map(({ id }) => mutateAsync({ id, isOn })));
    setIsBusy(false);
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') toastFailed(TOASTS.weeklyEmailsFailed)(failed.reason);
    return failed === undefined;
  };
  const changeAll = async (isOn: boolean) => {
    const changed = sites.filter((site) => on.includes(site) !== isOn);
    if (!(await change(changed, isOn))) return;
    const undo = { label: 'Undo', onSelect: () => void change(changed, !isOn) };
    toast({ ...TOASTS.weeklyEmailsChanged(isOn), action: undo });
  };
  return (
    <Checkbox
      label="All sites"
      isLabelShown
      checked={on.length === sites.length}
      isMixed={on.length > 0 && on.length < sites.length}
      disabled={!isKnown || isBusy}
      onCheckedChange={(isOn) => void changeAll(isOn)}
    />
  );
}

function When({ site: { id, timezone } }: { site: Site }) {
  const { data, isError } = useWeeklyEmail(id);
  const mail = useInstallation().data?.mail;
  return (
    <span className="whitespace-normal text-muted">
      {data ? describeWeekly(data, timezone, mail) : isError ? "Couldn't be loaded. Reload the page." : 'Loading…'}
    </span>
  );
}

function Toggle({ site: { id, name } }: { site: Site }) {
  const { data } = useWeeklyEmail(id);
  const change = useSetWeeklyEmail();
  const onError = toastFailed(TOASTS.weeklyEmailFailed);
  return (
    <Switch
      label={`Weekly email for ${name}`}
      checked={data?.isOn ?? false}
      disabled={!data}
      isBusy={change.isPending}
      onCheckedChange={(isOn) => change.mutate({ id, isOn }, { onError })}
    />
  );
}
