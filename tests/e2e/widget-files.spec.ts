// The widget's files on the wire: as many bytes are sent as the build measured, and only sampled page loads fetch the
// cost meter, from the build that the page runs, without ever disturbing the page.
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { expect, type Page } from '@playwright/test';
import type { WidgetBuild } from '#shared/contract/widget-build.ts';
import { compileRules } from '#shared/embed/compile-rules.ts';
import { WIDGET_BUDGET } from '#shared/embed/protocol.ts';
import type { Rules } from '#shared/embed/rule-types.ts';
import { poll } from './support/base.ts';
import { pinChance } from './support/chance.ts';
import { NOW, notification, payload } from './support/widget-backend.ts';
import { hostPage, tag } from './support/widget-host.ts';
import { card, loaded, passUntil, stopClock, test } from './support/widget-test.ts';

const build = JSON.parse(readFileSync('dist/widget/widget.json', 'utf8')) as WidgetBuild;
const METER = `GET /${build.cost.file}`;

/** @returns how many bytes a body has on the wire. */
const sentBytes = (url: string, encoding: string) =>
  new Promise<[string | undefined, number]>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (answer) => {
      let sum = 0;
      answer.on('data', (part: Buffer) => {
        sum += part.length;
      });
      answer.on('end', () => resolve([answer.headers['content-encoding'], sum]));
    }).on('error', reject);
  });

test('all files are sent in as many bytes as the build measured', async ({ baseURL }) => {
  for (const [file, { brotli, gzip }] of [
    ['widget.js', build.script.bytes],
    [build.script.file, build.script.bytes],
    [build.file, build.bytes],
    [build.conditions.file, build.conditions.bytes],
    [build.cost.file, build.cost.bytes],
  ] as const) {
    expect([file, await sentBytes(`${baseURL}/${file}`, 'gzip, br')]).toEqual([file, ['br', brotli]]);
    expect([file, await sentBytes(`${baseURL}/${file}`, 'gzip')]).toEqual([file, ['gzip', gzip]]);
  }
  const readme = readFileSync('README.md', 'utf8');
  expect(readme).toContain(`${WIDGET_BUDGET.bytes.toLocaleString('en')} bytes (brotli, as sent)`);
});

const sample = (page: Page, isMeasured: boolean) => pinChance(page, isMeasured ? 0 : 0.01);

test('the first notification needs only two requests, even on a measured load and from a pinned build', async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload({ timing: { initialDelay: 1 } });
  // The meter does not answer before the end: the notification must not wait for it.
  let isMeterAsked = false;
  const end = Promise.withResolvers<void>();
  await page.route(`**/${build.cost.file}`, async (route) => {
    isMeterAsked = true;
    await end.promise;
    await route.abort();
  });
  await sample(page, true);
  await stopClock(page, NOW);
  for (const name of [build.file, 'widget.js']) {
    const pinned = `integrity="${build.integrity}" crossorigin="anonymous"`;
    const snippet = `<script async src="${backend.origin}/${name}" ${name === build.file ? pinned : ''} data-site-id="site-1"></script>`;
    host.pages.set('/', hostPage(snippet));
    backend.requests.length = 0;
    await page.goto(host.origin);
    await loaded(page);
    await page.clock.runFor(1_100);
    await expect(card(page)).toBeVisible();
    // A tag with an integrity value loads no meter.
    await poll(() => isMeterAsked, name).toBe(name === 'widget.js');
    expect(backend.requests).toEqual([`GET /${name}`, 'GET /api/embed/site-1']);
  }
  end.resolve();
});

