// Sites on the wire.
import { z } from 'zod';
import { DOMAINS_MAX, NAME_MAX } from '../limits.ts';
import { slugIssue } from '../slug.ts';
import { filledText, id, isoDate, isStorable } from './text.ts';

export const siteSchema = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  domains: z.array(z.string()),
  timezone: z.string(),
  createdAt: isoDate(),
  updatedAt: isoDate(),
});
export type Site = z.infer<typeof siteSchema>;

const slug = () =>
  z.string().superRefine((value, ctx) => {
    const issue = isStorable(value) ? slugIssue(value) : 'Use lowercase letters, digits and single hyphens';
    if (issue) ctx.addIssue({ code: 'custom', message: issue });
  });

/**
 * @returns the hostname in an owner's input (`https://Shop.example:8080/path`, `shop.example`), in lower case and
 * ASCII, or null if there is none.
 */
export function hostnameOf(typed: string): string | null {
  const value = typed.trim();
  if (value === '' || value.length > 300 || /[\s*]/.test(value)) return null;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.username !== '') return null;
  const host = url.hostname.replace(/\.$/, '');
  return host === '' || host.length > 253 ? null : host;
}

/** A hostname as an owner may type it; hostnameOf reads it. */
export const domain = () =>
  z.string().refine((value) => isStorable(value) && hostnameOf(value) !== null, {
    error: ({ input }) => {
      const typed = String(input);
      return isStorable(typed) && typed.length <= 100
        ? `“${typed}” isn't a hostname, such as shop.example`
        : 'Enter a hostname, such as shop.example';
    },
  });

const timezone = () =>
  z.string().refine((value) => {
    // Intl accepts offsets such as +01:00 as time zones, but they have no daylight saving time: names only.
    if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(value)) return false;
    try {
      new Intl.DateTimeFormat('en', { timeZone: value });
      return true;
    } catch {
      return false;
    }
  }, 'Enter a time zone, such as Europe/Lisbon');

const siteFields = {
  name: filledText(NAME_MAX, 'Enter a name'),
  slug: slug(),
  domains: z.array(domain()).max(DOMAINS_MAX, `At most ${DOMAINS_MAX} domains`),
  timezone: timezone(),
};

export const createSiteInput = z.strictObject({
  name: siteFields.name,
  slug: siteFields.slug.optional(),
  domains: siteFields.domains.optional(),
  timezone: siteFields.timezone.optional(),
});
export type CreateSiteInput = z.infer<typeof createSiteInput>;

export const updateSiteInput = z.strictObject({
  id: id(),
  name: siteFields.name.optional(),
  slug: siteFields.slug.optional(),
  domains: siteFields.domains.optional(),
  timezone: siteFields.timezone.optional(),
});
export type UpdateSiteInput = z.infer<typeof updateSiteInput>;
