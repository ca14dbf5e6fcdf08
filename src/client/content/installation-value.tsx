// What a document says of the server it is read on: `{{operator.name}}` and the others below, in its text. Nothing is
// invented where the operator has set nothing.
import { useInstallation } from '../data/installation.ts';

type Installation = NonNullable<ReturnType<typeof useInstallation>['data']>;

type Value = {
  read(installation: Installation): string | null;
  /** What stands there when the operator has set nothing. */
  otherwise: string;
};

/** By the name that documents use. */
const VALUES = {
  'operator.name': { read: ({ operator }) => operator.name, otherwise: 'the operator of this server' },
  'operator.address': { read: ({ operator }) => operator.address, otherwise: 'not stated by the operator' },
  'contact.email': { read: ({ contact }) => contact.email, otherwise: 'not stated by the operator' },
  publicUrl: { read: ({ publicUrl }) => publicUrl, otherwise: '' },
} satisfies Record<string, Value>;

export type ValueName = keyof typeof VALUES;

const NAMED = new RegExp(`\\{\\{(${Object.keys(VALUES).join('|').replaceAll('.', '\\.')})\\}\\}`);

/** @returns a text cut at the values it names: every second piece is a name. */
export const cutAtValues = (text: string): (string | ValueName)[] => text.split(NAMED);

export function InstallationValue({ name }: { name: ValueName }) {
  const { data } = useInstallation();
  const { read, otherwise }: Value = VALUES[name];
  // Not there yet: a space of about its size, rather than words that may turn out wrong.
  if (!data) return '\u2003\u2003\u2003';
  const value = read(data);
  // when: what isn't set.
  if (!value) return otherwise;
  return name === 'contact.email' ? <a href={`mailto:${value}`}>{value}</a> : value;
}
