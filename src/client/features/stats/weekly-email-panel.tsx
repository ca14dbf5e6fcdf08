// The weekly summary of one site by email: on or off, and when the next one comes.
import { useSetWeeklyEmail, useWeeklyEmail } from '#client/data/weekly-email.ts';
import { describeWeekly } from '#client/format/weekly-email.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { toastFailed } from '#client/ui/toast.tsx';
import type { Site } from '#shared/contract/site.ts';
import { TOASTS } from '#shared/messages.ts';

/** @param isHidden while what stands above it is on its way, which it would make room for. */
export function WeeklyEmailPanel({ site, isHidden }: { site: Site; isHidden: boolean }) {
  const query = useWeeklyEmail(site.id);
  const change = useSetWeeklyEmail();
  const { data, isError } = query;
  const onError = toastFailed(TOASTS.weeklyEmailFailed);
  return (
    <div className="print:hidden" hidden={isHidden}>
      <Panel
        title="Weekly summary by email"
        description={`Displays, clicks and the best notification of ${site.name}, every Monday at 8:00 AM. A week without displays has none.`}
        action={
          data && (
            <Switch
              label={`Weekly email for ${site.name}`}
              checked={data.isOn}
              isBusy={change.isPending}
              onCheckedChange={(isOn) => change.mutate({ id: site.id, isOn }, { onError })}
            />
          )
        }
      >
        {data ? (
          <p role="status">{describeWeekly(data, site.timezone)}</p>
        ) : isError ? (
          <LoadError query={query} title="Couldn't load the weekly email" />
        ) : (
          <Skeleton className="h-5 w-64" />
        )}
      </Panel>
    </div>
  );
}
