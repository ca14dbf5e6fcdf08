// Building blocks of every contract: storable text, ids, emails, links, dates.
import { z } from 'zod';
import { HOST_MAX, isShortHost, LABEL_MAX, readUrl } from '../embed/read-url.ts';
import { isSafeLink as isSafeForm } from '../embed/safe-link.ts';
import { EMAIL_MAX, PAGE_SIZE, PAGE_SIZE_MAX, URL_MAX } from '../limits.ts';
import { MESSAGES } from '../messages.ts';

/** @returns whether PostgreSQL and JSON can represent `value`: no NUL, no lone surrogates. */
export function isStorable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

const tooLong = (max: number) => `At most ${max} characters`;

/**
 * The one way to take a text (tests/architecture.test.ts): what is longer than `max` is refused before anything else looks
 * at it, so that no check that is added here, however dear, meets more than fits.
 * @param long, unstorable said of what is too long, and of what no database can store. @param missing said of what is no text.
 */
const makeText = (
  max: number,
  { long = tooLong(max), unstorable = "Contains characters that can't be stored", missing = '' },
) =>
  z
    .string(missing ? { error: missing } : undefined)
    .max(max, { error: long, abort: true })
    .refine(isStorable, { error: unstorable, abort: true });

/** Text of at most `max` characters that every database can store. */
export const text = (max: number, missing?: string) => makeText(max, { missing });

/** The same with one message for whatever it isn't. */
export const boundedText = (max: number, message: string) => makeText(max, { long: message, unstorable: message });

/** Blanks around a text that are taken off it; more are refused. */
const BLANKS_MAX = 1_000;

/** Text of at most `max` characters after trimming. @param message of what is too long or can't be stored. */
export const trimmedText = (max: number, message?: string) =>
  makeText(max + BLANKS_MAX, { long: message ?? tooLong(max), unstorable: message })
    .trim()
    .max(max, { error: message ?? tooLong(max), abort: true });

/** Text of 1 to `max` characters after trimming. */
export const filledText = (max: number, message = 'Required') => trimmedText(max).min(1, message);

/**
 * A list of at most `max`, and an object of at most `max` keys of any names: larger ones are refused before anything in
 * them is looked at, all of which could be wrong.
 * @param schema of the whole, with whatever else is asked of it.
 */
export function bounded<T extends z.ZodType>(schema: T, max: number, message: string) {
  const sizeOf = (value: object) => (Array.isArray(value) ? value : Object.keys(value)).length;
  // For the description of the API.
  const whole = schema instanceof z.ZodArray ? schema.max(max, message) : schema;
  const checked = z.preprocess((value, issues) => {
    if (typeof value === 'object' && value !== null && sizeOf(value) > max) issues.addIssue(message);
    return value;
  }, whole);
  // As TypeScript has it, whatever is preprocessed may be anything.
  return checked as unknown as z.ZodType<z.output<T>, z.input<T>>;
}

/**
 * @returns whether `value` is JSON with storable texts, at most `depth` levels deep. Callers over tRPC can send more
 * than JSON can represent (a BigInt, a Map, a cycle), which would fail or get lost in storage.
 */
