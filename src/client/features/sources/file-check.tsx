// What would be imported from a file, before anything is sent: whose it is, what its columns mean, and what becomes of its
// first rows.
import { useMemo, useState } from 'react';
import { DiscardDialog } from '#client/form/discard-dialog.tsx';
import { LeaveGuard } from '#client/form/server-form.tsx';
import { momentIn } from '#client/format/dates.ts';
import { KIND_LABELS } from '#client/format/event-kinds.ts';
import { count } from '#client/format/numbers.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Table, type TableColumns } from '#client/ui/table.tsx';
import type { EventInput } from '#shared/contract/event.ts';
import type { Mapping } from '#shared/contract/mapping.ts';
import type { Site } from '#shared/contract/site.ts';
import type { Source } from '#shared/contract/source.ts';
import { ownNamesIn } from '#shared/csv-columns.ts';
import { TWO_DAYS } from '#shared/event-mapping.ts';
import { columnOf } from '#shared/json-pointer.ts';
import type { CsvStart } from './csv-start.ts';
import { examplesIn, type JudgedRow, judgeFile } from './file-judgment.ts';
import { LINE } from './import-report.tsx';
import { issueText, rowsText, sizeText } from './import-words.ts';
import { issuesIn, LABELS, openDateIn, withProvenOrder } from './mapping-draft.ts';
import { MappingFields } from './mapping-fields.tsx';
import { suggestColumns, valuesIn } from './mapping-suggestions.ts';
import { EventPreview } from './source-preview.tsx';
import { wordedOf } from './worded-event.ts';

const SHOWN = 5;
/** A file retracts nothing: such a row is left out. */
const COLUMN_LABELS = { ...LABELS, paidWhen: 'Status', retractWhen: 'Skipped when' };

const FROM = {
  names: 'Its columns are named like the fields of an event.',
  mapping: 'Its columns are read the way you chose for this source.',
  shopify: "Shopify's order export: each paid order becomes a purchase of its first product.",
  woocommerce: "WooCommerce's order export: each order that is processing or completed becomes a purchase.",
};

type FileCheckProps = {
  site: Site;
  source: Source;
  file: File;
  start: CsvStart;
  isBusy: boolean;
  /** @param mapping to be kept for the source; null when it stays as it is. */
  onImport: (mapping: Mapping | null) => void;
  onCancel: () => void;
};

