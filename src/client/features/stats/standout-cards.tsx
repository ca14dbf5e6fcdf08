// The best and the weakest notification of the last 30 days, with how certain that is, and links to them.
import { Link } from 'react-router';
import { useSetup } from '#client/data/notifications.ts';
import { count, describeRate } from '#client/format/numbers.ts';
import { screens } from '#client/screens.ts';
import { NotificationTypeGlyph } from '#client/ui/notification-type.tsx';
import type { Site } from '#shared/contract/site.ts';
import type { SiteStats } from '#shared/contract/stats.ts';
import { type Standouts, standoutsOf } from './standouts.ts';
import { TableSection } from './table-section.tsx';

export function StandoutCards({ site, rows }: { site: Site; rows: SiteStats['notifications'] }) {
  const list = useSetup(site.id).notifications.data;
  if (!list) return null;
  const linked = new Set(list.flatMap(({ id, url }) => (url === null ? [] : [id])));
  const standouts = standoutsOf(rows, (id) => linked.has(id));
  return (
    <TableSection title="Best and weakest" note="By click rate over the last 30 days, among notifications with a link.">
      {standouts.kind === 'apart' ? (
        <div className="grid gap-3 md:grid-cols-2 md:gap-4">
          <Card site={site} label="Best" row={standouts.best} />
          <Card site={site} label="Weakest" row={standouts.weakest} />
        </div>
      ) : (
        <p className="max-w-[64ch] text-pretty text-muted">
          {standouts.kind === 'alike' ? (
            <>
              No clear winner: the rates of your {standouts.count} notifications with enough displays are so close that
              chance explains the difference.{' '}
            </>
          ) : (
            'Not enough displays to compare yet. It takes two notifications with a few hundred displays each. '
          )}
          <Link to={screens.siteAnalytics.href(site.slug)} className="font-medium text-accent hover:underline">
            See all in Analytics
          </Link>
        </p>
      )}
    </TableSection>
  );
}

type CardProps = { site: Site; label: string; row: Extract<Standouts, { kind: 'apart' }>['best'] };

function Card({ site, label, row: { notificationId, name, type, clickRate, displays } }: CardProps) {
  const { value, range } = describeRate(clickRate);
  return (
    <div className="flex items-center gap-4 rounded-panel border border-line bg-surface px-4 py-3.5">
      <div className="min-w-0 flex-1">
        <p className="text-meta text-muted">{label}</p>
        <p className="mt-1 flex items-start gap-2">
          {type && <NotificationTypeGlyph type={type} />}
          <Link
            to={screens.siteNotifications.editHref(site.slug, notificationId)}
            className="wrap-anywhere line-clamp-2 font-semibold hover:underline"
          >
            {name ?? 'Unnamed notification'}
          </Link>
        </p>
      </div>
      <div className="shrink-0 text-right tabular-nums">
        <p className="font-display text-heading">{value}</p>
        <p className="text-meta text-muted">{range}</p>
        <p className="text-meta text-muted">{count(displays)} displays</p>
      </div>
    </div>
  );
}
