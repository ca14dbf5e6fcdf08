// Building blocks of every contract: storable text, ids, emails, links, dates.
import { z } from 'zod';
import { isSafeLink as isSafeForm } from '../embed/safe-link.ts';
import { EMAIL_MAX, PAGE_SIZE, PAGE_SIZE_MAX, URL_MAX } from '../limits.ts';
import { MESSAGES } from '../messages.ts';

/** @returns whether PostgreSQL and JSON can represent `value`: no NUL, no lone surrogates. */
export function isStorable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

/** Text of at most `max` characters that every database can store. */
export const text = (max: number, missing?: string) =>
  z
    .string(missing === undefined ? undefined : { error: missing })
    .max(max, `At most ${max} characters`)
    .refine(isStorable, "Contains characters that can't be stored");

/** Text of 1 to `max` characters after trimming. */
export const filledText = (max: number, message = 'Required') =>
  z
    .string()
    .refine(isStorable, "Contains characters that can't be stored")
    .trim()
    .min(1, message)
    .max(max, `At most ${max} characters`);

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

const INSTANT = 'Enter an ISO 8601 date and time';

/** At either end of the calendar, an offset can lead to a year that ISO writes with a sign, which we never send. */
function isInFourDigitYears(value: string): boolean {
  const ms = Date.parse(value);
  return !Number.isNaN(ms) && /^\d{4}-/.test(new Date(ms).toISOString());
}

/** ISO 8601 in UTC or with an offset, as in requests. */
export const instant = () => z.iso.datetime({ offset: true, message: INSTANT }).refine(isInFourDigitYears, INSTANT);

/** ISO 8601 in UTC, as in responses. */
export const isoDate = () => z.iso.datetime();

/** Letters and digits of any script; separators are also written in full width. */
const HOST = /^[\p{L}\p{M}\p{N}.．。｡-]+$/u;
const ASCII = /^[\0-\x7f]*$/;

/** Longer ones can't be in the domain name system (RFC 1035). */
const LABEL_MAX = 63;

/** @returns the address with its host in ASCII (IDNA), for the check of its form; '' when there can be no such host. */
function withAsciiHost(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const host = address.slice(at);
  // Characters that nobody sees would be dropped, and two addresses look like one.
  if (!HOST.test(host) || /\p{Default_Ignorable_Code_Point}/u.test(host)) return '';
  const isPlain = ASCII.test(host) && !/xn--/i.test(host);
  // Beside a name in another script, URL also checks names that claim to be one in ASCII.
  const url = `http://ü.${host}`;
  if (!isPlain && !URL.canParse(url)) return '';
  const ascii = isPlain ? host : new URL(url).hostname.replace(/^[^.]*\./, '');
  return ascii.split('.').some((label) => label.length > LABEL_MAX) ? '' : address.slice(0, at) + ascii;
}

/** As zod checks it, which doesn't know the ASCII form of a top-level domain in another script. */
const isEmail = (address: string): boolean =>
  z.email().safeParse(withAsciiHost(address).replace(/\.xn--[a-z0-9-]+$/i, '.example')).success;

/** Whether all that is wrong is a letter before the @ that few mail servers deliver to. */
const isOnlyAccented = (address: string): boolean =>
  isEmail(address.replace(/^[^@]+/, (local) => local.replace(/[\p{L}\p{M}\p{N}]/gu, 'a')));

/** An email address; its host may be in any script. */
export const email = () =>
  z
    .string()
    .refine(isStorable, { message: MESSAGES.emailInvalid, abort: true })
    .trim()
    .max(EMAIL_MAX, MESSAGES.emailInvalid)
    .superRefine((address, issues) => {
      if (isEmail(address)) return;
      issues.addIssue({
        code: 'custom',
        message: isOnlyAccented(address) ? MESSAGES.emailAccented : MESSAGES.emailInvalid,
      });
    })
    .meta({ format: 'email' });

/** @returns whether a notification may link to `value`: http(s), or a path on the visitor's own site. */
const isSafeLink = (value: string): boolean => isSafeForm(value) && (value.startsWith('/') || URL.canParse(value));

const linkText = () =>
  z
    .string()
    .max(URL_MAX, `At most ${URL_MAX} characters`)
    .refine(isStorable, "Contains characters that can't be stored")
    .trim();

/** A link on a visitor's page: an address on the web, or a path on the site itself. */
export const link = () => linkText().refine(isSafeLink, 'Must start with https://, http:// or a single /');

/** An address on the web. */
export const webLink = () =>
  linkText().refine((value) => isSafeLink(value) && !value.startsWith('/'), 'Must start with https:// or http://');

/** Page and page size of a list, as requested. */
export const paging = {
  page: z.number().int().min(1).max(1_000_000).optional(),
  limit: z.number().int().min(1).max(PAGE_SIZE_MAX).optional(),
};

/** @returns page and page size with defaults applied, and the number of rows to skip. */
export function pageOf(input: { page?: number | undefined; limit?: number | undefined }) {
  const page = input.page ?? 1;
  const limit = input.limit ?? PAGE_SIZE;
  return { page, limit, offset: (page - 1) * limit };
}
