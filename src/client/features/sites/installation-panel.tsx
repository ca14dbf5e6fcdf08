// 'Check installation': waits for the snippet to be seen and says where, or the likeliest reason why it isn't.
import { ExternalLink, RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useInstallation } from '#client/data/installation.ts';
import { isSeenOf, useAllowHost, useSiteInstallation, useSiteSetup } from '#client/data/site-installation.ts';
import { useSwitchWidget, useWidget } from '#client/data/widgets.ts';
import { snippetOf } from '#client/format/snippet.ts';
import { useNow } from '#client/hooks/use-now.ts';
import { openablePage } from '#client/inspection/page-address.ts';
import { screens } from '#client/screens.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { toast, toastFailed } from '#client/ui/toast.tsx';
import type { Installation } from '#shared/contract/installation.ts';
import type { Site } from '#shared/contract/site.ts';
import { relativeTime } from '#shared/embed/relative-time.ts';
import { TOASTS } from '#shared/messages.ts';
import { installationState } from './installation-state.ts';
import { UnseenCauses } from './unseen-causes.tsx';

export function InstallationPanel({ site }: { site: Site }) {
  const query = useSiteInstallation(site.id);
  const { data, isError, isPending, isFetching, refetch } = query;
  const seenOn = data?.hosts.map(({ host }) => host) ?? [];
  const page = openablePage(site, seenOn);
  const isSeen = data !== undefined && isSeenOf(data);
  return (
    <Panel
      title="Check installation"
      footer={
        !isPending && (
          <>
            {page ? (
              <Button asChild variant="secondary" className="max-sm:w-full xl:w-full">
                <a href={page} target="_blank" rel="noopener">
                  <ExternalLink aria-hidden="true" size={16} />
                  Open my page
                </a>
              </Button>
            ) : (
              site.domains.length + seenOn.length === 0 && (
                // On phones it has a row of its own, which must not push the page down once the snippet is seen.
                <Button variant="secondary" className="w-full sm:hidden" disabled>
                  <ExternalLink aria-hidden="true" size={16} />
                  Open my page
                </Button>
              )
            )}
            <NextStep site={site} isDue={isSeen} />
          </>
        )
      }
    >
      <div className="space-y-4">
        {isError && <LoadError query={query} title="Can't check right now" />}
        {data ? (
          <Sightings site={site} installation={data} isFetching={isFetching} onCheck={() => void refetch()} />
        ) : (
          !isError && <Skeleton className="h-24 w-full" />
        )}
      </div>
    </Panel>
  );
}

type SightingsProps = { site: Site; installation: Installation; isFetching: boolean; onCheck: () => void };

function Sightings({ site, installation, isFetching, onCheck }: SightingsProps) {
  const { seen, others, problems } = installationState(installation, site);
  const isSeen = isSeenOf(installation);
  const now = useServerNow(installation.checkedAt);
  // What was waited for here is worth more than what had been there all along.
  const [wasAwaited, setWasAwaited] = useState(false);
  useEffect(() => {
    if (!isSeen) setWasAwaited(true);
  }, [isSeen]);
  const ago = (iso: string) => relativeTime(iso, now, 'en').replace(/^now$/, 'just now');
  return (
    <>
      <div role="status" className="space-y-4">
        {seen && !isSeen ? (
          <Alert tone="danger" title={`The snippet was last seen ${ago(seen.lastSeenAt)}`}>
            It was on <span className="wrap-anywhere">{seen.host}</span>. A new theme or a page builder may have dropped
            it. As soon as a page loads it again, you'll see it here.
          </Alert>
        ) : seen ? (
          <Alert tone={wasAwaited ? 'proof' : 'success'} title={wasAwaited ? 'Your snippet works' : undefined}>
            Snippet last seen on <strong className="wrap-anywhere font-semibold">{seen.host}</strong>{' '}
            {ago(seen.lastSeenAt)}
          </Alert>
        ) : (
          problems.length === 0 && <Waiting />
        )}
        {problems.map((problem) => {
          const told = { site, host: problem.host, when: ago(problem.lastSeenAt) };
          const key = `${problem.kind} ${problem.host}`;
          return problem.kind === 'refused' ? (
            <Refused key={key} {...told} />
          ) : (
            <OtherId key={key} {...told} id={problem.id} />
          );
        })}
        {!installation.isWidgetActive && <WidgetOff site={site} />}
      </div>
      {others.length > 0 && (
        <ul aria-label="Also seen on" className="space-y-1 text-muted text-table">
          {others.map(({ host, lastSeenAt }) => (
            <li key={host} className="flex justify-between gap-4">
              <span className="truncate">{host}</span>
              <span className="shrink-0">{ago(lastSeenAt)}</span>
            </li>
          ))}
        </ul>
      )}
      {site.domains.length === 0 && (
        <p className="text-muted text-table">
          This site lists no domains, so any page may use its snippet. List yours below to keep others out.
        </p>
      )}
      {isSeen ? (
        <Button
          variant="ghost"
          size="sm"
          className="-ml-3"
          icon={<RefreshCw aria-hidden="true" size={14} />}
          onClick={onCheck}
          isBusy={isFetching}
        >
          Check again
        </Button>
      ) : (
        <UnseenCauses site={site} />
      )}
    </>
  );
}

