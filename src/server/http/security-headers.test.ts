// The headers of the app's pages: what may run, load and frame them.
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { securityHeaders } from './security-headers.ts';

async function headersOf(isHttps: boolean): Promise<Record<string, string>> {
  const app = new Hono();
  app.get('/', securityHeaders(isHttps), (c) => c.text('a page'));
  return Object.fromEntries((await app.request('/')).headers);
}

it('let pages run and load their own files and show images from anywhere, but never be framed', async () => {
  const headers = await headersOf(false);
  expect(headers['content-security-policy']?.split('; ')).toEqual([
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https: http:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
  ]);
  expect(headers).toMatchObject({
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'cross-origin-opener-policy': 'same-origin',
  });
  // Other sites may show the app's images.
  expect(headers).not.toHaveProperty('cross-origin-resource-policy');
});

it('keep browsers on https where it is used', async () => {
  expect(await headersOf(true)).toMatchObject({ 'strict-transport-security': 'max-age=31536000' });
  expect(await headersOf(false)).not.toHaveProperty('strict-transport-security');
});
