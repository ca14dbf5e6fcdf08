// A site's data statement as text for its privacy policy, plain or in Markdown. Pure.
import type { DataStatement } from './contract/data-statement.ts';

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

/** @returns the whole statement, ending with a line break. */
export function textOf({ site, server, storage, requests, others, kept }: Facts, form: Form): string {
  const isPlain = form === 'plain';
  const said = (text: string) => (isPlain ? text : escaped(text));
  const heading = (level: 2 | 3, text: string) => (isPlain ? text.toUpperCase() : `${'#'.repeat(level)} ${said(text)}`);
  const code = (text: string) => (isPlain ? text : `\`${text}\``);
  const items = (lines: string[]) => lines.map((line) => `- ${line}`).join('\n');
  const keptItems = (about: Facts['kept'][number]['about']) =>
    kept
      .filter((one) => one.about === about)
      .map(
        (one) =>
          `${said(capitalized(one.what))}${one.holds === null ? '' : `: ${said(one.holds)}`}. Where: ${said(one.where)}. How long: ${said(one.howLong)}. Why: ${said(one.why)}.`,
      );
  const customers = keptItems('customers');
  const operator = [server.operator, server.address, server.email].filter((part) => part !== null).map(said);
  return `${[
    heading(2, `Notifications on ${site.name}`),
    `${said(site.name)} shows notifications of what really happens. They come from ${said(server.host)}, which runs Proofbell${operator.length > 0 ? ` and is operated by ${operator.join(', ')}` : ''}. ${said(toldOf(others))}`,
    heading(3, 'What is stored in your browser'),
    'Entries in the local storage of this site, which only its own pages can read:',
    items(
      storage.map(
        ({ key, fields, what, why, howLong }) =>
          `${code(key)}: ${what} (${fields.map((field) => field.what).join('; ')}), ${why}. How long: ${howLong}.`,
      ),
    ),
    'The record of your visits stays in your browser. Of what is stored there, only two things go back to the server, with the reports described below: proof that the last notifications were fetched, and the IDs of those that were shown. Where this site asks for consent first, nothing is stored before you agree, and it is deleted when you withdraw your consent.',
    heading(3, 'What your browser sends'),
    items(
      requests.map(
        ({ method, url, sends, when, why }) =>
          `${code(`${method} ${url}`)}: ${when}, ${why}. ${sends.length > 0 ? `It contains ${sends.map(({ name, what }) => `${code(name)} (${what})`).join(', ')}.` : 'It contains no data.'}`,
      ),
    ),
    'As with any request on the web, the server sees your network address, the name of your browser and the address of this site while it answers. None of them is stored or logged.',
    heading(3, 'What is kept about your visit'),
    items(keptItems('visitors')),
    'There is no record of you, or of any single display or click.',
    ...(customers.length > 0
      ? [
          heading(3, 'What is kept if you are a customer'),
          items(customers),
          'When an order is refunded or canceled, or you ask us to forget you, the notification disappears and everything personal in it is erased at once.',
        ]
      : []),
    heading(3, 'Your choices'),
    `Clear this site's data in your browser, and both entries are gone.${customers.length > 0 ? ' You can also ask us to forget you, by your email address or your order number.' : ''}`,
  ].join('\n\n')}\n`;
}
