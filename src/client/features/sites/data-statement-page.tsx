// A site's data statement: what its visitors' browsers store and send, what the server keeps and for how long, and the same
// as text for a privacy policy. The server makes it of what is set.
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

export default function DataStatementPage({ site }: { site: Site }) {
  useTitle(`Data statement · ${site.name}`);
  const query = useDataStatement(site.id);
  return (
    <div className="max-w-4xl space-y-8">
      <PageHeader
        title="Data statement"
        description={
          <>
            What {site.name} keeps about its visitors and customers, worked out from its settings and sources as they
            are now. <LearnMore guide="privacy" about="what is stored" slug={site.slug} />
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
  const { server, storage, requests, kept, text } = statement;
  const [form, setForm] = useState<Form>('plain');
  const of = (about: DataStatement['kept'][number]['about']) => kept.filter((one) => one.about === about);
  const customers = of('customers');
  return (
    <>
      <Panel
        title="In a visitor's browser"
        description="Entries in localStorage, which only your own pages can read. No cookie, and no ID."
      >
        <Items>
          {storage.map(({ key, fields, what, why, howLong }) => (
            <Item key={key} title={capitalized(what)} code={key}>
              <Facts
                facts={[
                  ['Contains', fields.map((field) => field.what).join('; ')],
                  ['Why', why],
                  ['How long', howLong],
                ]}
              />
            </Item>
          ))}
        </Items>
      </Panel>
      <Panel title="What a visitor's browser sends" description="Nothing else leaves the page.">
        <Items>
          {requests.map(({ method, url, sends, when, why }) => (
            <Item key={url} title={capitalized(why)} code={`${method} ${url}`}>
              <Facts
                facts={[
                  ['When', when],
                  [
                    'Contains',
                    sends.length > 0 ? sends.map(({ name, what }) => `${name}: ${what}`).join('; ') : 'nothing',
                  ],
                ]}
              />
            </Item>
          ))}
        </Items>
      </Panel>
      <Panel title="What the server keeps about visitors" description={`On ${server.host}, in ${server.database}.`}>
        <KeptItems kept={of('visitors')} />
      </Panel>
      {customers.length > 0 && (
        <Panel title="What the server keeps about customers" description="As far as your sources report it.">
          <KeptItems kept={customers} />
        </Panel>
      )}
      <Panel
        title="For your privacy policy"
        description="The same in words for your visitors. Read it before you publish it, and copy it again when you change settings, sources or pictures."
      >
        <Tabs label="Form of the text" value={form} onValueChange={(next) => setForm(next as Form)} tabs={FORMS} />
        <div className="mt-5">
          <CodeBlock code={text[form]} label={`${statement.site.name}, ${LABELS[form]}`} />
        </div>
      </Panel>
    </>
  );
}

const KeptItems = ({ kept }: { kept: DataStatement['kept'] }) => (
  <Items>
    {kept.map(({ what, holds, where, howLong, why }) => (
      <Item key={what} title={capitalized(what)}>
        <Facts
          facts={[
            ...(holds === null ? [] : [['Contains', holds] satisfies [string, string]]),
            ['Where', where],
            ['How long', howLong],
            ['Why', why],
          ]}
        />
      </Item>
    ))}
  </Items>
);

const Items = ({ children }: { children: ReactNode }) => <ul className="divide-y divide-line">{children}</ul>;

type ItemProps = { title: string; code?: string; children: ReactNode };

const Item = ({ title, code, children }: ItemProps) => (
  <li className="py-4 first:pt-0 last:pb-0">
    <p className="wrap-anywhere font-medium">{title}</p>
    {code && <code className="wrap-anywhere block pt-0.5 text-meta text-muted">{code}</code>}
    {children}
  </li>
);

const Facts = ({ facts }: { facts: [name: string, value: string][] }) => (
  <dl className="mt-2 grid gap-x-4 gap-y-1 text-table sm:grid-cols-[5.5rem_1fr]">
    {facts.map(([name, value]) => (
      <div key={name} className="contents">
        <dt className="text-muted max-sm:mt-1">{name}</dt>
        <dd className="wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
);
