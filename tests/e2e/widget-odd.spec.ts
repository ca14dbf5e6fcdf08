// What an embed tag meets now and then: a place added late, a second site's tag, an impatient visitor, a page left open.
import { expect } from '@playwright/test';
import { notice, payload } from './support/widget-backend.ts';
import { hostPage, LAX, tag } from './support/widget-host.ts';
import { card, kinds, loaded, test } from './support/widget-test.ts';

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
