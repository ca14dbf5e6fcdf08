import { expect, type Page } from '@playwright/test';
import { poll } from './support/base.ts';
import { pinChance } from './support/chance.ts';
import { NOW, payload } from './support/widget-backend.ts';
import { keepLog, loggedOn } from './support/widget-log.ts';
import { card, hideTab, kinds, loaded, passUntil, stopClock, test } from './support/widget-test.ts';

test('waiting interactions are sent once when the visitor goes to another site, closes the tab, or turns to another', async ({
  context,
  backend,
  host,
}) => {
  backend.answer = payload({ timing: { initialDelay: 30 } });
  for (const [how, leave] of [
    ['goes to another site', (page: Page) => page.goto('about:blank')],
    ['closes the tab', (page: Page) => page.close({ runBeforeUnload: true })],
    ['turns to another tab', (page: Page) => hideTab(page, true)],
  ] as const) {
    await test.step(how, async () => {
      const page = await context.newPage();
      await pinChance(page);
      await keepLog(page);
      await stopClock(page, NOW);
      await page.goto(host.origin);
      await page.evaluate(() => localStorage.clear());
      await page.reload();
      backend.events.length = 0;
      backend.requests.length = 0;
      await loaded(page);
      const isLogged = (name: string) => async () => (await loggedOn(page)).some(({ event }) => event === name);
      await page.clock.runFor(29_900);
      await passUntil(page, isLogged('show'), 'shown');
      await passUntil(page, isLogged('display'), 'displayed');
      await card(page).getByRole('button', { name: 'Close' }).dispatchEvent('click');
      await expect(card(page)).toHaveCount(0);
      // The clock is stopped, so no batch is sent by its timer.
      expect(kinds(backend)).toEqual([]);
      await leave(page);
      await poll(() => kinds(backend)).toEqual(['display n1', 'dismiss n1']);
      expect(backend.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
      await page.close();
    });
  }
});

test('an interaction that is refused, or not answered at all, is not sent again', { tag: '@long' }, async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload();
  await page.clock.install({ time: NOW });
  let sent = 0;
  let status: number | null = null;
  await page.route('**/events', (route) => {
    sent += 1;
    const headers = { 'access-control-allow-origin': '*', 'retry-after': '1' };
    return status === null ? route.abort() : route.fulfill({ status, headers, body: '{"code":"busy"}' });
  });
  for (status of [503, 403, null]) {
    sent = 0;
    await page.goto(host.origin);
    await expect(card(page)).toBeVisible();
    await page.clock.runFor(2_500);
    await poll(() => sent, `${status}`).toBe(1);
    await page.clock.runFor('01:00');
    await hideTab(page, true);
    await page.goto('about:blank');
    expect(sent, `${status}`).toBe(1);
  }
});
