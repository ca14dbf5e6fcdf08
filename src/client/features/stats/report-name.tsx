// Asks for a report's name: for a new one, and to rename one. Loaded when it is asked for.
import { useCreateReport, useUpdateReport } from '#client/data/reports.ts';
import { TextField } from '#client/form/fields.tsx';
import { FormDialog } from '#client/form/form-dialog.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { type Report, reportNameInput } from '#shared/contract/report.ts';
import { toFilter, type View } from './report-address.ts';
import { nameForm } from './report-words.ts';

type ReportNameProps = {
  siteId: string;
  /** To rename; null to save a new one. */
  report: Report | null;
  view: View;
  onSaved: (report: Report) => void;
  onClose: () => void;
};

export function ReportName({ siteId, report, view, onSaved, onClose }: ReportNameProps) {
  const create = useCreateReport();
  const update = useUpdateReport();
  const form = useServerForm({
    schema: reportNameInput,
    defaultValues: { name: report?.name ?? '' },
    save: ({ name }) =>
      report
        ? update.mutateAsync({ siteId, reportId: report.id, name })
        : create.mutateAsync({ siteId, name, ...view.chosen, filter: toFilter(view.narrowing) }),
    keptAt: { name: nameForm(siteId, report?.id) },
    onSaved(saved) {
      onSaved(saved);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      size="sm"
      title={report ? 'Rename view' : 'Save this view'}
      description={report ? undefined : 'It keeps the range and the filter. Its numbers stay current.'}
      submit={{ children: report ? 'Rename' : 'Save view', busyLabel: 'Saving...' }}
      failureTitle={report ? "Couldn't rename the view" : "Couldn't save the view"}
      onClose={onClose}
      className="pb-6"
    >
      <TextField form={form} name="name" label="Name" placeholder="e.g. Phones, last month" autoComplete="off" />
    </FormDialog>
  );
}
