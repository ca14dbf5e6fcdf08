// The code of each guide, on a page of the kind it is for: the widget starts there, for the owner's own site.
import { readdirSync } from 'node:fs';
import { type Browser, expect } from '@playwright/test';
import { settled, watchRequests } from './support/base.ts';
import { bundle, codeOf } from './support/guide-code.ts';
import { test as base, newOwner } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';
import { hostPage, startHostSite, tag } from './support/widget-host.ts';

const test = base.extend<{ backend: string }>({
  backend: ({ baseURL }, use) => use(baseURL ?? ''),
});

/** Where the code stands on its own in the page's HTML. */
const PLAIN = ['html', 'shopify', 'webflow', 'wix', 'squarespace', 'wordpress', 'react'];

/**
 * Builds what is in a Custom HTML tag anew, as the published containers of Google Tag Manager do: scripts keep their
 * source and text, and lose every attribute of their own.
 */
const tagManager = (html: string) => `<script>
  const box = document.createElement('div');
  box.innerHTML = ${JSON.stringify(html).replaceAll('</', '<\\/')};
  for (const given of box.querySelectorAll('script')) {
    const made = document.createElement('script');
    made.async = false;
    made.text = given.text;
    if (given.getAttribute('src')) made.src = given.getAttribute('src');
    document.body.insertBefore(made, null);
  }
</script>`;

/** @returns which sites were asked for by a page with that body, once it is quiet. */
async function sitesAskedBy(
  browser: Browser,
  backend: string,
  body: string,
  script = '',
): Promise<(string | undefined)[]> {
  const host = await startHostSite(backend);
  host.pages.set('/', hostPage(body));
  host.pages.set('/app.js', script);
  host.policies.set('/', '');
  const visitor = await browser.newContext();
  watchRequests(visitor);
  const shop = await visitor.newPage();
  const issues: string[] = [];
  shop.on('pageerror', ({ message }) => issues.push(message));
  const asked: (string | undefined)[] = [];
  shop.on('request', (request) => {
    if (request.url().includes('/api/embed/')) asked.push(new URL(request.url()).pathname.split('/').at(-1));
  });
  await shop.goto(host.origin);
  await settled(shop);
  // The widget asks when the page has nothing to do.
  await shop.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await settled(shop);
  expect(issues).toEqual([]);
  await visitor.close();
  await host.close();
  return asked;
}

test('each guide is tried here, and has the snippet as Site Setup shows it', ({ backend }) => {
  const guides = readdirSync('content/guides').filter((file) => file.startsWith('install-'));
  expect(guides.sort()).toEqual([...PLAIN, 'google-tag-manager'].map((name) => `install-${name}.md`).sort());
  const lines = PLAIN.map((name) => codeOf(`install-${name}`, backend, 'site-1').find((code) => code.startsWith('<')));
  expect(lines).toEqual(PLAIN.map(() => `${tag(backend, 'site-1')}\n`));
});

test('WordPress prints the line from functions.php', async ({ backend }) => {
  const php = codeOf('install-wordpress', backend, 'site-1').find((code) => code.startsWith('add_action')) ?? '';
  expect(php).toMatch(/^add_action\( 'wp_footer', function \(\) \{\n/);
  expect(/\?>\s*(\S[\s\S]*?)\s*<\?php/.exec(php)?.[1]).toBe(tag(backend));
});

test('the line of each platform starts the widget, once, wherever it is pasted; Google Tag Manager, Next.js and React run their guide’s code, React’s component in strict mode, too', {
  tag: '@long',
}, async ({ page, browser, backend }) => {
  await newOwner(page, 'Oak & Iron');
  const { siteId } = await makeApi(page);
  expect(await sitesAskedBy(browser, backend, tag(backend, siteId))).toEqual([siteId]);
  // Twice, by a plugin and by the theme.
  expect(await sitesAskedBy(browser, backend, tag(backend, siteId).repeat(2))).toEqual([siteId]);

  const [code = ''] = codeOf('install-google-tag-manager', backend, siteId);
  expect(await sitesAskedBy(browser, backend, tagManager(tag(backend, siteId)))).toEqual([]);
  expect(await sitesAskedBy(browser, backend, tagManager(code))).toEqual([siteId]);

  const [layout = '', , component = ''] = codeOf('install-react', backend, siteId);
  const next = await bundle({
    'layout.jsx': layout,
    'entry.jsx': `import { createRoot } from 'react-dom/client';
      import RootLayout from 'layout.jsx';
      createRoot(document).render(<RootLayout><h1>Oak Desk</h1></RootLayout>);`,
  });
  const react = await bundle({
    'proofbell.jsx': component,
    'entry.jsx': `import { StrictMode } from 'react';
      import { createRoot } from 'react-dom/client';
      import { Proofbell } from 'proofbell.jsx';
      createRoot(document.querySelector('#app')).render(<StrictMode><Proofbell /></StrictMode>);`,
  });
  const body = '<div id="app"></div><script type="module" src="/app.js"></script>';
  expect(await sitesAskedBy(browser, backend, body, next)).toEqual([siteId]);
  expect(await sitesAskedBy(browser, backend, body, react)).toEqual([siteId]);
});
