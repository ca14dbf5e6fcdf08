// Names of persons, as bodies, files and shops write them. Visitors read one first name at most, by one rule whatever channel
// it came by: without title, of two the first, never a company's, a placeholder or an address. Pure.

const wordsOf = (text: string): string[] => text.split(/[\s\u200b]+/).filter(Boolean);
const bare = (word: string): string => word.toLowerCase().replaceAll('.', '');

/** Before a name. After one of the formal ones, a single word is the family's. */
const TITLES = new Set(
  'prof professor rev reverend father sister captain capt lt sgt ing dipl-ing dott dottssa'.split(' '),
);
const FORMAL = new Set(
  (
    'mr mrs ms miss mx mister missus dr doctor sir madam madame mme mlle monsieur herr frau hr fr fam familie family dhr ' +
    'mevr mw señor señora señorita sr sra srta sigra signor signora signore pan pani'
  ).split(' '),
);
const isFormalTitle = (word: string): boolean => FORMAL.has(bare(word)) || word === 'M.';
const isTitle = (word: string): boolean => TITLES.has(bare(word)) || isFormalTitle(word);

/** What follows a name after a comma and is no first name. */
const SUFFIX = /^(?:jr|sr|ii|iii|iv|dr|prof|phd|md|dds|mba|esq)$/;

/** The form of a company, as its last word; the short ones only as they are written: Ek is a family, e.K. a merchant. */
const COMPANY =
  /(?:^|\s)(?:gmbh|mbh|inc|incorporated|llc|llp|ltd|limited|corp|corporation|plc|pty|s\.?a\.?r\.?l|s\.?r\.?l|s\.?p\.?a|s\.?r\.?o|kft|ohg|kg|company|holdings?|& ?co|sp\. ?z ?o\. ?o)\.?$/i;
const SHORT_COMPANY = /\s(?:AG|SA|S\.A|SE|NV|N\.V|BV|B\.V|AB|AS|A\/S|ApS|Oy|Oyj|UG|e\. ?K|ООО)\.?$/;
const ASIAN_COMPANY = /株式会社|有限会社|有限公司|주식회사/;

/** @returns whether it is the name of a company. */
export const isCompany = (name: string): boolean =>
  COMPANY.test(name.trim()) || SHORT_COMPANY.test(name.trim()) || ASIAN_COMPANY.test(name);

/** What forms and shops write for nobody, letters and blanks alone. */
const NOBODY = new Set(
  (
    ',undefined,null,none,nil,nan,na,no name,noname,unknown,anonymous,anonymous user,anon,guest,guest user,guest customer,' +
    'customer,default customer,walk in customer,client,buyer,shopper,user,visitor,member,someone,somebody,name,first name,' +
    'firstname,fname,last name,lastname,full name,your name,not provided,not available,not applicable,not set,test,tester,' +
    'testing,test user,test customer,test test,demo,sample,example,admin,administrator,deleted,deleted user,redacted,removed,' +
    'private,hidden,gast,kunde,kundin,invité,invitado,ospite,anonym,anonyme,anónimo,unbekannt,inconnu,xx,xxx,asdf,qwerty'
  ).split(','),
);

/** Longer than a placeholder is. */
const PLACEHOLDER_MAX = 40;

/** @returns whether it stands for nobody. 'Na' is a name, and 'NA' or 'n/a' none. */
export const isPlaceholder = (text: string): boolean =>
  text !== 'Na' &&
  text.length <= PLACEHOLDER_MAX &&
  NOBODY.has(
    text
      .toLowerCase()
      .replace(/[\s\p{P}\d]+/gu, (marks) => (/[{}]/.test(marks) ? marks : /\s/.test(marks) ? ' ' : ''))
      .trim(),
  );

