// A site's data statement as text for its privacy policy, plain or in Markdown. Pure.
import type { DataStatement } from './contract/data-statement.ts';
import { inShort } from './visitor-data.ts';

type Facts = Omit<DataStatement, 'text'>;
type Form = 'plain' | 'markdown';

/** Characters that Markdown would read as its own in a name or an address. */
const escaped = (text: string) => text.replace(/[\\`*_[\]<>#|]/g, '\\$&');

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const list = (parts: readonly string[]) => new Intl.ListFormat('en').format(parts);

/** @returns who is told of a visit besides the site and the server. */
function toldOf({ hosts, isAnywhere }: Facts['others']): string {
  const others = [...hosts, ...(isAnywhere ? ['other hosts'] : [])];
  if (others.length === 0) return "No cookie is set, you aren't given an ID, and nothing is sent to any other company.";
  const sees = others.length > 1 || isAnywhere ? 'see' : 'sees';
  return `No cookie is set, and you aren't given an ID. Pictures may be loaded from ${list(others)}, which ${sees} your network address, as any web server does. Nothing is sent to anyone else.`;
}

/** @returns the whole statement as a visitor reads it, in 300 to 450 words, ending with a line break. */
export function textOf({ site, server, storage, requests, others, kept }: Facts, form: Form): string {
  const isPlain = form === 'plain';
  const said = (text: string) => (isPlain ? text : escaped(text));
  const heading = (level: 2 | 3, text: string) => (isPlain ? text.toUpperCase() : `${'#'.repeat(level)} ${said(text)}`);
  const code = (text: string) => (isPlain ? text : `\`${text}\``);
  const items = (lines: string[]) => lines.map((line) => `- ${line}`).join('\n');
  const of = (about: Facts['kept'][number]['about']) => kept.filter((one) => one.about === about);
  const operator = [server.operator, server.address, server.email].filter((part) => part !== null).map(said);
  const sent = inShort(requests.flatMap(({ sends }) => sends));
  const counts = [...new Set(of('visitors').map((one) => one.inShort))];
  const customers = of('customers');
  const isMeasured = storage.length > 2;
  const lines = customers.map(({ what, inShort: short, holds, howLong, why }) =>
    said(
      holds !== null
        ? `${capitalized(what)}: ${short}. Kept ${howLong}, ${why}.`
        : `${capitalized(short)}: ${howLong}.`,
    ),
  );
  return `${[
    heading(2, `Notifications on ${site.name}`),
    `${said(site.name)} shows notifications of what really happens. They come from ${said(server.host)}, which runs Proofbell${operator.length > 0 ? ` and is operated by ${operator.join(', ')}` : ''}. ${said(toldOf(others))}`,
    heading(3, 'In your browser'),
    `This site's local storage, which only its own pages can read, has ${isMeasured ? 'three' : 'two'} entries:`,
    items(
      storage.map(({ key, fields, what, why, howLong }) => {
        const isOfVisit = fields.some(({ name }) => name === 'visits');
        return `${code(key)}: ${isOfVisit ? list(inShort(fields)) : what}, ${why}. Kept ${howLong}.`;
      }),
    ),
    'Where this site asks for consent, nothing is stored before you agree, and it is deleted when you withdraw.',
    heading(3, 'What your browser sends'),
    `Your browser tells the server ${said(list(sent))}. The files and pictures that it loads are sent nothing about you. As with any request, the server sees your network address, browser and the address of this site while it answers. None of them is stored or logged.`,
    heading(3, 'What is kept about your visit'),
    `Counts: ${said(list(counts))}. There is no record of you, or of any single display or click.`,
    ...(customers.length > 0
      ? [
          heading(3, 'What is kept if you are a customer'),
          items(lines),
          'When an order is refunded or canceled, or you ask us to erase your data, the notification disappears and everything personal in it is erased at once.',
        ]
      : []),
    heading(3, 'Your choices'),
    `Clear this site's data in your browser, and ${isMeasured ? 'all' : 'both'} entries are gone.${isMeasured ? said(` Open ${site.domains[0] ? `https://${site.domains[0]}/` : "this site's address, followed by "}#proofbell-object, and you are in no group, for good: that you objected is all that stays of the third entry.`) : ''}${customers.length > 0 ? ' You can also ask us to erase your data, by your email address or your order number.' : ''}`,
  ].join('\n\n')}\n`;
}
