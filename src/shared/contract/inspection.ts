// "Why don't I see it?" on the wire: the link that opens an owner's page with the inspector. The data that the
// inspector then reads is in contract/embed.ts.
import { z } from 'zod';
import { readUrl } from '../embed/read-url.ts';
import { URL_MAX } from '../limits.ts';
import { id, isoDate, trimmedText } from './text.ts';
import { settingsPatch } from './widget.ts';

const isPage = (value: string) => /^https?:\/\//i.test(value) && readUrl(value) !== null;

export const inspectionLinkInput = z.strictObject({
  /** The site's id. */
  id: id(),
  /** The page to inspect. */
  url: trimmedText(URL_MAX).refine(isPage, "Enter your page's URL, starting with https:// or http://"),
  /**
   * Draft settings: a patch over the saved ones, which the page shows to whoever has the link. The page must then be on
   * the site's domains.
   */
  settings: settingsPatch.optional(),
});
export type InspectionLinkInput = z.infer<typeof inspectionLinkInput>;

export const inspectionLinkSchema = z.object({
  /** The page's address with the token in its fragment. */
  url: z.string(),
  expiresAt: isoDate(),
});
export type InspectionLink = z.infer<typeof inspectionLinkSchema>;
