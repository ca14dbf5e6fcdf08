// The widget starts wherever its tag is, however it got there, and takes no other vendor's for its own; where it can't
// start, it says why.
import { expect, type Page } from '@playwright/test';
import { settled } from './support/base.ts';
import { codeOf } from './support/guide-code.ts';
import { addForeignFiles, INSERTED_TAGS, insertedPage } from './support/inserted-tags.ts';
import { payload, type WidgetBackend } from './support/widget-backend.ts';
import type { HostSite } from './support/widget-host.ts';
import { test } from './support/widget-test.ts';

/** Each way is a frame of one page, with a site of its own. */
async function visit(page: Page, backend: WidgetBackend, host: HostSite, names: readonly string[]): Promise<void> {
  const ways = Object.entries(INSERTED_TAGS)
    .filter(([name]) => names.includes(name))
    .map(([name, way], at) => ({ name, way, id: `01981c6e-7b1f-7c3a-9000-0000000001${String(at).padStart(2, '0')}` }));
  expect(ways).toHaveLength(names.length);
  backend.answer = payload();
  addForeignFiles(host);
  host.policies.set('/', '');
  const fill = (text: string, id: string) =>
    text.replace('SERVER', backend.origin).replace('HOST', host.origin).replace('ID', id);
  for (const { way, id } of ways) {
    host.policies.set(`/${id}`, '');
    host.pages.set(`/${id}`, insertedPage(way, id, backend.origin));
    if (way.status) backend.answers.set(id, { status: way.status, body: '{}' });
    // The host as a proxy of the server.
    else if (way.asks && !way.says) host.pages.set(new URL(fill(way.asks, id)).pathname, payload().body);
  }
  const frames = ways.map(({ id }) => `<iframe src="/${id}" name="${id}" width="420" height="220"></iframe>`);
  host.pages.set('/', `<!doctype html><title>Ways</title>${frames.join('')}`);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET') asked.push(request.url());
  });
  await page.goto(host.origin);
  await settled(page);
  for (const { name, way, id } of ways) {
    await test.step(name, async () => {
      const frame = page.frameLocator(`[name='${id}']`);
      const isShown = way.asks !== false && !way.says;
      await expect(frame.locator('proofbell-widget .notice')).toHaveCount(isShown ? 1 : 0);
      const said = frame.locator('html');
      if (!way.says) return expect(await said.getAttribute('data-said')).toBeNull();
      const line = fill(`Proofbell: ${way.says}\n`, id);
      await expect(said).toHaveAttribute('data-said', line);
      const quoted = codeOf('consent-and-csp', backend.origin, id).join('');
      const known = line.replace(`${host.origin}/cache`, backend.origin).replace(/\b(200|403)\b/, '404');
      expect(quoted, 'in the guide').toContain(known);
    });
  }
  const payloads = asked.filter((address) => address.includes('/api/')).map((address) => address.split('?')[0]);
  const expected = ways.flatMap(({ way: { asks = 'SERVER/api/embed/ID' }, id }) => (asks ? [fill(asks, id)] : []));
  expect(payloads.sort()).toEqual(expected.sort());
}

const NAMES = Object.keys(INSERTED_TAGS);
const SOME = [
  'a module',
  'evaluated after consent',
  'a tag manager, as its guide says',
  'moved and renamed, with data-server',
  'without a site',
];

test(`the widget starts, and else says why, once: ${SOME.join('; ')}`, { tag: '@short' }, ({ page, backend, host }) =>
  visit(page, backend, host, SOME),
);

test(
  'the widget starts by each way in which a tag gets into a page, and else says why, once',
  {
    tag: '@long',
  },
  ({ page, backend, host }) => visit(page, backend, host, NAMES),
);