test('conditions take a third request, straight after the payload, and none from a fixed version', async ({
  page,
  backend,
  host,
}) => {
  const onAnyPage: Rules = { match: 'all', conditions: [{ type: 'page', operator: 'starts-with', value: ['/'] }] };
  const never: Rules = { match: 'all', conditions: [{ type: 'visits', operator: 'at-least', value: 9 }] };
  const compiled = (id: string, rules: Rules) => notification(id, { message: id, rules: compileRules(rules) });
  backend.answer = payload({
    timing: { initialDelay: 1 },
    notifications: [compiled('never', never), compiled('on any page', onAnyPage)],
  });
  await sample(page, false);
  await stopClock(page, NOW);
  const files = { 'widget.js': [`GET /${build.conditions.file}`], [build.file]: [] };
  for (const [name, more] of Object.entries(files)) {
    host.pages.set('/', hostPage(tag(backend.origin).replace('widget.js', name)));
    backend.requests.length = 0;
    await page.goto(host.origin);
    await poll(() => backend.requests).toEqual([`GET /${name}`, 'GET /api/embed/site-1', ...more]);
    await passUntil(page, () => card(page).isVisible(), 'a notification');
    await expect(card(page)).toContainText('on any page');
  }
});

test('where conditions can’t be checked, what has none shows, and nothing else', { tag: '@long' }, async ({
  page,
  backend,
  host,
}) => {
  const onAnyPage = compileRules({
    match: 'all',
    conditions: [{ type: 'page', operator: 'starts-with', value: ['/'] }],
  });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.addInitScript("addEventListener('unhandledrejection', () => { throw new Error('unhandled') })");
  await page.route(`**/${build.conditions.file}`, (route) => route.abort());
  await stopClock(page, NOW);
  for (const others of [[notification('free', { message: 'free' })], []]) {
    backend.answer = payload({ notifications: [notification('n1', { rules: onAnyPage }), ...others] });
    const asked = page.waitForRequest(`**/${build.conditions.file}`);
    await page.goto(host.origin);
    await asked;
    await page.clock.runFor(5_000);
    await expect(card(page)).toHaveCount(others.length);
    if (others.length > 0) await expect(card(page)).toContainText('free');
  }
  expect(errors).toEqual([]);
});

test('a meter that is missing, blocked or broken causes no error on the page and changes nothing else', {
  tag: '@long',
}, async ({ page, backend, host }) => {
  backend.answer = payload();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.addInitScript("addEventListener('unhandledrejection', () => { throw new Error('unhandled') })");
  await sample(page, true);
  for (const how of ['missing', 'blocked', 'broken'] as const) {
    let isMeterAsked = false;
    backend.events.length = 0;
    await page.unrouteAll({ behavior: 'wait' });
    await page.route(`**/${build.cost.file}`, (route) => {
      isMeterAsked = true;
      if (how === 'blocked') return route.abort();
      const headers = { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' };
      if (how === 'broken') return route.fulfill({ headers, body: 'export const costOf = }' });
      backend.missing.add(`/${build.cost.file}`);
      return route.continue();
    });
    await page.goto(host.origin);
    await poll(() => isMeterAsked, how).toBe(true);
    await expect(card(page)).toBeVisible();
    await poll(() => backend.events.map(({ type }) => type), how).toEqual(['display']);
    await page.goto('about:blank');
    expect(errors, how).toEqual([]);
    expect(backend.events.map(({ type }) => type)).toEqual(['display']);
  }
});

test('a pinned build loads the meter it was built with, even after the server has moved on', { tag: '@long' }, async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload({ timing: { initialDelay: 600 } });
  // This is what /widget.js would be by now.
  await page.route('**/widget.js', (route) => route.fulfill({ body: "throw new Error('the later build')" }));
  host.pages.set('/', hostPage(tag(backend.origin).replace('widget.js', build.file)));
  await sample(page, true);
  await page.goto(host.origin);
  await loaded(page);
  await poll(() => backend.requests).toContain(METER);
  // The same module again: this import is answered after the widget's own.
  await page.evaluate((address) => import(address).then(() => {}), `${backend.origin}/${build.cost.file}`);
  await page.goto('about:blank');
  await poll(() => backend.events.map(({ type }) => type)).toEqual(['cost']);
});