/** The time as the server has it: the device's clock may be wrong. */
function useServerNow(checkedAt: string): number {
  const now = useNow(5_000);
  const [offset, setOffset] = useState(0);
  useEffect(() => setOffset(Date.parse(checkedAt) - Date.now()), [checkedAt]);
  return now + offset;
}

function Waiting() {
  const [since] = useState(Date.now);
  const seconds = Math.max(0, Math.floor((useNow(1_000) - since) / 1_000));
  return (
    <div className="flex gap-3">
      <Spinner />
      <div className="min-w-0">
        <p className="font-semibold">Waiting for your page</p>
        <p className="text-muted text-table">
          No page has asked for this site yet. Paste the snippet, publish, and open a page: you'll see it here within
          seconds.
        </p>
        {/* Read out once a second it would drown everything else. */}
        <p aria-hidden="true" className="mt-1 text-meta text-muted tabular-nums">
          Checking for {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
        </p>
      </div>
    </div>
  );
}

function Refused({ site, host, when }: { site: Site; host: string; when: string }) {
  const allow = useAllowHost(site);
  const add = () =>
    allow.mutate(host, {
      onSuccess: () => toast({ ...TOASTS.siteUpdated, tone: 'success' }),
      onError: toastFailed(TOASTS.siteUpdateFailed),
    });
  return (
    <Alert
      tone="danger"
      title={`${host} isn't on your list`}
      action={
        <Button variant="secondary" size="sm" className="max-w-full" onClick={add} isBusy={allow.isPending}>
          <span className="truncate">Add {host}</span>
        </Button>
      }
    >
      A page there asked {when} and got nothing, because it isn't one of this site's domains.
    </Alert>
  );
}

function OtherId({ site, id, host, when }: { site: Site; id: string; host: string; when: string }) {
  const { publicUrl } = useInstallation().data ?? {};
  return (
    <Alert
      tone="danger"
      title={`The snippet on ${host} has another site ID`}
      action={publicUrl && <CopyButton text={snippetOf(publicUrl, site.id)} label="Copy the right snippet" />}
    >
      <dl className="mt-1 space-y-1.5 text-table">
        <IdRow label="On that page" id={id} />
        <IdRow label="Of this site" id={site.id} />
      </dl>
      <p className="mt-2">It asked {when}. Replace it with this site's snippet.</p>
    </Alert>
  );
}

const IdRow = ({ label, id }: { label: string; id: string }) => (
  <div>
    <dt className="text-muted">{label}</dt>
    <dd className="wrap-anywhere font-mono text-meta">{id}</dd>
  </div>
);

function WidgetOff({ site }: { site: Site }) {
  const { data: widget } = useWidget(site.id);
  const change = useSwitchWidget(site.id);
  const onError = toastFailed(TOASTS.widgetUpdateFailed);
  const turnOn = () => widget && change.mutate({ id: widget.id, isActive: true }, { onError });
  if (widget?.isActive) return null;
  return (
    <Alert
      tone="info"
      title="The widget is paused"
      action={
        <Button variant="secondary" size="sm" onClick={turnOn} isBusy={change.isPending} disabled={!widget}>
          Turn it on
        </Button>
      }
    >
      Visitors see nothing until you turn it on.
    </Alert>
  );
}

/** @param isDue whether it is the main thing to do. */
function NextStep({ site, isDue }: { site: Site; isDue: boolean }) {
  const { data } = useSiteSetup(site.id);
  if (!data) return null;
  const hasNone = data.firstNotificationAt === null;
  const [label, href]: [ReactNode, string] = hasNone
    ? ['Write your first notification', screens.siteNotifications.newHref(site.slug)]
    : ['Go to the dashboard', screens.siteDashboard.href(site.slug)];
  return (
    <>
      {hasNone && (
        <ButtonLink variant="secondary" className="max-sm:w-full xl:w-full" to={screens.siteSources.href(site.slug)}>
          Connect your shop
        </ButtonLink>
      )}
      <ButtonLink variant={isDue ? 'primary' : 'secondary'} className="max-sm:w-full xl:w-full" to={href}>
        {label}
      </ButtonLink>
    </>
  );
}
