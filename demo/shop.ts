// The demo shop: a customer's page on its own origin, with the snippet and a strict content security policy. It knows
// no more about Proofbell than any customer's page does.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Context, Hono } from 'hono';
import { onOtherOrigin } from './banner.ts';
import { STYLES, shopPage } from './page.ts';
import { PRODUCTS } from './products.ts';

/** The Latin subset of Inter with its display cut, from npm. */
const FONT = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2');

const SVG = 'image/svg+xml';
/** The served files by name, so that a request cannot name any other path. */
const ASSETS: readonly { name: string; type: string; from?: string }[] = [
  ...[...STYLES, 'woo.css'].map((name) => ({ name, type: 'text/css; charset=utf-8' })),
  { name: 'shop.js', type: 'text/javascript; charset=utf-8' },
  { name: 'orders.js', type: 'text/javascript; charset=utf-8' },
  { name: 'arm.js', type: 'text/javascript; charset=utf-8' },
  { name: 'held-out.js', type: 'text/javascript; charset=utf-8' },
  { name: 'inter.woff2', type: 'font/woff2', from: FONT },
  { name: 'icon.svg', type: SVG },
  { name: 'room.svg', type: SVG },
  { name: 'workshop.svg', type: SVG },
  ...PRODUCTS.map(({ slug }) => ({ name: `${slug}.svg`, type: SVG })),
];

/** @returns the policy for the shop's pages: its own files, and Proofbell for script, images and calls. */
export const shopPolicy = (publicUrl: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${publicUrl}`,
    "style-src 'self'",
    `img-src 'self' ${publicUrl}`,
    `connect-src 'self' ${publicUrl}`,
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * @param publicUrl of the widget and app. @param siteId of the site whose notifications the shop shows.
 * @returns the shop with a page for each product, and its assets, to mount at /demo ahead of the app's own headers.
 */
export function makeShop(publicUrl: string, siteId: string): Hono {
  const headers = {
    'content-security-policy': shopPolicy(publicUrl),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  };
  const assets = new Map(
    ASSETS.map(({ name, type, from }) => {
      const bytes = new Uint8Array(readFileSync(from ?? new URL(`assets/${name}`, import.meta.url)));
      return [name, { bytes, type }];
    }),
  );

  const answerPage = (c: Context, slug: string | null) => {
    const other = onOtherOrigin(c.req.url, publicUrl);
    if (other) return c.redirect(other, 302);
    const product = PRODUCTS.find((one) => one.slug === slug);
    const view = slug === null ? 'home' : (product?.slug ?? 'missing');
    return c.html(shopPage({ view, publicUrl, siteId }), view === 'missing' ? 404 : 200, headers);
  };

  const shop = new Hono();
  shop.get('/', (c) => c.redirect('/demo/shop', 302));
  shop.get('/shop', (c) => answerPage(c, null));
  shop.get('/shop/:slug', (c) => answerPage(c, c.req.param('slug')));
  shop.get('/assets/:name', (c) => {
    const asset = assets.get(c.req.param('name'));
    if (!asset) return c.text('Not found', 404, headers);
    return c.body(asset.bytes, 200, { ...headers, 'content-type': asset.type });
  });
  return shop;
}
