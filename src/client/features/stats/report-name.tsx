// Asks for a report's name: for a new one, and to rename one. Loaded when it is asked for.
import { useCreateReport, useUpdateReport } from '#client/data/reports.ts';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Field } from '#client/ui/field.tsx';
import { Input } from '#client/ui/input.tsx';
import { type Report, reportNameInput } from '#shared/contract/report.ts';
import { toFilter, type View } from './report-address.ts';
import { nameForm } from './report-words.ts';

type ReportNameProps = {
  isOpen?: boolean;
  siteId: string;
  /** To rename; null to save a new one. */
  report: Report | null;
  view: View;
  onSaved: (report: Report) => void;
  onClose: () => void;
};

const FORM = 'report-name';

export function ReportName({ isOpen = true, siteId, report, view, onSaved, onClose }: ReportNameProps) {
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
    <Dialog
      size="sm"
      isOpen={isOpen}
      onOpenChange={(next) => !next && !form.isBusy && onClose()}
      title={report ? 'Rename report' : 'Save report'}
      description={report ? undefined : 'It keeps its range and filter. Its numbers are always current.'}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={form.isBusy}>
            Cancel
          </Button>
          <Button type="submit" form={FORM} isBusy={form.isBusy} busyLabel="Saving...">
            {report ? 'Rename' : 'Save report'}
          </Button>
        </>
      }
    >
      <ServerForm
        id={FORM}
        form={form}
        failureTitle={report ? "Couldn't rename the report" : "Couldn't save the report"}
        className="pb-6"
      >
        <Field label="Name" error={form.formState.errors.name?.message}>
          {(control) => (
            <Input {...control} {...form.register('name')} placeholder="e.g. Phones, last month" autoComplete="off" />
          )}
        </Field>
      </ServerForm>
    </Dialog>
  );
}
