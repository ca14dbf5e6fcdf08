// The list of a site's saved views, and the actions on one: rename, delete.
import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useDeleteReport } from '#client/data/reports.ts';
import { useReopened } from '#client/form/kept-drafts.tsx';
import { dateOf } from '#client/format/dates.ts';
import { screens } from '#client/screens.ts';
import { ButtonLink, IconButton } from '#client/ui/button.tsx';
import { ConfirmAction } from '#client/ui/confirm-action.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { Menu } from '#client/ui/menu.tsx';
import { Table } from '#client/ui/table.tsx';
import type { Report } from '#shared/contract/report.ts';
import type { Site } from '#shared/contract/site.ts';
import { TOASTS } from '#shared/messages.ts';
import { NameDialog } from './name-dialog.ts';
import { NEW_REPORT, reportSearch, viewOf } from './report-address.ts';
import { nameForm, viewName } from './report-words.ts';

export function SavedReports({ site, reports }: { site: Site; reports: readonly Report[] }) {
  const path = screens.siteReports.href(site.slug);
  if (reports.length === 0) {
    return (
      <EmptyState
        title="No saved views yet"
        description="Save a date range and filters to come back to them."
        action={<NewReport site={site} />}
      />
    );
  }
  return (
    <Table
      label="Saved views"
      rows={reports}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'name',
          header: 'View',
          cell: ({ id, name }) => (
            <TextLink to={`${path}${reportSearch(id)}`} className="wrap-anywhere py-1">
              {name}
            </TextLink>
          ),
        },
        {
          key: 'shows',
          header: 'Shows',
          cell: (report) => (
            <span className="wrap-anywhere whitespace-normal text-muted">{viewName(viewOf(report))}</span>
          ),
        },
        {
          key: 'changed',
          header: 'Changed',
          cell: ({ updatedAt }) => <span className="text-muted">{dateOf(updatedAt)}</span>,
        },
        {
          key: 'menu',
          header: <span className="sr-only">Actions</span>,
          place: 'corner',
          cell: (report) => <ReportMenu site={site} report={report} />,
        },
      ]}
    />
  );
}

export const NewReport = ({ site }: { site: Site }) => (
  <ButtonLink
    to={`${screens.siteReports.href(site.slug)}${reportSearch(NEW_REPORT)}`}
    icon={<Plus aria-hidden="true" size={16} />}
  >
    New view
  </ButtonLink>
);

type ReportMenuProps = { site: Site; report: Report; onDeleted?: () => void };

/** Rename and delete. */
export function ReportMenu({ site, report, onDeleted }: ReportMenuProps) {
  const [asked, setAsked] = useState<'name' | 'delete' | null>(null);
  const close = () => setAsked(null);
  useReopened(nameForm(site.id, report.id), () => setAsked('name'));
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Actions for ${report.name}`}>
            <Ellipsis aria-hidden="true" size={18} />
          </IconButton>
        }
        items={() => [
          {
            kind: 'item',
            label: 'Rename',
            icon: <Pencil aria-hidden="true" size={16} />,
            onSelect: () => setAsked('name'),
          },
          {
            kind: 'item',
            label: 'Delete',
            tone: 'danger',
            icon: <Trash2 aria-hidden="true" size={16} />,
            onSelect: () => setAsked('delete'),
          },
        ]}
      />
      {asked === 'name' && (
        <NameDialog siteId={site.id} report={report} view={viewOf(report)} onSaved={() => {}} onClose={close} />
      )}
      {asked === 'delete' && <DeleteReport site={site} report={report} onClose={close} onDeleted={onDeleted} />}
    </>
  );
}

type DeleteReportProps = { site: Site; report: Report; onClose: () => void; onDeleted: (() => void) | undefined };

function DeleteReport({ site, report, onClose, onDeleted }: DeleteReportProps) {
  const remove = useDeleteReport();
  return (
    <ConfirmAction
      title="Delete this view?"
      description={`“${report.name}” can't be brought back. Your statistics stay.`}
      confirmLabel="Delete"
      tone="danger"
      isDeleting
      run={() => remove.mutateAsync({ siteId: site.id, reportId: report.id })}
      done={TOASTS.reportDeleted}
      failed={TOASTS.reportDeleteFailed}
      onDone={onDeleted}
      onClose={onClose}
    />
  );
}
