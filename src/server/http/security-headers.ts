// Security headers: a few on every response, and more on the app's own pages and files. The pages that come from an email
// and the demo shop have policies of their own.
import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/**
 * @param publicUrl from the environment. @param withSubdomains whether browsers shall use https for subdomains, too.
 * @returns the headers of every response: a year of https where it is used, and no guessing of types.
 */
export const everywhere = (publicUrl: string, withSubdomains: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  ...(publicUrl.startsWith('https:') && {
    'strict-transport-security': `max-age=31536000${withSubdomains ? '; includeSubDomains' : ''}`,
  }),
});

/**
 * The one style element that the client inserts: Radix's, which hides the scroll bar of a list of choices. A test
 * compares it with the package. What else moves or locks is styled by scripts, which the policy allows.
 */
export const SELECT_STYLE =
  '[data-radix-select-viewport]{scrollbar-width:none;-ms-overflow-style:none;-webkit-overflow-scrolling:touch;}[data-radix-select-viewport]::-webkit-scrollbar{display:none}';

/** @returns a source for a content policy that allows exactly this text in a style or script element. */
export const policySourceOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Sources, in the content policy's words, of what a page holds in style and script elements of its own. */
export type InlineSources = { style: string; script: string };

/**
 * @param publicUrl from the environment. @param style the content of the style element that a script inserts, or the
 * page's only one. @param inline what the prerendered pages hold.
 */
export const securityHeaders = (publicUrl: string, style = SELECT_STYLE, inline?: InlineSources): MiddlewareHandler =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...(inline ? [inline.script] : [])],
      styleSrc: ["'self'", policySourceOf(style), ...(inline ? [inline.style] : [])],
      // A notification's picture may be on any host: the preview shows what its owner typed. Behind https, browsers
      // don't load pictures over http anyway.
      imgSrc: ["'self'", 'https:', ...(publicUrl.startsWith('https:') ? [] : ['http:'])],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
    },
    permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [] },
    referrerPolicy: 'strict-origin',
    strictTransportSecurity: false,
    xFrameOptions: 'DENY',
    // Other sites and emails may show the app's images.
    crossOriginResourcePolicy: false,
  });
