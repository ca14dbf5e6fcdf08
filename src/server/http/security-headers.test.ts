// The headers of the app's pages: what may run, load and frame them.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { SELECT_STYLE, securityHeaders } from './security-headers.ts';

async function headersOf(publicUrl: string): Promise<Record<string, string>> {
  const app = new Hono();
  app.get('/', securityHeaders(publicUrl), (c) => c.text('a page'));
  return Object.fromEntries((await app.request('/')).headers);
}

it('let pages run and load their own files and show images from anywhere, but never be framed', async () => {
  const headers = await headersOf('http://localhost:3000');
  expect(headers['content-security-policy']?.split('; ')).toEqual([
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'sha256-${createHash('sha256').update(SELECT_STYLE).digest('base64')}'`,
    "img-src 'self' https: http:",
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

it('behind https they allow no picture over http', async () => {
  expect((await headersOf('https://proof.example'))['content-security-policy']).toContain("img-src 'self' https:;");
});

it('allow exactly the style element that Radix inserts', () => {
  expect(readFileSync('node_modules/@radix-ui/react-select/dist/index.mjs', 'utf8')).toContain(`\`${SELECT_STYLE}\``);
});
