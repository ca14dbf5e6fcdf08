// The tables of a site's report: by notification, by device, by page.
import { Monitor, Smartphone, Tablet } from 'lucide-react';
import type { ReactNode } from 'react';
import { daysName } from '#client/format/dates.ts';
import { Badge } from '#client/ui/badge.tsx';
import { NOTIFICATION_TYPE_LOOKS, NotificationTypeGlyph } from '#client/ui/notification-type.tsx';
import { RankedTable } from '#client/ui/ranked-table.tsx';
import type { TableColumn } from '#client/ui/table.tsx';
import type { SiteStats } from '#shared/contract/stats.ts';
import { PAGES_PER_DAY } from '#shared/limits.ts';
import { DEVICE_NAMES, nameless } from './report-words.ts';
import { DisplaysBar, mostDisplays, statColumns } from './stat-columns.tsx';
import { TableSection } from './table-section.tsx';

type Notification = SiteStats['notifications'][number];
type Device = SiteStats['devices'][number];
type Page = SiteStats['pages'][number];

type TableProps = { report: SiteStats; csv: ReactNode };

/** Its text has `self-baseline`: figures beside it stand on the same line. */
const Lead = ({ children }: { children: ReactNode }) => <span className="flex items-center gap-2.5">{children}</span>;

const notificationName = ({ name, isDeleted, notificationId }: Notification): string =>
  name ?? (isDeleted ? nameless(notificationId) : 'Unnamed notification');

export function ByNotification({ report, csv }: TableProps) {
  const rows = report.notifications;
  const most = mostDisplays(rows);
  const lead: TableColumn<Notification> = {
    key: 'name',
    header: 'Notification',
    sortBy: notificationName,
    total: 'Total',
    cell: (notification) => (
      <>
        <Lead>
          {notification.type && <NotificationTypeGlyph type={notification.type} />}
          <span
            className={`wrap-anywhere line-clamp-2 self-baseline font-medium text-body ${notification.isDeleted ? 'text-muted' : ''}`}
            title={notification.type ? NOTIFICATION_TYPE_LOOKS[notification.type].label : undefined}
          >
            {notificationName(notification)}
          </span>
          {notification.isDeleted && <Badge>Deleted</Badge>}
        </Lead>
        <DisplaysBar displays={notification.displays} most={most} />
      </>
    ),
  };
  return (
    <TableSection title="By notification" action={csv}>
      <RankedTable
        label="By notification"
        columns={[lead, ...statColumns(rows, report.totals)]}
        rows={rows}
        rowKey={(notification) => notification.notificationId}
        sortedBy="displays"
        plural="notifications"
      />
    </TableSection>
  );
}

/** Devices and pages are counted by calendar day, even when everything else is by hour. */
const wholeDays = (report: SiteStats) =>
  report.unit === 'hour' && report.range === '24h' ? ` Counted in whole days: ${daysName(report)}.` : '';

const DEVICE_ICONS = { desktop: Monitor, tablet: Tablet, mobile: Smartphone, unknown: null };

export function ByDevice({ report, csv }: TableProps) {
  const rows = report.devices;
  const most = mostDisplays(rows);
  const hasUnknown = rows.some(({ device }) => device === 'unknown');
  const lead: TableColumn<Device> = {
    key: 'device',
    header: 'Device',
    sortBy: ({ device }) => DEVICE_NAMES[device],
    cell: ({ device, displays }) => {
      const Icon = DEVICE_ICONS[device];
      return (
        <>
          <Lead>
            <span className="inline-grid size-5 shrink-0 place-items-center text-muted">
              {Icon && <Icon aria-hidden="true" size={16} strokeWidth={1.75} />}
            </span>
            <span className="self-baseline font-medium text-body">{DEVICE_NAMES[device]}</span>
          </Lead>
          <DisplaysBar displays={displays} most={most} />
        </>
      );
    },
  };
  const note = `By screen size.${hasUnknown ? ' “Unknown” covers counts from before the widget reported devices.' : ''}`;
  return (
    <TableSection title="By device" note={`${note}${wholeDays(report)}`} action={csv}>
      <RankedTable
        label="By device"
        columns={[lead, ...statColumns(rows)]}
        rows={rows}
        rowKey={({ device }) => device}
        sortedBy="displays"
        plural="devices"
      />
    </TableSection>
  );
}

const OTHER = 'other';

export function ByPage({ report, csv }: TableProps) {
  const rows = report.pages;
  const most = mostDisplays(rows);
  const hasOther = rows.some(({ page }) => page === OTHER);
  const lead: TableColumn<Page> = {
    key: 'page',
    header: 'Page',
    sortBy: ({ page }) => page,
    cell: ({ page, displays }) => (
      <>
        <span className={`wrap-anywhere line-clamp-2 text-body ${page === OTHER ? 'text-muted' : 'font-medium'}`}>
          {page === OTHER ? 'All other pages' : page}
        </span>
        <DisplaysBar displays={displays} most={most} />
      </>
    ),
  };
  const note = hasOther
    ? `The ${PAGES_PER_DAY} paths a day that reached the most visitors are counted separately. “All other pages” covers the rest, and displays without a path.`
    : 'Query strings and fragments are ignored.';
  return (
    <TableSection title="By page" note={`${note}${wholeDays(report)}`} action={csv}>
      <RankedTable
        label="By page"
        columns={[lead, ...statColumns(rows)]}
        rows={rows}
        rowKey={({ page }) => page}
        sortedBy="displays"
        plural="pages"
      />
    </TableSection>
  );
}
