// What became of a file: its counts, the refused rows with what is wrong in each, and the way to undo it.
import { Download, Undo2 } from 'lucide-react';
import { useUndoImport } from '#client/data/imports.ts';
import { count } from '#client/format/numbers.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmButton } from '#client/ui/confirm-button.tsx';
import { saveFile } from '#client/ui/save-file.ts';
import { Table, type TableColumn, type TableColumns } from '#client/ui/table.tsx';
import type { Import, ImportSummary, Refusal } from '#shared/contract/import.ts';
import type { Source } from '#shared/contract/source.ts';
import { issueText, reportOf } from './import-words.ts';

const SHOWN = 10;

/** Where a row is in its file. */
export const LINE: TableColumn<{ line: number }> = {
  key: 'line',
  header: 'Line',
  align: 'end',
  cell: ({ line }) => <span className="tabular-nums">{count(line)}</span>,
};

const columnsOf = (header: string): TableColumns<Refusal> => [
  { key: 'why', header, cell: ({ errors }) => <span className="wrap-anywhere">{issueText(errors)}</span> },
  LINE,
];

export function Refusals({ result }: { result: Import }) {
  const { refusals: all, refused, id } = result;
  const [refusals, incomplete] = [all.filter((row) => !row.isImported), all.filter((row) => row.isImported)];
  if (all.length === 0) return null;
  return (
    <div className="space-y-3">
      {refusals.length > 0 && (
        <Table
          label="Refused rows"
          columns={columnsOf('What is wrong')}
          rows={refusals.slice(0, SHOWN)}
          rowKey={({ line }) => String(line)}
        />
      )}
      {incomplete.length > 0 && (
        <Table
          label="Rows imported without a value"
          columns={columnsOf("What can't be read")}
          rows={incomplete.slice(0, SHOWN)}
          rowKey={({ line }) => String(line)}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted text-table">
          {refused > SHOWN && `The first ${SHOWN} of ${count(refused)}. `}
          {refused > refusals.length && `The report has the first ${count(refusals.length)}. `}
          {refused > 0
            ? "Fix them and import the file again: rows that are already here aren't added twice."
            : "What couldn't be read was left out; the rows are imported."}
        </p>
        <Button
          variant="secondary"
          size="sm"
          icon={<Download aria-hidden="true" size={15} />}
          onClick={() =>
            saveFile(new Blob([reportOf(all)], { type: 'text/csv' }), `refused-rows-${id.slice(0, 8)}.csv`)
          }
        >
          Download the report
        </Button>
      </div>
    </div>
  );
}

type UndoProps = { source: Source; one: ImportSummary; size?: 'sm' | undefined; onDone?: () => void };

export function UndoImport({ source, one, size, onDone }: UndoProps) {
  const { mutateAsync } = useUndoImport(source);
  return (
    <ConfirmButton
      size={size}
      icon={<Undo2 aria-hidden="true" size={15} />}
      title="Undo this import?"
      description={`${one.accepted === 1 ? 'Its event and the notification made from it' : `Its ${count(one.accepted)} events and the notifications made from them`} will be deleted. ${source.kind === 'csv' ? '' : 'Orders that the shop itself has reported since will stay. '}You can import the file again.`}
      confirmLabel="Undo import"
      tone="danger"
      run={() => mutateAsync({ siteId: source.siteId, sourceId: source.id, importId: one.id })}
      done={{ title: 'Import undone' }}
      failed={{ title: 'Failed to undo the import' }}
      onDone={onDone}
    />
  );
}
