// The pages without scripts look like the client: their colors are the client's tokens. And whatever they say is text.
import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { expect, it } from 'vitest';
import { DOCS_STYLE } from './docs-style.ts';
import { pageResponse } from './page.ts';

const tokensIn = (css: string) =>
  Object.fromEntries([...css.matchAll(/(--[\w-]+):\s*(#\w+)/g)].map(([, name, value]) => [name, value]));

const ownPage = async () => {
  const app = new Hono().get('/', (c) => pageResponse(c, 200, { title: 'A', description: 'B', body: html`C` }));
  return (await app.request('/')).text();
};

it.each([
  ['pages without scripts', ownPage],
  ['the API page', () => DOCS_STYLE],
])('%s have the client’s colors, light and dark', async (_, read) => {
  const [light = '', dark = ''] = (await read()).split('prefers-color-scheme:dark');
  const client = readFileSync('src/client/app.css', 'utf8');
  const [clientLight = '', rest = ''] = client.split('\n.dark {');
  // What follows is for paper.
  const [clientDark = ''] = rest.split('\n}');
  for (const [ours, theirs] of [
    [tokensIn(light), tokensIn(clientLight)],
    [tokensIn(dark), tokensIn(clientDark)],
  ] as const) {
    expect(Object.keys(ours).length).toBeGreaterThan(8);
    expect(theirs).toMatchObject(ours);
  }
});

it('ends with the common links', async () => {
  const [, footer = ''] = (await ownPage()).split('<footer>');
  const links = ['/support', '/privacy-policy', '/terms-of-service', '/cookie-policy'];
  expect([...footer.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual(links);
});

it('uses the client’s font, and waits in one as wide as it', async () => {
  const app = new Hono().get('/', (c) => pageResponse(c, 200, { title: 'A', description: 'B', body: html`C` }));
  const answer = await app.request('/');
  const facesIn = (css: string) =>
    [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].map(([, face = '']) =>
      Object.fromEntries(
        face.split(';').flatMap((line) => {
          const [, name = '', value = ''] = /^\s*([\w-]+)\s*:\s*(.*)$/s.exec(line) ?? [];
          return /family|weight|adjust|override/.test(name) ? [[name, value.trim()]] : [];
        }),
      ),
    );
  // The last two there: those before have other letters.
  expect(facesIn(await answer.text())).toEqual(facesIn(readFileSync('src/client/fonts/fonts.css', 'utf8')).slice(-2));
  expect(answer.headers.get('content-security-policy')).toContain("font-src 'self'");
});

it('writes whatever it is given as text, in any place', async () => {
  const hostile = `"'><img src=x onerror=alert(1)><script>alert(1)</script></title><!--{{x}}`;
  const parts = { title: hostile, description: hostile, banner: html`<b>${hostile}</b>` };
  const body = html`<a href="/x?${hostile}" title='${hostile}'>${[hostile, html`<i>${hostile}</i>`]}</a>`;
  const app = new Hono().get('/', (c) => pageResponse(c, 200, { ...parts, body }));
  const page = await (await app.request('/')).text();
  // Nothing of it but the escaped text, as often as it was given: the title stands twice.
  expect(page).not.toMatch(/<img|<script|onerror=alert\(1\)>/);
  expect(page.split('&lt;script&gt;alert(1)&lt;/script&gt;')).toHaveLength(1 + 8);
  expect(page.split('&quot;&#39;&gt;&lt;img')).toHaveLength(1 + 8);
});
