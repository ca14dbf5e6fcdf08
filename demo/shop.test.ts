import { readdirSync, readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { demoBanner } from './banner.ts';
import { NOTIFICATIONS } from './notifications.ts';
import { PRODUCTS } from './products.ts';
import { makeShop, shopPolicy } from './shop.ts';

const PUBLIC_URL = 'http://localhost:3000';
const SITE = '01890000-0000-7000-8000-00000000000a';
const HERE = 'http://127.0.0.1:3000';

const shopAt = (publicUrl: string) => {
  const app = new Hono().route('/demo', makeShop(publicUrl, SITE));
  return (url: string) => app.request(url);
};
const get = shopAt(PUBLIC_URL);

describe('the demo shop', () => {
  it('has the snippet as an owner would paste it', async () => {
    const page = await (await get(`${HERE}/demo/shop`)).text();
    expect(page).toContain(`<script async src="${PUBLIC_URL}/widget.js" data-site-id="${SITE}"></script>`);
  });

  it("says that its data is made up, and links to the owner's view", async () => {
    const page = await (await get(`${HERE}/demo/shop/oak-desk`)).text();
    expect(page).toMatch(
      /Demo shop with made-up data: buy something and see it show\.\s+<a href="http:\/\/localhost:3000\/login">Open the owner's view<\/a>/,
    );
  });

  it('allows no inline script or style, and uses none', async () => {
    const response = await get(`${HERE}/demo/shop`);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toBe(
      "default-src 'none'; script-src 'self' http://localhost:3000; style-src 'self'; img-src 'self' " +
        "http://localhost:3000; connect-src 'self' http://localhost:3000; font-src 'self'; base-uri 'none'; form-action 'none'; " +
        "frame-ancestors 'none'",
    );
    expect(shopPolicy(PUBLIC_URL)).not.toContain('unsafe');
    const page = await response.text();
    expect(page.match(/<script\b[^>]*>/g)?.every((tag) => tag.includes(' src="'))).toBe(true);
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i);
  });

  it('redirects to the other name of this machine, so that the widget is cross-origin', async () => {
    const response = await get(`${PUBLIC_URL}/demo/shop/linen-lamp?from=mail`);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(`${HERE}/demo/shop/linen-lamp?from=mail`);
    const turned = await shopAt('http://127.0.0.1:3107')('http://127.0.0.1:3107/demo/shop');
    expect(turned.headers.get('location')).toBe('http://localhost:3107/demo/shop');
  });

  it('is served directly under any other name', async () => {
    expect((await get('http://192.168.1.7:3000/demo/shop')).status).toBe(200);
    expect((await shopAt('https://demo.example')('https://demo.example/demo/shop')).status).toBe(200);
  });

  it('redirects from /demo to the shop', async () => {
    const response = await get(`${HERE}/demo`);
    expect([response.status, response.headers.get('location')]).toEqual([302, '/demo/shop']);
  });

  it.each(PRODUCTS)('has a page for the $name that works without a script', async ({ slug, name }) => {
    const response = await get(`${HERE}/demo/shop/${slug}`);
    expect(response.status).toBe(200);
    const page = await response.text();
    expect(page).toContain(`<title>${name} · Holt &amp; Ash</title>`);
    const shown = [...page.matchAll(/data-view="([^"]+)" data-title="[^"]+"(?! hidden)/g)].map(([, path]) => path);
    expect(shown).toEqual([`/demo/shop/${slug}`]);
  });

  it('responds to an unknown product with a page that says so', async () => {
    const response = await get(`${HERE}/demo/shop/glass-throne`);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('<title>Not found · Holt &amp; Ash</title>');
  });

  it('serves every file that its page references, with its type', async () => {
    const page = await (await get(`${HERE}/demo/shop`)).text();
    const named = new Set([...page.matchAll(/"(\/demo\/assets\/[^"]+)"/g)].map(([, path]) => path ?? ''));
    expect(named.size).toBe(PRODUCTS.length + 11);
    for (const path of named) {
      const response = await get(HERE + path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      const bytes = await response.arrayBuffer();
      expect(bytes.byteLength).toBeGreaterThan(100);
    }
  });

  it.each(['shop.ts', '../shop.ts', '..%2fshop.ts', '..%2f..%2fmain.ts', '%2e%2e/shop.ts', 'frame.css/', ''])(
    'serves nothing that is not on its list: %j',
    async (name) => {
      const response = await get(`${HERE}/demo/assets/${name}`);
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain('import');
    },
  );

  it('has no image with a script, a style or an external URL in it', () => {
    const folder = new URL('assets/', import.meta.url);
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.svg'))) {
      const picture = readFileSync(new URL(name, folder), 'utf8').replace('xmlns="http://www.w3.org/2000/svg"', '');
      expect([name, /<script|<style|style=|\son\w+=|href|https?:/i.test(picture)]).toEqual([name, false]);
    }
  });

  it('has every page and image that its notifications point to', async () => {
    for (const { content } of NOTIFICATIONS) {
      for (const path of [content.url, content.image]) {
        if (path) expect([path, (await get(HERE + path)).status]).toEqual([path, 200]);
      }
      const place = /#(.+)$/.exec(content.url ?? '')?.[1];
      if (place) expect(await (await get(`${HERE}/demo/shop`)).text()).toContain(`id="${place}"`);
    }
  });
});

describe('the banner', () => {
  it("shows the shop's cross-origin URL, the owner's view and the login", () => {
    const text = demoBanner(PUBLIC_URL, { email: 'demo@proofbell.test', password: 'a-password' });
    expect(text).toContain('Ctrl+C');
    for (const part of [`${HERE}/demo/shop`, `${PUBLIC_URL}/login`, 'demo@proofbell.test', 'a-password', 'made up']) {
      expect(text).toContain(part);
    }
  });

  it('shows the shop on PUBLIC_URL when that has no second name', () => {
    const text = demoBanner('https://demo.example', { email: 'demo@proofbell.test', password: 'x' });
    expect(text).toContain('https://demo.example/demo/shop');
  });
});
