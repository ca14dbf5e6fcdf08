// A customer's site: pages on an origin of their own, under the strictest policy that the embed tag works with.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { pinChance } from './chance.ts';

export type HostSite = {
  origin: string;
  /** Bodies by path; other paths get a plain page with one copy of the tag. */
  pages: Map<string, string>;
  /** Policies by path, in place of the strict one; '' is none. */
  policies: Map<string, string>;
  close(): Promise<void>;
};

/** The one page without a policy: under that of the others nobody may write script tags. */
export const LAX = '/lax';

const TEXT = '<p>An oak desk, made to last. Solid wood, oiled by hand, delivered in two weeks.</p>';

/** @param backend origin the embed tag points at. @returns the tag as an owner copies it. */
export const tag = (backend: string, siteId = 'site-1'): string =>
  `<script async src="${backend}/widget.js" data-site-id="${siteId}"></script>`;

/** @returns a page of a shop, with `inside` in its body. */
export const hostPage = (inside: string, attributes = 'lang="en"'): string =>
  `<!doctype html><html ${attributes}><head><meta charset="utf-8"><title>Oak & Iron</title>
  <meta name="viewport" content="width=device-width"></head>
  <body><main><h1>Oak Desk</h1><input aria-label="Search">${TEXT.repeat(30)}</main>${inside}</body></html>`;

/** @param backend the only foreign origin that the policy lets in. @returns a running site on a free port. */
export async function startHostSite(backend: string): Promise<HostSite> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${backend}`,
    `connect-src ${backend}`,
    `img-src ${backend}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  const pages = new Map<string, string>();
  const policies = new Map([[LAX, '']]);
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://any').pathname;
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
    const own = policies.get(path) ?? policy;
    response.writeHead(200, {
      'content-type': `${type}; charset=utf-8`,
      ...(own && { 'content-security-policy': own }),
    });
    response.end(pages.get(path) ?? hostPage(tag(backend)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // Another site than 127.0.0.1 to a browser, so that everything between the two is truly foreign.
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    pages,
    policies,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/**
 * Opens a shop's page with the snippet of a site on the server `proofbell`, for a new visitor, and closes both after
 * `look`. @returns what `look` returns.
 */
export async function visitShop<T>(
  browser: Browser | null,
  proofbell: string,
  siteId: string,
  look: (shop: Page) => Promise<T>,
  options: BrowserContextOptions = {},
): Promise<T> {
  if (!browser) throw new Error('No browser');
  const host = await startHostSite(proofbell);
  host.pages.set('/', hostPage(tag(proofbell, siteId)));
  const visitor = await browser.newContext(options);
  await pinChance(visitor);
  const shop = await visitor.newPage();
  const payload = shop.waitForResponse(/\/api\/embed\//);
  await shop.goto(host.origin);
  await payload;
  const seen = await look(shop);
  await visitor.close();
  await host.close();
  return seen;
}
