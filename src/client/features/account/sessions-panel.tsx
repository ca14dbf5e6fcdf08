// The devices logged in to the account, and a way to log them out.

import { Monitor, Smartphone, Terminal } from 'lucide-react';
import { useState } from 'react';
import { useEndOtherSessions, useEndSession, useSessions } from '#client/data/account.ts';
import { dateOf } from '#client/format/dates.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { ConfirmAction } from '#client/ui/confirm-action.tsx';
import { ListFallback } from '#client/ui/list-fallback.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { toast, toastFailed } from '#client/ui/toast.tsx';
import type { AccountSession } from '#shared/contract/session.ts';
import { relativeTime } from '#shared/embed/relative-time.ts';
import { browserName } from './browser-name.ts';

const ICONS = { desktop: Monitor, phone: Smartphone, script: Terminal };
export function SessionsPanel() {
  const query = useSessions();
  const [isAsking, setIsAsking] = useState(false);
  const sessions = query.data?.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  const others = sessions?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  return (
    <Panel
      title="Sessions"
      description="Don't recognize a device? Log it out and change your password."
      action={
        others > 0 && (
          <Button variant="secondary" size="sm" onClick={() => setIsAsking(true)}>
            Log out all other devices
          </Button>
        )
      }
    >
      {sessions ? (
        <ul className="divide-y divide-line" aria-label="Sessions">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      ) : (
        <ListFallback noun="sessions" query={query} />
      )}
      {isAsking && <LogOutOthersDialog count={others} onClose={() => setIsAsking(false)} />}
    </Panel>
  );
}

const failed = (error: unknown) => toastFailed({ title: 'Failed to log out the device' })(error);

function SessionRow({ session: { id, userAgent, createdAt, lastUsedAt, isCurrent } }: { session: AccountSession }) {
  const end = useEndSession();
  const { name, kind } = browserName(userAgent);
  const Icon = ICONS[kind];
  return (
    <li className="flex items-center gap-4 py-3.5 first:pt-0 last:pb-0">
      <Icon aria-hidden="true" size={20} strokeWidth={1.5} className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold" title={userAgent ?? undefined}>
          <span className="wrap-anywhere">{name}</span>
          {isCurrent && <Badge tone="accent">This browser</Badge>}
        </p>
        <p className="mt-0.5 text-muted text-table">
          {isCurrent ? 'In use now' : `Last used ${relativeTime(lastUsedAt, Date.now(), 'en')}`} ·{' '}
          <span className="whitespace-nowrap">logged in {dateOf(createdAt)}</span>
        </p>
      </div>
      {!isCurrent && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Log out ${name}, logged in ${dateOf(createdAt)}`}
          isBusy={end.isPending}
          onClick={() =>
            end.mutate(
              { id },
              { onSuccess: () => toast({ title: 'Device logged out', tone: 'success' }), onError: failed },
            )
          }
        >
          Log out
        </Button>
      )}
    </li>
  );
}

function LogOutOthersDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const end = useEndOtherSessions();
  return (
    <ConfirmAction
      title="Log out all other devices?"
      description={`${count === 1 ? 'One other device' : `${count} other devices`} will have to log in again. This one stays logged in.`}
      confirmLabel="Log out"
      run={() => end.mutateAsync()}
      done={{ title: 'Other devices logged out' }}
      failed={{ title: 'Failed to log out the devices' }}
      onClose={onClose}
    />
  );
}
