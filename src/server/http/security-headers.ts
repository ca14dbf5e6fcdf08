// Headers of the app's pages and files. JSON answers, the embed routes and the demo shop set their own.
import type { MiddlewareHandler } from 'hono';

const CSP = [
  "default-src 'self'",
  "script-src 'self'",
  // Radix's scroll lock needs inline styles.
  "style-src 'self' 'unsafe-inline'",
  // Owners preview notices with pictures from their own shops.
  "img-src 'self' data: https: http:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "base-uri 'none'",
].join('; ');

/** @param isSecure whether PUBLIC_URL is https. */
export function securityHeaders(isSecure: boolean): MiddlewareHandler {
  const headers: [string, string][] = [
    ['content-security-policy', CSP],
    ['referrer-policy', 'strict-origin'],
    ['x-content-type-options', 'nosniff'],
    ['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()'],
    ['cross-origin-opener-policy', 'same-origin'],
    ...(isSecure ? ([['strict-transport-security', 'max-age=31536000']] as [string, string][]) : []),
  ];
  return async (c, next) => {
    await next();
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  };
}
