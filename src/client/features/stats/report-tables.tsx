// The tables of a site's report: by notification, by device, by page.
import { Monitor, Smartphone, Tablet } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '#client/ui/badge.tsx';
import { type FigureColumn, FigureTable } from '#client/ui/figure-table.tsx';
import { NOTICE_TYPES, NoticeTypeGlyph } from '#client/ui/notice-type.tsx';
import type { SiteStats } from '#shared/contract/stats.ts';
import { PAGES_PER_DAY } from '#shared/limits.ts';
import { DisplaysBar, figureColumns, mostDisplays } from './figure-columns.tsx';
import { daysName } from './range.ts';
import { TableSection } from './table-section.tsx';

type Notice = SiteStats['notifications'][number];
type Device = SiteStats['devices'][number];
type Page = SiteStats['pages'][number];

type TableProps = { report: SiteStats; csv: ReactNode };

const Lead = ({ children }: { children: ReactNode }) => <span className="flex items-center gap-2.5">{children}</span>;

/** Deleted notices have lost their name: the end of their id tells them apart. */
const noticeName = ({ name, isDeleted, notificationId }: Notice): string =>
  name ?? (isDeleted ? `Notice ${notificationId.slice(-4)}` : 'Without a name');

export function ByNotification({ report, csv }: TableProps) {
  const rows = report.notifications;
  const most = mostDisplays(rows);
  const lead: FigureColumn<Notice> = {
    key: 'name',
    header: 'Notification',
    sortBy: noticeName,
    total: 'Total',
    cell: (notice) => (
      <>
        <Lead>
          {notice.type && <NoticeTypeGlyph type={notice.type} />}
          <span
            className={`wrap-anywhere line-clamp-2 font-medium text-body ${notice.isDeleted ? 'text-muted' : ''}`}
            title={notice.type ? NOTICE_TYPES[notice.type].label : undefined}
          >
            {noticeName(notice)}
          </span>
          {notice.isDeleted && <Badge>Deleted</Badge>}
        </Lead>
        <DisplaysBar displays={notice.displays} most={most} />
      </>
    ),
  };
  return (
    <TableSection title="By notification" action={csv}>
      <FigureTable
        label="By notification"
        columns={[lead, ...figureColumns(rows, report.totals)]}
        rows={rows}
        rowKey={(notice) => notice.notificationId}
        sortedBy="displays"
        plural="notifications"
      />
    </TableSection>
  );
}

/** Devices and pages are counted by calendar day, also where the rest is by the hour. */
const wholeDays = (report: SiteStats) =>
  report.unit === 'hour' && report.range === '24h' ? ` Counted by whole days: ${daysName(report)}.` : '';

const DEVICES = {
  desktop: { label: 'Desktop', icon: Monitor },
  tablet: { label: 'Tablet', icon: Tablet },
  mobile: { label: 'Phone', icon: Smartphone },
  unknown: { label: 'Not told', icon: null },
};

export function ByDevice({ report, csv }: TableProps) {
  const rows = report.devices;
  const most = mostDisplays(rows);
  const hasUnknown = rows.some(({ device }) => device === 'unknown');
  const lead: FigureColumn<Device> = {
    key: 'device',
    header: 'Device',
    sortBy: ({ device }) => DEVICES[device].label,
    cell: ({ device, displays }) => {
      const { label, icon: Icon } = DEVICES[device];
      return (
        <>
          <Lead>
            <span className="inline-grid size-5 shrink-0 place-items-center text-muted">
              {Icon && <Icon aria-hidden="true" size={16} strokeWidth={1.75} />}
            </span>
            <span className="font-medium text-body">{label}</span>
          </Lead>
          <DisplaysBar displays={displays} most={most} />
        </>
      );
    },
  };
  const note = `The class of the screen.${hasUnknown ? ' “Not told” was counted before the widget told it.' : ''}`;
  return (
    <TableSection title="By device" note={`${note}${wholeDays(report)}`} action={csv}>
      <FigureTable
        label="By device"
        columns={[lead, ...figureColumns(rows)]}
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
  const lead: FigureColumn<Page> = {
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
    ? `“All other pages” holds paths after the first ${PAGES_PER_DAY} of a day, those displayed less than the ones here, and what told no path.`
    : 'Paths without query or fragment.';
  return (
    <TableSection title="By page" note={`${note}${wholeDays(report)}`} action={csv}>
      <FigureTable
        label="By page"
        columns={[lead, ...figureColumns(rows)]}
        rows={rows}
        rowKey={({ page }) => page}
        sortedBy="displays"
        plural="pages"
      />
    </TableSection>
  );
}
