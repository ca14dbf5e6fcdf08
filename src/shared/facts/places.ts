// Places as people type them into forms. Spellings of one place are one, so that they count together, in the place's own case;
// a placeholder, an address, a link or a number is none. Pure.

/** Longer than the name of a town. */
const PLACE_MAX = 40;
/** Longer is no place: with 'Ghent, East Flanders, Belgium' there is room for more than one. */
const WRITTEN_MAX = 4 * PLACE_MAX;

/** What forms and shops write for no place, letters and blanks alone. */
const NOWHERE = new Set(
  (
    'na,none,null,undefined,nil,nan,unknown,not provided,not available,not applicable,not specified,no city,no town,city,town,' +
    'state,region,province,country,other,others,any,anywhere,nowhere,select,please select,choose,default,test,testing,demo,' +
    'sample,tbd,tba,pending,guest,customer,online,internet,worldwide,home,asdf,qwerty,deleted,redacted,removed,hidden'
  ).split(','),
);

/** Letters of any script, and what stands between them. */
const IN_LETTERS = /^[\p{L}'’‘][\p{L}\p{M}\s'’‘.()/&-]*$/u;
/** A link, and an address in words. */
const LINK = /www\.|^\S+\.[a-z]{2,3}$|\.(?:com|info|shop|store|site|online|example|test)$/;
const STREET =
  /\s(?:street|road|avenue|ave|lane|drive|boulevard|blvd|court|crescent|terrace|highway|hwy|str\.?|stra(?:ß|ss)e|gasse|allee|platz)$|(?:stra(?:ß|ss)e|str\.)$|^(?:p\.?\s?o\.?\s?box|postfach|c\/o|flat|apt\.?|apartment|suite|unit|floor|rue|calle|avenida|rua|ul\.|ulica|via|viale|piazza)\s/i;

/** In the middle of a name they are small: Newcastle upon Tyne, Rio de Janeiro, Frankfurt am Main. */
const SMALL = new Set(
  'upon on of the and by in under de del della di da do dos das du des la le les lès sur sous en et y am an der den im bei ob und aan op'.split(
    ' ',
  ),
);

/** A word of a few consonants is none: NYC, DC. */
const ABBREVIATION = /^(?:[B-DF-HJ-NP-TV-Z]\.?){1,3}$/;
const ABBREVIATED = new Set(['ST', 'STE', 'MT', 'FT']);

/** @returns with a capital; one that is two letters (ß) with a small second. */
function titled(text: string): string {
  const upper = text.toUpperCase();
  return upper.length === text.length ? upper : upper.charAt(0) + upper.slice(1).toLowerCase();
}

/** @param isFirst of the name. @param part without a hyphen, in small letters. */
function capitalized(part: string, isFirst: boolean): string {
  if (!isFirst && SMALL.has(part)) return part;
  const cased = part.replace(/(^|[/(.])(\p{L})|(['’‘])(\p{L})(?=\p{L})/gu, titled);
  return isFirst ? cased : cased.replace(/^[DL](?=['’])/, (letter) => letter.toLowerCase());
}

/** @returns 'GHENT' and 'ghent' as 'Ghent'; what is in both cases as it is. */
function inPlaceCase(word: string, at: number, words: readonly string[]): string {
  const lower = word.toLowerCase().replaceAll('i\u0307', 'i');
  if (at > 0 && SMALL.has(lower)) return lower;
  const isShort = words.length === 1 && /^\p{Lu}{1,2}$/u.test(word);
  if (word !== lower && (isShort || (ABBREVIATION.test(word) && !ABBREVIATED.has(word.replaceAll('.', '')))))
    return word;
  if (word !== lower && word !== word.toUpperCase()) return word;
  return lower
    .split('-')
    .map((part, i) => capitalized(part, at + i === 0))
    .join('-');
}

/**
 * @param text a town or a region, as somebody typed it.
 * @returns its name: the same for 'GHENT', 'ghent' and 'Ghent, Belgium'; undefined for no place.
 */
export function placeOf(text: string | undefined): string | undefined {
  if (text !== undefined && text.length > WRITTEN_MAX) return undefined;
  const first = text?.normalize('NFC').split(/[,;\n]/, 1)[0] ?? '';
  const name = first.replace(/\s+/g, ' ').replace(/^[\s."*_–-]+|[\s"*_:(/&–-]+$/g, '');
  // 'Washington D.C.' keeps its last point, 'Ghent.' doesn't.
  const bare = /\.[^.]*\.$/.test(name) ? name : name.replace(/\.$/, '');
  if (bare.length > PLACE_MAX || !IN_LETTERS.test(bare) || LINK.test(bare) || STREET.test(name)) return undefined;
  const letters = bare.toLowerCase().replace(/[^\p{L}\p{M}\s]/gu, '');
  // 'N/A', 'xxx'; the Ö of Sweden is a place, an x isn't.
  if (NOWHERE.has(letters) || /^[a-z]?$|^(.)\1{2,}$/.test(letters)) return undefined;
  return bare.split(' ').map(inPlaceCase).join(' ');
}

const REGION_CODE = /^(?:[A-Z]{2}-?)?[A-Z0-9]{1,3}$/;
/** Many shops send states as codes (CA, DE-BE, JP13), which nobody reads as a place. */
export const isRegionCode = (region: string): boolean => REGION_CODE.test(region) && !/^\d*$/.test(region);

/** @returns a region by its name or its code. */
export const regionOf = (text: string | undefined): string | undefined =>
  text !== undefined && isRegionCode(text.trim()) ? text.trim() : placeOf(text);

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** By code, since a file has a million rows. */
const names = new Map<string, string | undefined>();
function nameOf(code: string): string | undefined {
  if (!names.has(code)) names.set(code, COUNTRIES.of(code));
  return names.get(code);
}

/** @returns a country by its code of two letters, if there is such a country, or its name. */
export function countryOf(text: string | undefined): string | undefined {
  const code = text?.trim().toUpperCase() ?? '';
  if (!/^[A-Z]{2}$/.test(code)) return placeOf(text);
  return code !== 'ZZ' && nameOf(code) !== undefined ? code : undefined;
}

/** @returns what visitors read for a country by its code or name. */
export const countryName = (country: string): string => (/^[A-Z]{2}$/.test(country) && nameOf(country)) || country;