export function isPlainJson(value: unknown, depth: number): boolean {
  if (value === null || value === undefined || typeof value === 'boolean') return true;
  if (typeof value === 'string') return isStorable(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isPlainJson(item, depth - 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.entries(value).every(([key, item]) => isStorable(key) && isPlainJson(item, depth - 1));
}

/** Longest id in a request. */
export const ID_MAX = 64;
/**
 * An id in a request. Any short text is accepted: an unknown id is simply not found.
 * @param missing what is said without one.
 */
export const id = (missing?: string) => text(ID_MAX, missing).min(1, missing ?? 'Required');

/** Inputs of nothing, or of no more than what is asked for. */
export const nothing = z.strictObject({}).optional();
export const byId = z.strictObject({ id: id() });
export const bySite = z.strictObject({ siteId: id() });

const INSTANT = 'Enter an ISO 8601 date and time';
const ISO = z.iso.datetime({ offset: true });

/** At either end of the calendar, an offset can lead to a year that ISO writes with a sign, which we never send. */
function isInstant(value: string): boolean {
  const ms = ISO.safeParse(value).success ? Date.parse(value) : Number.NaN;
  return !Number.isNaN(ms) && /^\d{4}-/.test(new Date(ms).toISOString());
}

/** ISO 8601 in UTC or with an offset, as in requests. */
export const instant = () => boundedText(64, INSTANT).refine(isInstant, INSTANT).meta({ format: 'date-time' });

const CALENDAR = z.iso.date();

/** A day as in 2026-03-10. @param message of what isn't one. */
export const calendarDay = (message: string) =>
  boundedText(10, message)
    .refine((value) => CALENDAR.safeParse(value).success, { error: message, abort: true })
    .meta({ format: 'date' });

/** ISO 8601 in UTC, as in responses. */
export const isoDate = () => z.iso.datetime();

/** Letters and digits of any script; separators are also written in full width. */
const HOST = /^[\p{L}\p{M}\p{N}.．。｡-]+$/u;
const ASCII = /^[\0-\x7f]*$/;

/** @returns the address with its host in ASCII (IDNA), for the check of its form; '' when there can be no such host. */
function withAsciiHost(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const host = address.slice(at);
  // Characters that nobody sees would be dropped, and two addresses look like one.
  if (!isShortHost(host) || !HOST.test(host) || /\p{Default_Ignorable_Code_Point}/u.test(host)) return '';
  const isPlain = ASCII.test(host) && !/xn--/i.test(host);
  // Beside a name in another script, URL also checks names that claim to be one in ASCII.
  const url = `http://ü.${host}`;
  if (!isPlain && !URL.canParse(url)) return '';
  const ascii = isPlain ? host : new URL(url).hostname.replace(/^[^.]*\./, '');
  const isTooLong = ascii.length > HOST_MAX || ascii.split('.').some((label) => label.length > LABEL_MAX);
  return isTooLong ? '' : address.slice(0, at) + ascii;
}

const FORM = z.email();
/** As zod checks it, which doesn't know the ASCII form of a top-level domain in another script. */
const isEmail = (address: string): boolean =>
  FORM.safeParse(withAsciiHost(address).replace(/\.xn--[a-z0-9-]+$/i, '.example')).success;

/** Whether all that is wrong is a letter before the @ that few mail servers deliver to. */
const isOnlyAccented = (address: string): boolean =>
  isEmail(address.replace(/^[^@]+/, (local) => local.replace(/[\p{L}\p{M}\p{N}]/gu, 'a')));

/** An email address; its host may be in any script. */
export const email = () =>
  trimmedText(EMAIL_MAX, MESSAGES.emailInvalid)
    .superRefine((address, issues) => {
      if (isEmail(address)) return;
      issues.addIssue({
        code: 'custom',
        message: isOnlyAccented(address) ? MESSAGES.emailAccented : MESSAGES.emailInvalid,
      });
    })
    .meta({ format: 'email' });

/** @returns whether a notification may link to `value`: http(s), or a path on the visitor's own site. */
const isSafeLink = (value: string): boolean => isSafeForm(value) && (value.startsWith('/') || readUrl(value) !== null);

/** A link on a visitor's page: an address on the web, or a path on the site itself. */
export const link = () => trimmedText(URL_MAX).refine(isSafeLink, 'Must start with https://, http:// or a single /');

/** An address on the web. */
export const webLink = () =>
  trimmedText(URL_MAX).refine(
    (value) => isSafeLink(value) && !value.startsWith('/'),
    'Must start with https:// or http://',
  );

/** A whole number, as requested. */
export const wholeNumber = (min: number, max: number) =>
  z.number('Enter a whole number').int('Enter a whole number').min(min, `At least ${min}`).max(max, `At most ${max}`);

/** Page and page size of a list, as requested. */
export const paging = {
  page: z.number().int().min(1).max(1_000_000).optional(),
  limit: z.number().int().min(1).max(PAGE_SIZE_MAX).optional(),
};

/** What a page of a list says beside its items: which one it is, and how many items there are on all. */
export const pageFields = { page: z.number().int(), limit: z.number().int(), total: z.number().int() };

/** @returns page and page size with defaults applied, and the number of rows to skip. */
export function pageOf(input: { page?: number | undefined; limit?: number | undefined }) {
  const page = input.page ?? 1;
  const limit = input.limit ?? PAGE_SIZE;
  return { page, limit, offset: (page - 1) * limit };
}
