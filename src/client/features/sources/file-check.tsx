// What would be taken of a file, before anything is sent: whose it is, what its columns mean, and what becomes of its first
// rows.
import { useMemo, useState } from 'react';
import { count } from '#client/format/numbers.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Table, type TableColumns } from '#client/ui/table.tsx';
import type { ColumnMapping } from '#shared/contract/column-mapping.ts';
import type { EventInput } from '#shared/contract/event.ts';
import type { Site } from '#shared/contract/site.ts';
import { columnMappingOf, type Source } from '#shared/contract/source.ts';
import { guessMapping, type JudgedRow, judgeColumns } from './column-draft.ts';
import { ColumnFields } from './column-fields.tsx';
import type { CsvStart } from './csv-start.ts';
import { issueText, sizeText } from './import-words.ts';
import { EventPreview } from './source-preview.tsx';

const SHOWN = 5;

const FROM = {
  names: 'Its columns are called as the fields of an event.',
  mapping: 'Its columns mean what you chose for this source.',
  shopify: "Shopify's export of orders: each that is paid becomes a purchase, told by its first product.",
  woocommerce: "WooCommerce's export of orders: each that is processing or completed becomes a purchase.",
};

type FileCheckProps = {
  site: Site;
  source: Source;
  file: File;
  start: CsvStart;
  isBusy: boolean;
  /** @param mapping to be kept for the source; null when it stays as it is. */
  onImport: (mapping: ColumnMapping | null) => void;
  onCancel: () => void;
};

export function FileCheck({ site, source, file, start, isBusy, onImport, onCancel }: FileCheckProps) {
  const stored = columnMappingOf(source);
  const atFirst = useMemo(() => judgeColumns(start, stored, site.timezone), [start, stored, site.timezone]);
  const isUnclear = atFirst.layout === null;
  const [own, setOwn] = useState<ColumnMapping | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const canMap = source.kind === 'csv' && (isUnclear || atFirst.layout?.from === 'mapping');
  const guessed = useMemo(() => guessMapping(start.header), [start]);
  const draft = own ?? (isUnclear ? guessed : stored);
  const judgment = useMemo(
    () => (canMap ? judgeColumns(start, draft, site.timezone) : atFirst),
    [canMap, start, draft, site.timezone, atFirst],
  );
  const { layout, rows } = judgment;
  const issues = new Map(judgment.issues.map(({ field, message }) => [field, message]));
  const example = rows.find((row) => row.is === 'event');
  return (
    <div className="space-y-6">
      <p className="wrap-anywhere">
        <strong className="font-semibold">{file.name}</strong>{' '}
        <span className="text-muted">
          · {sizeText(file.size)} ·{' '}
          {start.isWhole ? `${count(start.rows.length)} rows` : 'more rows than are read here'}
        </span>
        {layout && !isUnclear && <span className="mt-0.5 block text-muted">{FROM[layout.from]}</span>}
      </p>
      {isUnclear && !canMap && (
        <Alert tone="danger" title="These aren't the columns of an export of orders">
          Take the file as the shop exports it. For any other, add a source of the kind CSV, where you say what its
          columns mean.
        </Alert>
      )}
      {isUnclear && canMap && (
        <p className="text-pretty">
          Say what its columns mean. What could be guessed is chosen; it is kept for the next file.
        </p>
      )}
      {canMap &&
        draft &&
        (isUnclear || isOpen ? (
          <ColumnFields start={start} mapping={draft} issues={issues} onChange={setOwn} />
        ) : (
          <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
            Change what the columns mean
          </Button>
        ))}
      {layout && rows.length === 0 && <p className="text-muted">There is no row below the names of the columns.</p>}
      {layout && rows.length > 0 && (
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <FirstRows rows={rows} />
          {example && <Shown site={site} source={source} event={example.event} />}
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          disabled={!layout || rows.length === 0}
          isBusy={isBusy}
          onClick={() => onImport(canMap && (isUnclear || own) ? draft : null)}
        >
          Import
        </Button>
        <Button variant="secondary" disabled={isBusy} onClick={onCancel}>
          Choose another file
        </Button>
      </div>
    </div>
  );
}

const COLUMNS: TableColumns<JudgedRow> = [
  { key: 'what', header: 'Row', cell: (row) => <Becomes row={row} /> },
  {
    key: 'line',
    header: 'Line',
    align: 'end',
    cell: ({ line }) => <span className="tabular-nums">{count(line)}</span>,
  },
];

function FirstRows({ rows }: { rows: readonly JudgedRow[] }) {
  const refused = rows.filter(({ is }) => is === 'refused');
  const shown = [...rows.filter(({ is }) => is !== 'refused'), ...refused].slice(0, SHOWN);
  return (
    <div className="min-w-0">
      <Table label="First rows" columns={COLUMNS} rows={shown} rowKey={({ line }) => String(line)} />
      {refused.length > 0 && (
        <p className="mt-3 text-pretty text-muted text-table">
          {count(refused.length)} of the first {count(rows.length)} rows would be refused:{' '}
          {refused
            .slice(0, 3)
            .map((row) => row.is === 'refused' && `line ${row.line}, ${issueText(row.issues)}`)
            .join('; ')}
          . The others are taken.
        </p>
      )}
    </div>
  );
}

function Becomes({ row }: { row: JudgedRow }) {
  if (row.is === 'skipped') return <p className="text-muted">Skipped: more of the order above, or not paid</p>;
  if (row.is === 'refused') return <p className="wrap-anywhere text-danger">Refused: {issueText(row.issues)}</p>;
  const { kind, actor, subject, text, occurredAt } = row.event;
  const who = [actor?.firstName, actor?.lastName].filter(Boolean).join(' ');
  const facts = [who, subject?.name ?? text, actor?.city, actor?.country].filter(Boolean).join(' · ');
  return (
    <div className="min-w-0">
      <p className="wrap-anywhere font-medium">{facts || kind}</p>
      <p className="mt-0.5 text-meta text-muted">
        {kind} · {new Date(occurredAt).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}
      </p>
    </div>
  );
}

function Shown({ site, source, event }: { site: Site; source: Source; event: EventInput }) {
  const [now] = useState(Date.now);
  const worded = useMemo(() => {
    const { kind, occurredAt, actor, subject, quantity, amount, currency, text, rating } = event;
    return {
      kind,
      occurredAt,
      firstName: actor?.firstName ?? null,
      city: actor?.city ?? null,
      region: actor?.region ?? null,
      country: actor?.country ?? null,
      subjectName: subject?.name ?? null,
      quantity: quantity ?? null,
      amount: amount ?? null,
      currency: currency ?? null,
      text: text ?? null,
      rating: rating ?? null,
    };
  }, [event]);
  return (
    <EventPreview
      site={site}
      kind="csv"
      templateId={source.templateId ?? ''}
      privacy={source.privacy}
      event={worded}
      now={now}
    >
      {(rare) =>
        rare
          ? `With fewer than ${source.privacy.minPlaceCount} events from ${rare.place} and around: “${rare.message}”.`
          : 'By what you let visitors read, below.'
      }
    </EventPreview>
  );
}
