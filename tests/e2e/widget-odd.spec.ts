// Pages an embed tag meets now and then: old markup, frames without rights, tags placed early, late or twice, a payload
// of a later version, an impatient visitor.
import { expect } from '@playwright/test';
import { notice, payload } from './support/widget-backend.ts';
import { hostPage, LAX, tag } from './support/widget-host.ts';
import { card, kinds, loaded, test } from './support/widget-test.ts';

test('a page in quirks mode, with its tag in the head, shows the notice', async ({ page, backend, host }) => {
  backend.answer = payload();
  host.pages.set('/', `<head>${tag(backend.origin).replace(' async', '')}</head><p>Old<p>page`);
  await page.goto(host.origin);
  expect(await page.evaluate(() => document.compatMode)).toBe('BackCompat');
  await expect(card(page)).toBeInViewport({ ratio: 1 });
  await expect.poll(() => kinds(backend)).toEqual(['display n1']);
});

test('a frame without rights of its own shows the notice and throws nothing', async ({ page, backend, host }) => {
  backend.answer = payload();
  const inner = hostPage(tag(backend.origin)).replaceAll('"', '&quot;');
  host.pages.set('/', hostPage(`<iframe sandbox="allow-scripts" height="400" srcdoc="${inner}"></iframe>`));
  await page.goto(host.origin);
  await page.locator('iframe').scrollIntoViewIfNeeded();
  await expect(page.frameLocator('iframe').locator('proofbell-widget .notice')).toBeVisible();
  await expect.poll(() => kinds(backend)).toEqual(['display n1']);
});

test('a tag added long after the page was loaded works, and a second site’s tag changes nothing', async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload();
  host.pages.set(LAX, hostPage(''));
  await page.goto(host.origin + LAX, { waitUntil: 'load' });
  for (const siteId of ['site-1', 'site-2']) {
    await page.evaluate(
      ([src = '', id = '']) =>
        new Promise<void>((resolve) => {
          const script = Object.assign(document.createElement('script'), { src, onload: () => resolve() });
          script.dataset.siteId = id;
          document.head.append(script);
        }),
      [`${backend.origin}/widget.js`, siteId],
    );
    await loaded(page);
  }
  await expect(card(page)).toHaveCount(1);
  await expect.poll(() => kinds(backend)).toEqual(['display n1']);
  expect(backend.requests.filter((request) => request.includes('site-2'))).toEqual([]);
});

test('a payload of a later version is left alone', async ({ page, backend, host }) => {
  const { status, body } = payload();
  backend.answer = { status, body: body.replace('"v":1', '"v":2') };
  const answered = page.waitForResponse((answer) => answer.url().includes('/api/embed/'));
  await page.goto(host.origin);
  await answered;
  await page.waitForTimeout(300);
  await expect(page.locator('proofbell-widget')).toHaveCount(0);
});

test('two clicks on one showing are one click', async ({ page, backend, host }) => {
  backend.answer = payload({ notifications: [notice('n1', { url: '/next' })] });
  host.pages.set('/', hostPage(tag(backend.origin)));
  await page.goto(host.origin);
  await loaded(page);
  // A page that routes by itself keeps the notice on the screen.
  await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()));
  await card(page).getByRole('link').dblclick();
  await expect.poll(() => kinds(backend)).toContain('click n1');
  await expect.poll(() => kinds(backend)).toContain('display n1');
  expect(kinds(backend).filter((kind) => kind === 'click n1')).toHaveLength(1);
});

test('a notice whose start comes while the page is open waits for it, and an ended one does not come', async ({
  page,
  backend,
  host,
}) => {
  await page.clock.install({ time: '2026-05-01T12:00:00Z' });
  backend.answer = payload({
    notifications: [
      notice('soon', { startsAt: '2026-05-01T12:05:00Z', message: 'starts at five past' }),
      notice('over', { endsAt: '2026-05-01T12:00:00Z', message: 'ended at twelve' }),
    ],
  });
  await page.goto(host.origin);
  await loaded(page);
  await page.clock.runFor('04:00');
  await expect(card(page)).toHaveCount(0);
  await page.clock.runFor('01:30');
  await expect(card(page)).toContainText('starts at five past');
  await page.clock.runFor('30:00');
  await expect(page.getByText('ended at twelve')).toHaveCount(0);
});
