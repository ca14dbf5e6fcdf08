// A full name in its parts, for senders that have one field for it. Pure.

/** Names in these scripts start with the family's. */
const FAMILY_FIRST = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** @returns the parts; a name that may start with the family's has no first one that could be told. */
export function namesOf(name: string | undefined): { firstName?: string | undefined; lastName: string | undefined } {
  if (name === undefined || FAMILY_FIRST.test(name)) return { lastName: name };
  const [firstName, ...others] = name.split(/\s+/);
  return { firstName, lastName: others.join(' ') || undefined };
}
