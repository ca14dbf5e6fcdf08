// Site slugs: how a name becomes one, which are well formed, and which are reserved. Does not access the database.
import { SLUG_MAX } from './limits.ts';

/**
 * First path segments that are, or may become, ours. Adding one later would break an owner whose site has that slug, so
 * this list is generous and grows only before a release.
 */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set(
  `about account accounts admin advanced analytics api app appearance apps assets audit auth behavior billing blog
  campaigns cdn changelog checkout contact cookie-policy create-site customers dashboard data-statement deliveries demo
  developer-tools developers docs documentation download downloads effect embed events example examples experiments explore
  export exports faq favicon features feed forgot-password goals guide guides health help home hooks images import inbox index
  integrations invite invites jobs js leads legal legal-notice login logout mail media metrics new news notifications
  oauth onboarding partners payment payment-cancelled payment-success payments performance plans press pricing privacy
  privacy-policy profile proof public push register registration reports reset-password robots rules sandbox search
  security settings share sign-in sign-up signin signup site site-setup sitemap sites sources sso sso-login static
  stats status store support system team teams template templates terms terms-of-service testing tour trpc
  unauthorized unsubscribe upgrade user users verify verify-email webhooks welcome widget widgets www`.split(/\s+/),
);

/** Pages of a site that have pages of their own below them, one segment deep, such as a source among the sources. */
export const DEEP_SITE_PAGES: ReadonlySet<string> = new Set(['sources']);

/** Latin letters that Unicode doesn't take apart into a plain letter and a mark. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', ǽ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ɖ: 'd', þ: 'th', ł: 'l', ı: 'i', ħ: 'h', ŋ: 'ng' },
  ...{
    ŧ: 't',
    ĸ: 'k',
    ə: 'e',
    ƒ: 'f',
    ɓ: 'b',
    ɗ: 'd',
    ƙ: 'k',
    ɛ: 'e',
    ɔ: 'o',
    ɣ: 'g',
    ɲ: 'n',
    ʋ: 'v',
    ƴ: 'y',
    ʃ: 'sh',
  },
};

const WELL_FORMED = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * @returns why `slug` cannot be used, worded for the owner, or null if it can.
 * The format alone already rules out `__ui` and anything with a dot.
 */
export function slugIssue(slug: string): string | null {
  if (slug.length === 0) return 'Enter a URL name';
  if (slug.length > SLUG_MAX) return `At most ${SLUG_MAX} characters`;
  if (!WELL_FORMED.test(slug)) return 'Use lowercase letters, digits and single hyphens';
  if (RESERVED_SLUGS.has(slug)) return 'This name is reserved. Choose another one';
  return null;
}

/**
 * Makes a slug from a site's name: Latin letters become plain ones, everything except letters and digits a hyphen.
 * @param taken the owner's existing slugs; a number is appended until the result is free and not reserved.
 * @returns a valid slug; 'my-site' if the name contains no usable letter.
 */
export function makeSlug(name: string, taken: ReadonlySet<string> = new Set()): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\0-\x7f]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/&/g, ' and ')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-');
  const base = ascii.slice(0, SLUG_MAX - 5).replace(/^-|-$/g, '') || 'my-site';
  let slug = base;
  for (let n = 2; taken.has(slug) || RESERVED_SLUGS.has(slug); n++) slug = `${base}-${n}`;
  return slug;
}
