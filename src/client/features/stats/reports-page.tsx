// The saved views of a site's statistics: all of them beside the weekly summary by email, or one on screen, saved or new.
// Which is open, and what it shows, is in the address.
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useReports, useUpdateReport } from '#client/data/reports.ts';
import { useReopened } from '#client/form/kept-drafts.tsx';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Skeletons } from '#client/ui/skeleton.tsx';
import { toastFailed } from '#client/ui/toast.tsx';
import type { Report } from '#shared/contract/report.ts';
import type { Site } from '#shared/contract/site.ts';
import { REPORTS_PER_SITE } from '#shared/limits.ts';
import { TOASTS } from '#shared/messages.ts';
import { NameDialog } from './name-dialog.ts';
import { DEFAULT_RANGE } from './range.ts';
import {
  isSameView,
  NEW_REPORT,
  readReportAddress,
  reportSearch,
  toFilter,
  type View,
  viewOf,
} from './report-address.ts';
import { ReportView } from './report-view.tsx';
import { nameForm } from './report-words.ts';
import { NewReport, ReportMenu, SavedReports } from './saved-reports.tsx';
import { StatsError } from './stats-error.tsx';
import { WeeklyEmailPanel } from './weekly-email-panel.tsx';

const EVERYTHING: View = { chosen: DEFAULT_RANGE, narrowing: null };

export default function ReportsPage({ site }: { site: Site }) {
  const [params] = useSearchParams();
  const address = readReportAddress(params);
  const query = useReports(site.id);
  const reports = query.data;
  const open = reports?.find(({ id }) => id === address.report);
  const isNew = address.report === NEW_REPORT;
  const isFull = reports !== undefined && reports.length >= REPORTS_PER_SITE;
  useTitle(`${open?.name ?? (isNew ? 'New view' : 'Reports')} · ${site.name}`);
  return (
    <>
      {!open && !isNew && (
        <PageHeader
          eyebrow={site.name}
          title="Reports"
          description={isFull ? `A site can have at most ${REPORTS_PER_SITE} views.` : undefined}
          action={reports !== undefined && reports.length > 0 && !isFull && <NewReport site={site} />}
        />
      )}
      {address.report === null ? (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="min-w-0 space-y-6">
            {query.isError && <StatsError query={query} />}
            {reports ? <SavedReports site={site} reports={reports} /> : !query.isError && <Waiting />}
          </div>
          <WeeklyEmailPanel site={site} isHidden={!query.isFetched} />
        </div>
      ) : isNew ? (
        <NewReportView site={site} view={address.view ?? EVERYTHING} />
      ) : open ? (
        <SavedReportView key={open.id} site={site} report={open} inAddress={address.view} />
      ) : reports ? (
        <EmptyState
          title="View not found"
          description="It was deleted, or the address is incomplete."
          action={<TextLink to={screens.siteReports.href(site.slug)}>All views</TextLink>}
        />
      ) : query.isError ? (
        <StatsError query={query} />
      ) : (
        <Waiting />
      )}
    </>
  );
}

const Waiting = () => (
  <Skeletons label="Loading views" sizes={['h-7 w-48', 'h-12 w-full', 'h-12 w-full']} className="space-y-3" />
);

function NewReportView({ site, view }: { site: Site; view: View }) {
  const navigate = useNavigate();
  const [isNaming, setIsNaming] = useState(false);
  useReopened(nameForm(site.id, undefined), () => setIsNaming(true));
  const isComplete = view.narrowing === null || toFilter(view.narrowing) !== null;
  return (
    <>
      <ReportView
        site={site}
        report={NEW_REPORT}
        name="New view"
        view={view}
        actions={
          <Button onClick={() => setIsNaming(true)} disabled={!isComplete}>
            Save view
          </Button>
        }
      />
      {isNaming && (
        <NameDialog
          siteId={site.id}
          report={null}
          view={view}
          onSaved={({ id }) => navigate(`${screens.siteReports.href(site.slug)}${reportSearch(id)}`, { replace: true })}
          onClose={() => setIsNaming(false)}
        />
      )}
    </>
  );
}

function SavedReportView({ site, report, inAddress }: { site: Site; report: Report; inAddress: View | null }) {
  const navigate = useNavigate();
  const update = useUpdateReport();
  const saved = viewOf(report);
  const view = inAddress ?? saved;
  const hasChanges = !isSameView(view, saved);
  const filter = toFilter(view.narrowing);
  const path = screens.siteReports.href(site.slug);
  const asSaved = () => navigate(`${path}${reportSearch(report.id)}`, { replace: true, preventScrollReset: true });
  const save = () =>
    update.mutate(
      { siteId: site.id, reportId: report.id, ...view.chosen, filter },
      {
        onSuccess: asSaved,
        onError: toastFailed(TOASTS.reportUpdateFailed),
      },
    );
  return (
    <ReportView
      site={site}
      report={report.id}
      name={report.name}
      view={view}
      actions={
        <>
          {hasChanges && (
            <>
              <Button variant="secondary" onClick={asSaved} disabled={update.isPending}>
                Discard changes
              </Button>
              <Button
                onClick={save}
                isBusy={update.isPending}
                busyLabel="Saving..."
                disabled={view.narrowing !== null && filter === null}
              >
                Save changes
              </Button>
            </>
          )}
          <ReportMenu site={site} report={report} onDeleted={() => navigate(path, { replace: true })} />
        </>
      }
    />
  );
}
