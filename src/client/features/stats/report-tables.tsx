// The tables of a site's report: by notification, by device, by page.
import { Monitor, Smartphone, Tablet } from 'lucide-react';
import type { ReactNode } from 'react';
import { daysName } from '#client/format/dates.ts';
import { Badge } from '#client/ui/badge.tsx';
import { NOTIFICATION_TYPE_LOOKS, NotificationTypeGlyph } from '#client/ui/notification-type.tsx';
import type { SiteStats } from '#shared/contract/stats.ts';
import { PAGES_PER_DAY } from '#shared/limits.ts';
import { DEVICE_NAMES, nameless } from './report-words.ts';
import { StatTable } from './stat-table.tsx';

type Notification = SiteStats['notifications'][number];

type TableProps = { report: SiteStats; csv: ReactNode };

/** Its text has `self-baseline`: figures beside it stand on the same line. */
const Lead = ({ children }: { children: ReactNode }) => <span className="flex items-center gap-2.5">{children}</span>;

const notificationName = ({ name, isDeleted, notificationId }: Notification): string =>
  name ?? (isDeleted ? nameless(notificationId) : 'Unnamed notification');

export const ByNotification = ({ report, csv }: TableProps) => (
  <StatTable
    noun="notification"
    csv={csv}
    rows={report.notifications}
    rowKey={({ notificationId }) => notificationId}
    nameOf={notificationName}
    lead={(notification) => (
      <Lead>
        {notification.type && <NotificationTypeGlyph type={notification.type} />}
        <span
          className={`wrap-anywhere line-clamp-2 self-baseline font-medium text-body ${notification.isDeleted ? 'text-muted' : ''}`}
          title={notification.type ? NOTIFICATION_TYPE_LOOKS[notification.type].label : undefined}
        >
          {notificationName(notification)}
        </span>
        {/* Its owner deleted it, or its order was canceled at the shop. */}
        {notification.isDeleted && <Badge>No longer exists</Badge>}
      </Lead>
    )}
    totals={report.totals}
  />
);

/** Devices and pages are counted by calendar day, even when everything else is by hour. */
const wholeDays = (report: SiteStats) =>
  report.unit === 'hour' && report.range === '24h' ? ` Counted in whole days: ${daysName(report)}.` : '';

const DEVICE_ICONS = { desktop: Monitor, tablet: Tablet, mobile: Smartphone, unknown: null };

export function ByDevice({ report, csv }: TableProps) {
  const hasUnknown = report.devices.some(({ device }) => device === 'unknown');
  const note = `By screen size.${hasUnknown ? ' “Unknown” covers counts from before the widget reported devices.' : ''}`;
  return (
    <StatTable
      noun="device"
      note={`${note}${wholeDays(report)}`}
      csv={csv}
      rows={report.devices}
      rowKey={({ device }) => device}
      nameOf={({ device }) => DEVICE_NAMES[device]}
      lead={({ device }) => {
        const Icon = DEVICE_ICONS[device];
        return (
          <Lead>
            <span className="inline-grid size-5 shrink-0 place-items-center text-muted">
              {Icon && <Icon aria-hidden="true" size={16} strokeWidth={1.75} />}
            </span>
            <span className="self-baseline font-medium text-body">{DEVICE_NAMES[device]}</span>
          </Lead>
        );
      }}
    />
  );
}

const OTHER = 'other';

export function ByPage({ report, csv }: TableProps) {
  const hasOther = report.pages.some(({ page }) => page === OTHER);
  const note = hasOther
    ? `The ${PAGES_PER_DAY} paths a day that reached the most visitors are counted separately. “All other pages” covers the rest, and displays without a path.`
    : 'Query strings and fragments are ignored.';
  return (
    <StatTable
      noun="page"
      note={`${note}${wholeDays(report)}`}
      csv={csv}
      rows={report.pages}
      rowKey={({ page }) => page}
      nameOf={({ page }) => page}
      lead={({ page }) => (
        <span className={`wrap-anywhere line-clamp-2 text-body ${page === OTHER ? 'text-muted' : 'font-medium'}`}>
          {page === OTHER ? 'All other pages' : page}
        </span>
      )}
    />
  );
}
