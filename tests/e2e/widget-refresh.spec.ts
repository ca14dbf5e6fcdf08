// A page that stays open: what it loaded may have stopped being true. The widget asks again when the visitor moves on in the
// page or comes back to its tab, once the payload is older than a minute; on a page that is only left open, before it shows
// the next one, once the payload is older than an hour.
import { expect, type Page } from '@playwright/test';
import { poll } from './support/base.ts';
import { notification, payload, type WidgetBackend } from './support/widget-backend.ts';
import { card, hideTab, kinds, lamp, openStopped, passUntil, test } from './support/widget-test.ts';

const SHOWN = { timing: { initialDelay: 0, displayDuration: 600, timeBetween: 1 } };
const asked = (backend: WidgetBackend) =>
  backend.requests.filter((request) => /^GET \/api\/embed/.test(request)).length;

const moveOn = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path);
const comeBack = async (page: Page) => {
  await hideTab(page, true);
  await hideTab(page, false);
};

for (const [name, act] of [
  ['moves on', (page: Page) => moveOn(page, '/lamps')],
  ['comes back', comeBack],
] as const) {
  test(`a visitor who ${name} after a minute no longer sees what was retracted`, async ({ page, backend, host }) => {
    backend.answer = payload({ ...SHOWN, notifications: [notification('n1'), lamp] });
    await openStopped(page, host.origin);
    await expect(card(page)).toContainText('bought the Oak Desk');
    backend.answer = payload({ ...SHOWN, notifications: [lamp] });
    await page.clock.runFor(59_000);
    await comeBack(page);
    await page.clock.runFor(100);
    expect(asked(backend)).toBe(1);
    await page.clock.runFor(1_000);
    await act(page);
    await poll(() => asked(backend)).toBe(2);
    await passUntil(page, () => card(page).getByText('bought a lamp').isVisible(), 'the other one');
    await expect(card(page)).toHaveCount(1);
  });
}

test('what still holds stays where it is, and is reported under the newer token', async ({ page, backend, host }) => {
  backend.answer = payload({ ...SHOWN, notifications: [notification('n1')] });
  await openStopped(page, host.origin);
  const before = await card(page).elementHandle();
  const bodies: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && bodies.push(request.postData() ?? ''));
  await page.clock.runFor(61_000);
  backend.answer = { status: 200, body: JSON.stringify({ ...JSON.parse(backend.answer.body), token: 'newer' }) };
  await comeBack(page);
  await poll(() => asked(backend)).toBe(2);
  await passUntil(page, () => kinds(backend).includes('display n1'), 'the display');
  expect(await before?.evaluate((element) => element.isConnected)).toBe(true);
  await card(page).getByRole('button', { name: 'Close' }).click();
  await page.clock.runFor(2_000);
  await poll(() => bodies.some((body) => body.includes('"token":"newer"'))).toBe(true);
});

test('a site that is gone takes its notifications along; a server that is down takes nothing', async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload({ ...SHOWN, notifications: [notification('n1')] });
  await openStopped(page, host.origin);
  await page.clock.runFor(2_000);
  await expect(card(page)).toBeVisible();
  backend.answer = { status: 503, body: '' };
  await page.clock.runFor(60_000);
  await comeBack(page);
  await poll(() => asked(backend)).toBe(2);
  await page.clock.runFor(2_000);
  await expect(card(page)).toBeVisible();
  backend.answer = { status: 404, body: '{}' };
  await page.clock.runFor(60_000);
  await comeBack(page);
  await passUntil(page, async () => (await card(page).count()) === 0, 'nothing');
});

test('a page that is left open in front asks once an hour before it shows anything again', async ({
  page,
  backend,
  host,
}) => {
  const loop = {
    timing: { initialDelay: 0, displayDuration: 20, timeBetween: 600, randomizeTiming: false },
    behavior: { queue: { order: 'newest', loop: true, perPage: 0, perVisit: 0 } as const },
  };
  backend.answer = payload({ ...loop, notifications: [notification('n1')] });
  await openStopped(page, host.origin);
  await expect(card(page)).toContainText('bought the Oak Desk');
  // Shown five more times by then, all from what was loaded.
  await page.clock.runFor(61 * 60_000 + 50_000);
  expect(asked(backend)).toBe(1);
  backend.answer = payload({ ...loop, notifications: [lamp] });
  await page.evaluate(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    window.Proofbell?.on('show', ({ id }) => shown.push(id));
  });
  await passUntil(page, () => asked(backend) === 2, 'the request');
  await passUntil(page, () => card(page).getByText('bought a lamp').isVisible(), 'what is there now');
  expect(await page.evaluate(() => (window as unknown as { shown: string[] }).shown)).toEqual(['n2']);
  await page.clock.runFor(50 * 60_000);
  expect(asked(backend)).toBe(2);
});
