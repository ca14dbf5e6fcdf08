// The weekly summary of one site by email: on or off, when the next one arrives, and one at once.
import { useId } from 'react';
import { useUser } from '#client/auth/session-context.tsx';
import { useInstallation } from '#client/data/installation.ts';
import { useSendWeeklyEmail, useSetWeeklyEmail, useWeeklyEmail } from '#client/data/weekly-email.ts';
import { describeWeekly } from '#client/format/weekly-email.ts';
import { SmallButton } from '#client/ui/button.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { toast, toastFailed } from '#client/ui/toast.tsx';
import type { Site } from '#shared/contract/site.ts';
import { MESSAGES, TOASTS } from '#shared/messages.ts';

/** @param isHidden while what stands above it is on its way, which it would make room for. */
export function WeeklyEmailPanel({ site, isHidden }: { site: Site; isHidden: boolean }) {
  const query = useWeeklyEmail(site.id);
  const mail = useInstallation().data?.mail;
  const change = useSetWeeklyEmail();
  const { data, isError } = query;
  const onError = toastFailed(TOASTS.weeklyEmailFailed);
  return (
    <div className="print:hidden" hidden={isHidden}>
      <Panel
        title="Weekly email"
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
          <>
            <p className="text-pretty text-muted">
              Displays, clicks and the best notification, every Monday at 8:00 AM. We skip weeks with no displays.
            </p>
            <p role="status" className="mt-3 text-pretty">
              {describeWeekly(data, site.timezone, mail)}
            </p>
            <SendNow site={site} canSend={mail !== 'outbox'} />
          </>
        ) : isError ? (
          <LoadError query={query} title="Couldn't load the weekly email" />
        ) : (
          <Skeleton className="h-5 w-64" />
        )}
      </Panel>
    </div>
  );
}

/** Sends last week's summary, whether the weekly email is on or not. */
function SendNow({ site, canSend }: { site: Site; canSend: boolean }) {
  const reason = useId();
  const email = useUser()?.email;
  const send = useSendWeeklyEmail();
  const onSuccess = () => toast({ ...TOASTS.weeklyEmailSent, description: `To ${email}`, tone: 'success' });
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <SmallButton
        disabled={!canSend}
        aria-describedby={canSend ? undefined : reason}
        isBusy={send.isPending}
        onClick={() => send.mutate({ id: site.id }, { onSuccess, onError: toastFailed(TOASTS.weeklyEmailNotSent) })}
      >
        Send me one now
      </SmallButton>
      {!canSend && (
        <p id={reason} className="text-muted text-table">
          {MESSAGES.noMailServer}
        </p>
      )}
    </div>
  );
}
