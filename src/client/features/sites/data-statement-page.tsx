// A site's data statement: the way of the data as a picture, what is kept in one table, and a text for a privacy policy. What
// each thing holds and each request sends is folded. The server makes it of what is set.
import { type ReactNode, useState } from 'react';
import { LearnMore } from '#client/content/learn-more.tsx';
import { useDataStatement } from '#client/data/data-statement.ts';
import { capitalized } from '#client/format/words.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { ContentError } from '#client/ui/load-error.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeletons } from '#client/ui/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import type { DataStatement } from '#shared/contract/data-statement.ts';
import type { Site } from '#shared/contract/site.ts';
import { DataFlow } from './data-flow.tsx';

export default function DataStatementPage({ site }: { site: Site }) {
  useTitle(`Data statement · ${site.name}`);
  const query = useDataStatement(site.id);
  return (
    <div className="max-w-5xl space-y-8">
      <PageHeader
        title="Data statement"
        description={
          <>
            From your current settings and sources.{' '}
            <LearnMore guide="privacy" about="what is stored" slug={site.slug} />
          </>
        }
      />
      {query.data ? (
        <Statement statement={query.data} />
      ) : query.isError ? (
        <ContentError query={query} title="Couldn't load the data statement" />
      ) : (
        <Skeletons label="Loading the data statement" sizes={['h-72 w-full', 'h-96 w-full']} className="space-y-6" />
      )}
    </div>
  );
}

type Form = keyof DataStatement['text'];
const LABELS: Record<Form, string> = { plain: 'plain text', markdown: 'Markdown' };
const FORMS: { value: Form; label: string }[] = [
  { value: 'plain', label: 'Plain text' },
  { value: 'markdown', label: 'Markdown' },
];

function Statement({ statement }: { statement: DataStatement }) {
  const { requests, text } = statement;
  const [form, setForm] = useState<Form>('plain');
  return (
    <>
      <DataFlow statement={statement} />
      <Panel title="What is kept">
        <KeptTable statement={statement} />
        <Fold summary={`All ${requests.length} requests that a visitor's browser makes`}>
          <ul className="divide-y divide-line">
            {requests.map(({ method, url, sends, when, why }) => (
              <li key={url} className="py-3">
                <code className="wrap-anywhere">
                  {method} {url}
                </code>
                <p className="text-pretty">
                  {capitalized(when)}, {why}.{' '}
                  {sends.length > 0
                    ? `Sends ${sends.map(({ name, what }) => `${name} (${what})`).join(', ')}.`
                    : 'Sends nothing.'}
                </p>
              </li>
            ))}
          </ul>
        </Fold>
      </Panel>
      <Panel
        title="For your privacy policy"
        description="Copy it again when you change settings, sources or pictures."
        action={
          <Tabs label="Form of the text" value={form} onValueChange={(next) => setForm(next as Form)} tabs={FORMS} />
        }
      >
        <CodeBlock code={text[form]} label={`${statement.site.name}, ${LABELS[form]}`} isFolded />
      </Panel>
    </>
  );
}

type Row = { title: string; data?: string; where: string; howLong: string; why: string; whole: ReactNode[] };

/** @returns what a visitor's browser keeps, as rows of the table. */
const storedRows = ({ storage }: DataStatement): Row[] =>
  storage.map(({ key, fields, what, why, howLong }) => ({
    ...{ title: what, where: "the visitor's browser", howLong, why },
    whole: [
      <>
        <code className="wrap-anywhere">{key}</code>: {fields.map((field) => field.what).join('; ')}.
      </>,
    ],
  }));

/** @returns what the server keeps, as rows of the table: what is the same in short is one. */
function keptRows({ kept, server }: DataStatement, about: DataStatement['kept'][number]['about']): Row[] {
  const rows = new Map<string, Row>();
  for (const { what, inShort, holds, where, howLong, why, ...one } of kept) {
    if (one.about !== about) continue;
    const title = holds === null ? inShort : what;
    const before = rows.get(title)?.whole ?? [];
    const whole = [...before, `${capitalized(holds ?? what)}.`];
    const place = where.replace(` of ${server.host}`, '');
    rows.set(title, { title, ...(holds !== null && { data: inShort }), where: place, howLong, why, whole });
  }
  return [...rows.values()];
}

function KeptTable({ statement }: { statement: DataStatement }) {
  const groups = [
    { title: 'About visitors', rows: [...storedRows(statement), ...keptRows(statement, 'visitors')] },
    { title: 'About customers', rows: keptRows(statement, 'customers') },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <table className="block w-full border-collapse text-left text-table md:table">
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr className="text-meta text-muted">
          {['What', 'Where', 'How long', 'Why'].map((name) => (
            <th key={name} scope="col" className="pr-4 pb-2 font-medium last:pr-0">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ title, rows }) => (
        <tbody key={title} className="block md:table-row-group">
          <tr className="block md:table-row">
            <th
              scope="rowgroup"
              colSpan={4}
              className="block border-line border-b pt-5 pb-2 font-semibold text-body md:table-cell md:border-t md:pt-6"
            >
              {title}
            </th>
          </tr>
          {rows.map((row) => (
            <KeptRow key={row.title} row={row} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function KeptRow({ row: { title, data, where, howLong, why, whole } }: { row: Row }) {
  return (
    <tr className="block border-line border-b py-3 align-top md:table-row">
      <th scope="row" className="block font-normal md:table-cell md:w-2/5 md:py-3 md:pr-6">
        <span className="wrap-anywhere font-medium">{capitalized(title)}</span>
        {data && <span className="wrap-anywhere mt-0.5 block text-muted">{capitalized(data)}.</span>}
        <Fold summary="In full">
          {whole.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they have no identity beyond their position
            <p key={at}>{one}</p>
          ))}
        </Fold>
      </th>
      <Cell name="Where">{where}</Cell>
      <Cell name="How long">{howLong}</Cell>
      <Cell name="Why">{why}</Cell>
    </tr>
  );
}

const Cell = ({ name, children }: { name: string; children: string }) => (
  <td className="mt-1.5 flex gap-3 md:table-cell md:py-3 md:pr-4 md:last:pr-0">
    <span aria-hidden="true" className="w-18 shrink-0 text-muted md:hidden">
      {name}
    </span>
    <span className="wrap-anywhere min-w-0">{capitalized(children)}</span>
  </td>
);

const Fold = ({ summary, children }: { summary: string; children: ReactNode }) => (
  <details className="mt-2 text-table">
    <summary className="w-fit cursor-pointer rounded-control py-0.5 font-medium text-accent">{summary}</summary>
    <div className="wrap-anywhere pt-1 text-muted">{children}</div>
  </details>
);
