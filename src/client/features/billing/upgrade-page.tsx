// Which plan the account has and what it includes. Plans can't be bought yet, and the page says so.
import { Link } from 'react-router';
import { useUser } from '#client/auth/session-context.tsx';
import { allowedSites, remainingSites, useSites } from '#client/data/sites.ts';
import { count } from '#client/format/numbers.ts';
import { capitalized } from '#client/format/words.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Bar } from '#client/ui/bar.tsx';
import { Button } from '#client/ui/button.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { User } from '#shared/contract/account.ts';
import { API_KEYS_MAX, NOTIFICATIONS_MAX, TEMPLATES_MAX } from '#shared/limits.ts';

/** What every plan includes: plans differ only in the number of sites. */
const INCLUDED = [
  ['Notifications', `${count(NOTIFICATIONS_MAX)} per site`],
  ['Displays and clicks', 'Unlimited'],
  ['Rules, appearance, statistics', 'All of them'],
  ['Your own templates', `${count(TEMPLATES_MAX)}, and all built-in ones`],
  ['API keys', count(API_KEYS_MAX)],
] as const;

export default function UpgradePage() {
  useTitle('Upgrade to Premium');
  const user = useUser();
  // Signed out: the guard is about to redirect.
  if (!user) return null;
  return (
    <>
      <PageHeader title="Upgrade to Premium" description="Your plan, and what it includes." />
      <div className="max-w-3xl">
        <Plan user={user} />
      </div>
    </>
  );
}

function Plan({ user: { subscription } }: { user: User }) {
  const { data: sites } = useSites();
  const allowed = allowedSites({ subscription });
  const left = sites && remainingSites(allowed, sites.length);
  const isActive = subscription.status === 'active' && subscription.type !== null;
  return (
    <Panel
      title={`Your plan: ${capitalized(subscription.type ?? 'free')}`}
      description="Every plan has all features. Plans differ only in the number of sites."
      action={
        subscription.type !== null && (
          <Badge tone={isActive ? 'success' : 'neutral'}>{capitalized(subscription.status.replace('_', ' '))}</Badge>
        )
      }
      footer={
        left !== undefined && (
          <Button asChild variant="secondary">
            {left > 0 ? (
              <Link to={screens.createSite.href()}>Create a site</Link>
            ) : (
              <Link to={screens.dashboard.href()}>See your sites</Link>
            )}
          </Button>
        )
      }
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="font-semibold">Sites</p>
        <p className="tabular-nums">
          {sites ? `${count(sites.length)} of ${count(allowed)} in use` : `Up to ${count(allowed)}`}
        </p>
      </div>
      <Bar share={sites ? sites.length / allowed : 0} hasTrack className="mt-2" />
      <dl className="mt-5 divide-y divide-line border-line border-y">
        {INCLUDED.map(([name, value]) => (
          <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2.5">
            <dt>{name}</dt>
            <dd className="text-muted">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-5 text-pretty text-muted">
        A larger plan can't be bought on this page yet. What you have keeps running: notifications never stop because of
        traffic.
      </p>
    </Panel>
  );
}