export function FileCheck({ site, source, file, start, isBusy, onImport, onCancel }: FileCheckProps) {
  const stored = source.mapping;
  const atFirst = useMemo(() => judgeFile(start, stored, site.timezone), [start, stored, site.timezone]);
  const isUnclear = atFirst.layout === null;
  const [own, setOwn] = useState<Mapping | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const cells = useMemo(() => start.rows.map((row) => row.cells), [start]);
  const valuesAt = (pointer: string) => valuesIn(start.header, cells, columnOf(pointer));
  const guessed = useMemo(() => suggestColumns(start.header, cells), [start, cells]);
  const named = useMemo(() => ownNamesIn(start.header), [start]);
  const isNamed = atFirst.layout?.from === 'names';
  // Under our own names, only a date that can be two days is asked for.
  const asks = isUnclear || (isNamed && openDateIn(named, valuesAt) !== undefined);
  const canMap = source.kind === 'csv' && (asks || atFirst.layout?.from === 'mapping');
  const before = isUnclear ? guessed : isNamed ? named : stored;
  const proven = before && withProvenOrder(before, valuesAt);
  const draft = own ?? proven;
  const judgment = canMap ? judgeFile(start, draft, site.timezone) : atFirst;
  const openDate = canMap && draft ? openDateIn(draft, valuesAt) : undefined;
  const { layout, rows } = judgment;
  const issues = {
    ...(canMap && draft && issuesIn(draft, 'csv')),
    ...(openDate !== undefined && { occurredAt: TWO_DAYS }),
    ...judgment.issues,
  };
  const columns = useMemo(() => [...new Set(start.header.map((name) => name.trim()).filter(Boolean))], [start]);
  const example = rows.find((row) => row.is === 'event');
  return (
    <div className="space-y-6">
      <p className="wrap-anywhere">
        <strong className="font-semibold">{file.name}</strong>{' '}
        <span className="text-muted">
          · {sizeText(file.size)} · {rowsText(start)}
        </span>
        {layout && !asks && <span className="mt-0.5 block text-muted">{FROM[layout.from]}</span>}
      </p>
      {isUnclear && !canMap && (
        <Alert tone="danger" title="This isn't an order export">
          Use the file just as the shop exports it. For any other file, add a CSV source, where you choose what its
          columns mean.
        </Alert>
      )}
      {asks && canMap && <p className="text-pretty">Match your columns. We've filled in what we recognized.</p>}
      {canMap &&
        draft &&
        (asks || isOpen || openDate !== undefined ? (
          <MappingFields
            draft={draft}
            issues={issues}
            found={examplesIn(start, draft)}
            required={['occurredAt', 'kind']}
            labels={COLUMN_LABELS}
            nothing="Empty in the first rows."
            columns={columns}
            valuesAt={valuesAt}
            zones={[site.timezone, 'UTC']}
            onChange={setOwn}
          />
        ) : (
          <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
            Change what the columns mean
          </Button>
        ))}
      {layout && rows.length === 0 && <p className="text-muted">There are no rows below the header.</p>}
      {layout && rows.length > 0 && (
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <FirstRows rows={rows} timezone={site.timezone} />
          {example && <Shown site={site} source={source} event={example.event} />}
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          disabled={!layout || rows.length === 0 || Object.keys(issues).length > 0}
          isBusy={isBusy}
          onClick={() => onImport(canMap && draft !== stored ? draft : null)}
        >
          Import
        </Button>
        <Button variant="secondary" disabled={isBusy} onClick={() => (own ? setIsAsking(true) : onCancel())}>
          Choose another file
        </Button>
      </div>
      <DiscardDialog isOpen={isAsking} onKeep={() => setIsAsking(false)} onDiscard={onCancel} />
      <LeaveGuard isDirty={own !== null} />
    </div>
  );
}

type FirstRowsProps = {
  rows: readonly JudgedRow[];
  /** The site's. */
  timezone: string;
};

function FirstRows({ rows, timezone }: FirstRowsProps) {
  const columns: TableColumns<JudgedRow> = [
    { key: 'what', header: 'Row', cell: (row) => <Becomes {...{ row, timezone }} /> },
    LINE,
  ];
  const refused = rows.filter(({ is }) => is === 'refused');
  return (
    <div className="min-w-0">
      <Table label="First rows" columns={columns} rows={rows.slice(0, SHOWN)} rowKey={({ line }) => String(line)} />
      {refused.length > 0 && (
        <p className="mt-3 text-pretty text-muted text-table">
          {count(refused.length)} of the first {count(rows.length)} rows would be refused:{' '}
          {refused
            .slice(0, 3)
            .map((row) => row.is === 'refused' && `line ${row.line}, ${issueText(row.issues)}`)
            .join('; ')}
          . The others would be imported.
        </p>
      )}
    </div>
  );
}

type BecomesProps = Pick<FirstRowsProps, 'timezone'> & { row: JudgedRow };

function Becomes({ row, timezone }: BecomesProps) {
  if (row.is === 'skipped') return <p className="text-muted">Skipped: {row.because}</p>;
  if (row.is === 'refused') return <p className="wrap-anywhere text-danger">Refused: {issueText(row.issues)}</p>;
  const { kind, actor, subject, text, occurredAt } = row.event;
  const who = [actor?.firstName, actor?.lastName].filter(Boolean).join(' ');
  const facts = [who, subject?.name ?? text, actor?.city, actor?.country].filter(Boolean).join(' · ');
  return (
    <div className="min-w-0">
      <p className="wrap-anywhere font-medium">{facts || KIND_LABELS[kind]}</p>
      <p className="mt-0.5 text-meta text-muted">
        {KIND_LABELS[kind]} · {momentIn(timezone, occurredAt)}
      </p>
      {row.without.length > 0 && (
        <p className="wrap-anywhere mt-0.5 text-meta text-muted">
          Without what can't be read: {issueText(row.without)}
        </p>
      )}
    </div>
  );
}

function Shown({ site, source, event }: { site: Site; source: Source; event: EventInput }) {
  const [now] = useState(Date.now);
  const worded = useMemo(() => wordedOf(event, now), [event, now]);
  return (
    <EventPreview site={site} source={{ ...source, kind: 'csv' }} event={worded} now={now}>
      {(rare) => rare ?? 'With your settings under What shows.'}
    </EventPreview>
  );
}