/** An address, a link, a phone number or a code: names have none of these signs. */
const NO_NAME = /[@\d:\\<>#$%*=?_{}[\]|~^]|\/\/|www\./i;

/** @returns whether it names nobody. */
export const isNobody = (text: string): boolean => NO_NAME.test(text) || !/\p{L}/u.test(text) || isPlaceholder(text);

/** Names in these scripts start with the family's. */
const FAMILY_FIRST = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** @returns the words after titles, and whether one of those goes with a family's name. */
function withoutTitles(all: string[]): { words: string[]; isFormal: boolean } {
  const first = all.findIndex((word) => !isTitle(word));
  const count = first < 0 ? all.length : first;
  return { words: all.slice(count), isFormal: all.slice(0, count).some(isFormalTitle) };
}

export type PersonNames = { firstName?: string | undefined; lastName: string | undefined };

/**
 * @param name a full one: 'Ana Lopes', 'Lopes, Ana', 'Mrs Ana Lopes'.
 * @returns its parts. A name that may start with the family's has no first one that could be told, a company only a last.
 */
export function namesOf(name: string | undefined): PersonNames {
  if (name === undefined || isNobody(name)) return { lastName: undefined };
  if (isCompany(name)) return { lastName: name };
  const parts = name.split(',').flatMap((part) => part.trim() || []);
  const { length } = parts;
  while (parts.length > 1 && SUFFIX.test(bare(parts.at(-1) ?? ''))) parts.pop();
  const [before = name, ...after] = parts;
  if (after.length > 0) {
    const given = withoutTitles(wordsOf(after.join(' '))).words.join(' ');
    return { firstName: given === '' ? undefined : namesOf(given).firstName, lastName: before };
  }
  const { words, isFormal } = withoutTitles(wordsOf(before));
  // One word with a suffix or a title is the family's: 'Smith, Jr.', 'Mrs Smith'.
  const isFamily = words.length === 1 && (parts.length < length || isFormal);
  if (isFamily || FAMILY_FIRST.test(before)) return { lastName: words.join(' ') || undefined };
  const [firstName, ...others] = words;
  return { firstName, lastName: others.join(' ') || undefined };
}

/**
 * @param company of the same address, which its buyer may be.
 * @returns first and last name as they were given apart, unless the two are a company's.
 */
export function personOf(
  firstName: string | undefined,
  lastName: string | undefined,
  company?: string | undefined,
): PersonNames {
  const whole = [firstName, lastName].filter(Boolean).join(' ');
  const isSame = company !== undefined && company.toLowerCase() === whole.toLowerCase();
  return isSame || isCompany(whole) ? { lastName: whole } : { firstName, lastName };
}

/** One word in letters of any script; Jean-Luc and O'Brien are one, too. */
const ONE_WORD = /^\p{L}[\p{L}\p{M}]*(?:['’-][\p{L}\p{M}]+)*$/u;
const NAME_LENGTH_MAX = 20;
/** Before a family's name: nobody is called by it. */
const PARTICLE = /^(?:de|da|di|du|del|della|van|von|der|den|ter|la|le|el|al|bin|ibn|st)$/;

/** @returns 'MARTHA' and 'martha' as 'Martha', 'JEAN-LUC' as 'Jean-Luc'; what is in both cases, or two letters, as it is. */
function inOwnCase(word: string): string {
  const lower = word.toLowerCase().replaceAll('i\u0307', 'i');
  const isOneCase = word === word.toUpperCase() || word === lower;
  if (!isOneCase || (word !== lower && [...word].length < 3)) return word;
  return lower.replace(/(^|['’-])(\p{L})/gu, (_all, before: string, letter: string) => before + letter.toUpperCase());
}

/**
 * @param given what stands where a first name does; it may be more: 'Mary Ann', 'Mrs Mary Lee', 'LEE, MARY'.
 * @returns the one word that visitors may read; null when it is nobody's name.
 */
export function shownNameOf(given: string): string | null {
  const text = given.trim();
  if (isNobody(text) || isCompany(text)) return null;
  if (text.includes(',')) {
    const { firstName } = namesOf(text);
    return firstName === undefined ? null : shownNameOf(firstName);
  }
  const { words, isFormal } = withoutTitles(wordsOf(text));
  if (words.length > 1 && FAMILY_FIRST.test(text)) return null;
  if (words.length === 1 && isFormal) return null;
  // Initials say no name: 'J. Maria'.
  const word = words.find((one) => !/^[\p{Lu}\p{Ll}]\.?$/u.test(one)) ?? '';
  if (PARTICLE.test(word) || isPlaceholder(word) || !ONE_WORD.test(word)) return null;
  return [...word].length > NAME_LENGTH_MAX ? null : inOwnCase(word);
}
