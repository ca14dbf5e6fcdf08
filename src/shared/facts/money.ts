// Numbers and amounts as bodies, files and shops write them: a sign, a currency and the marks between thousands, in the forms
// of any country. What could be one of two numbers is none. Pure.
import { textAt } from '../read-json.ts';

/** A longer text is no number. */
const WRITTEN_MAX = 60;

/** What stands for a currency besides signs and codes, without its point: kr, Rs., 12,50 zł. */
const CURRENCIES = new Set(
  'kr kč kc ft zł zl lei leu rs re fr sfr rp rm bs tl br km din дин ден лв руб р грн s/ b/ lt eur euro euros usd dollar dollars'.split(
    ' ',
  ),
);
/** '$', 'US$', 'R$', '$CA'. */
const SIGN = /^(?:[A-Z][A-Za-z]{0,2})?\p{Sc}(?:[A-Z]{2,3})?$/u;

const isCurrency = (text: string): boolean =>
  text
    .split(/\s+/)
    .every(
      (one) => /^(?:[A-Z]{3})?$/.test(one) || SIGN.test(one) || CURRENCIES.has(one.toLowerCase().replace(/\.$/, '')),
    );

/** What says that there are no cents, and by what cents would be separated: '12,-', '12.–', '1,200/-', '12:-'. */
const NO_CENTS = /(\d)\s?([.,:/])[-–—]/;
/** The blank or apostrophe between thousands. */
const BETWEEN = /(?<=\d)[\s'’ʼ´`](?=\d{3}(?!\d))/g;
const MINUS = /[-−–]/;

/** @returns the digits with their marks, and whether there is a minus; undefined when there is more than a currency around. */
function bareOf(written: string): { digits: string; isNegative: boolean } | undefined {
  const inParentheses = /^([^\d()]*)\(([^()]*\d[^()]*)\)([^\d()]*)$/.exec(written);
  const text = (inParentheses ? inParentheses.slice(1).join(' ') : written)
    .trim()
    .replace(NO_CENTS, (_all, digit: string, mark: string) => `${digit}${mark === '.' || mark === '/' ? '.' : ','}00`);
  const start = text.search(/\d/);
  let end = text.length;
  while (end > start && !/\d/.test(text.charAt(end - 1))) end--;
  if (start < 0) return undefined;
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const signs = [inParentheses !== null, MINUS.test(before), MINUS.test(after)].filter(Boolean).length;
  const around = [before.replace(/[-−–+]/, ' '), after.replace(MINUS, ' ')];
  if (signs > 1 || !around.every((part) => isCurrency(part.trim()))) return undefined;
  return { digits: text.slice(start, end).replace(BETWEEN, ''), isNegative: signs === 1 };
}

/** Marks between thousands as in 1,299.00 or 1,23,456.00, and in 1.299,00; twice, they are nothing else. */
const GROUPED = /^\d{1,3}(?:,\d{2,3})*,\d{3}\.\d+$|^\d{1,3}(?:,\d{2,3})+,\d{3}$/;
const GROUPED_BY_POINTS = /^\d{1,3}(?:\.\d{3})+,\d+$|^\d{1,3}(?:\.\d{3}){2,}$/;
/** 1,299 is either of two numbers; 0,299 isn't. */
const EITHER = /^[1-9]\d{0,2},\d{3}$/;

function read(value: unknown, isAmbiguous: RegExp): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  const text = textAt(value) ?? '';
  const bare = text.length > WRITTEN_MAX ? undefined : bareOf(text);
  if (!bare || isAmbiguous.test(bare.digits)) return undefined;
  const { digits, isNegative } = bare;
  const plain = GROUPED.test(digits)
    ? digits.replaceAll(',', '')
    : GROUPED_BY_POINTS.test(digits)
      ? digits.replaceAll('.', '').replace(',', '.')
      : digits.replace(',', '.');
  if (!/^\d+(?:\.\d+)?$/.test(plain)) return undefined;
  return isNegative ? 0 - Number(plain) : Number(plain);
}

/** @returns the number, which may be text; undefined when it isn't clear which it is: '1,299' is either. */
export const numberOf = (value: unknown): number | undefined => read(value, EITHER);

/** @returns what was paid. People write the thousands of money with a point, too: '1.299' is either. */
export const amountOf = (value: unknown): number | undefined => read(value, /^[1-9]\d{0,2}[.,]\d{3}$/);
