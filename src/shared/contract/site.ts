// Sites on the wire.
import { z } from 'zod';
import { readUrl } from '../embed/read-url.ts';
import { DOMAINS_MAX, NAME_MAX, SLUG_MAX } from '../limits.ts';
import { slugIssue } from '../slug.ts';
import { bounded, boundedText, filledText, id, isoDate, text } from './text.ts';

export const siteSchema = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  domains: z.array(z.string()),
  timezone: z.string(),
  /** In which orders are worth something, where goals count that; null until it is chosen. */
  currency: z.string().nullable(),
  createdAt: isoDate(),
  updatedAt: isoDate(),
});
export type Site = z.infer<typeof siteSchema>;

const slug = () =>
  text(SLUG_MAX).superRefine((value, ctx) => {
    const issue = slugIssue(value);
    if (issue) ctx.addIssue({ code: 'custom', message: issue });
  });

/** Longest address from which somebody may copy a hostname. */
const ADDRESS_MAX = 300;
const NO_HOST = 'Enter a hostname, such as shop.example';

/**
 * @returns the hostname in an owner's input (`https://Shop.example:8080/path`, `shop.example`), in lower case and
 * ASCII, or null if there is none.
 */
export function hostnameOf(typed: string): string | null {
  const value = typed.trim();
  if (value === '' || value.length > ADDRESS_MAX || /[\s*]/.test(value)) return null;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = readUrl(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '') return null;
  const host = url.hostname.replace(/\.$/, '');
  return host === '' || host.length > 253 ? null : host;
}

/** A hostname as an owner may type it; hostnameOf reads it. */
export const domain = () =>
  boundedText(ADDRESS_MAX, NO_HOST).refine((value) => hostnameOf(value) !== null, {
    error: ({ input }) => (String(input).length <= 100 ? `“${input}” isn't a hostname, such as shop.example` : NO_HOST),
  });

const NO_ZONE = 'Enter a time zone, such as Europe/Lisbon';
const timezone = () =>
  boundedText(64, NO_ZONE).refine((value) => {
    // Intl accepts offsets such as +01:00 as time zones, but they have no daylight saving time: names only.
    if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(value)) return false;
    try {
      new Intl.DateTimeFormat('en', { timeZone: value });
      return true;
    } catch {
      return false;
    }
  }, NO_ZONE);

const NO_CURRENCY = 'Enter a currency such as EUR';
/** ISO 4217. */
const currency = () => boundedText(3, NO_CURRENCY).regex(/^[A-Z]{3}$/, NO_CURRENCY);

const siteFields = z.strictObject({
  name: filledText(NAME_MAX, 'Enter a name'),
  slug: slug(),
  domains: bounded(z.array(domain()), DOMAINS_MAX, `At most ${DOMAINS_MAX} domains`),
  timezone: timezone(),
  currency: currency().nullable(),
});

export const createSiteInput = siteFields.partial({ slug: true, domains: true, timezone: true, currency: true });
export type CreateSiteInput = z.infer<typeof createSiteInput>;

export const updateSiteInput = siteFields.partial().extend({ id: id() });
export type UpdateSiteInput = z.infer<typeof updateSiteInput>;
