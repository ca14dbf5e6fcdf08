// "Why don't I see it?" on the wire: the link that opens an owner's page with the inspector on it. What the inspector
// then reads is told in embed/inspection.ts.
import { z } from 'zod';
import { URL_MAX } from '../limits.ts';
import { id, isoDate, isStorable } from './text.ts';

const isPage = (value: string) => /^https?:\/\//i.test(value) && isStorable(value) && URL.canParse(value);

export const inspectionLinkInput = z.strictObject({
  /** The site's. */
  id: id(),
  /** The page that is to be looked at. */
  url: z
    .string()
    .trim()
    .max(URL_MAX, `At most ${URL_MAX} characters`)
    .refine(isPage, 'Enter the address of your page, starting with https:// or http://'),
});
export type InspectionLinkInput = z.infer<typeof inspectionLinkInput>;

export const inspectionLinkSchema = z.object({
  /** The page's address with the token in its fragment. */
  url: z.string(),
  expiresAt: isoDate(),
});
export type InspectionLink = z.infer<typeof inspectionLinkSchema>;

/** Body of GET /api/embed/{siteId}/inspection, as OpenAPI tells of it. */
export const inspectionSchema = z.object({
  site: z.object({ id: z.string(), name: z.string(), domains: z.array(z.string()), timezone: z.string() }),
  widget: z.object({ isActive: z.boolean(), behavior: z.unknown(), rules: z.unknown() }),
  notifications: z.array(z.unknown()),
  expiresAt: isoDate(),
});
