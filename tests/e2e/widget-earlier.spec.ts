// Scripts of earlier builds stay on customers' pages, pinned or in a cache, for years. Each of those in tests/fixtures/widgets
// runs here against the server as it is: it asks for its own form of the payload, looks as today's, and what visitors do is
// counted.
import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { expect, type Locator, type Page } from '@playwright/test';
import { MINUTE } from '#shared/time.ts';
import { poll } from './support/base.ts';
import { withoutCostReports } from './support/chance.ts';
import { test } from './support/inspector-test.ts';
import type { OwnerApi } from './support/owner-api.ts';
import { type HostSite, hostPage } from './support/widget-host.ts';
import { atRest, card, stopClock } from './support/widget-test.ts';

const FOLDER = 'tests/fixtures/widgets';
/** Each `npm run build` that was on customers' pages, the oldest first; their names begin with the day. */
const BUILDS = readdirSync(FOLDER).sort();
const NEWEST_OF_FULL_FORM = BUILDS.findLast((name) => !sourceOf(name).includes('?v=2')) ?? '';

function sourceOf(name: string): string {
  return brotliDecompressSync(readFileSync(`${FOLDER}/${name}`)).toString();
}

test.use({ trace: 'off' });

/** Every look of a notification that owners can set, in the words of all builds. */
const lookOf = (notification: Locator) =>
  notification.evaluate((element) => {
    const { right, bottom } = element.getBoundingClientRect();
    const of = (part: Element | null, pseudo: string | null, ...names: string[]) => {
      const style = part && getComputedStyle(part, pseudo);
      return names.map((name) => `${name}: ${style?.getPropertyValue(name)}`);
    };
    const find = (name: string) => element.querySelector(name);
    return {
      corner: [innerWidth - right, innerHeight - bottom].map(Math.round),
      region: of(element.parentElement, null, 'position', 'z-index', 'font-size', 'font-weight', 'color'),
      notice: of(
        element,
        null,
        ...['background-color', 'border-top-width', 'border-top-color', 'border-radius', 'box-shadow', 'padding-top'],
        ...['font-family', 'opacity', 'transform', 'display'],
      ),
      title: of(find('.title'), null, 'font-weight', 'text-transform', 'color'),
      media: of(find('.media'), null, 'min-width', 'border-radius', 'color'),
      glyph: of(find('.media'), '::before', 'clip-path', 'border-top-width'),
      close: of(find('.close'), null, 'font-size', 'opacity', 'border-radius'),
      link: of(find('.link'), null, 'text-decoration-line', 'color'),
      text: [find('.title')?.textContent, find('.message')?.textContent],
    };
  });

type Counts = { displays: number; clicks: number; dismissals: number };
const countsOf = async (page: Page, siteId: string): Promise<Counts> => {
  const { stats } = await (await page.request.get(`/api/sites/${siteId}/stats?range=24h`)).json();
  const { displays, clicks, dismissals } = stats.totals;
  return { displays, clicks, dismissals };
};

/** A site whose look and conduct differ from the defaults, with an order, and notifications with and without conditions. */
async function setUp(api: OwnerApi): Promise<void> {
  const desktop = { match: 'all', conditions: [{ type: 'device', operator: 'is', value: ['desktop'] }] };
  const mobile = { match: 'all', conditions: [{ type: 'device', operator: 'is', value: ['mobile'] }] };
  await api.saveSettings({
    appearance: {
      brandColors: { textColor: '#112233', backgroundColor: '#fffbe6', borderColor: '#ddccaa' },
      typography: { fontSize: '15px', headingStyle: 'Uppercase' },
      animations: { enabled: false },
      layout: { borderRadius: 3, padding: '12px', shadowIntensity: 3, borderThickness: 2 },
      customCSS: '.title { letter-spacing: 1px; }',
    },
    behavior: {
      position: 'top-right',
      timing: { initialDelay: 1, displayDuration: 60, timeBetween: 1, randomizeTiming: false },
      visibility: { zIndex: 77 },
      queue: { order: 'custom' },
    },
  });
  await api.addNotification({
    type: 'purchase',
    title: 'Ben',
    message: 'bought a lamp',
    url: '/bought',
    rules: desktop,
  });
  await api.addNotification({ type: 'purchase', title: 'Nobody', message: 'sees this', rules: mobile });
  await api.addEvents({
    id: '1001',
    kind: 'purchase',
    occurredAt: new Date(Date.now() - 10 * MINUTE).toISOString(),
    actor: { firstName: 'Zoë' },
    subject: { name: 'Oak Desk' },
  });
  await poll(async () => (await api.sent()).length, 'the order').toBe(3);
}

/**
 * Opens the shop as a new visitor's, with that script, closes the order, and follows the lamp.
 * @param script undefined for today's. @returns how both looked.
 */
async function visit(page: Page, shop: string, api: OwnerApi, before: Counts, script?: string) {
  await page.unrouteAll({ behavior: 'wait' });
  if (script !== undefined) {
    const headers = { 'access-control-allow-origin': '*' };
    await page.route('**/widget.js', (route) =>
      route.fulfill({ headers, contentType: 'text/javascript', body: script }),
    );
  }
  await page.goto(`${shop}/bought`);
  await page.evaluate(() => localStorage.clear());
  const asked: string[] = [];
  const note = (request: { url(): string }) => asked.push(new URL(request.url()).search);
  const isPayload = new RegExp(`/api/embed/${api.siteId}(\\?|$)`);
  page.on('request', (request) => isPayload.test(request.url()) && note(request));
  await page.goto(shop);
  const looks: Awaited<ReturnType<typeof lookOf>>[] = [];
  /** Lets time pass until the server has counted so much more than before. */
  const counted = (more: Counts) =>
    poll(
      async () => {
        await page.clock.runFor(1_000);
        return countsOf(page, api.siteId);
      },
      { intervals: [50], message: 'counted' },
    ).toEqual({
      displays: before.displays + more.displays,
      clicks: before.clicks + more.clicks,
      dismissals: before.dismissals + more.dismissals,
    });
  const shown = async (text: string, more: Counts) => {
    await poll(async () => {
      await page.clock.runFor(200);
      return card(page)
        .textContent({ timeout: 50 })
        .catch(() => '');
    }, text).toContain(text);
    // Away from what looks different under it.
    await page.mouse.move(0, 0);
    await atRest(page);
    looks.push(await lookOf(card(page)));
    await counted(more);
  };
  await shown('Zoë', { displays: 1, clicks: 0, dismissals: 0 });
  await card(page).getByRole('button', { name: 'Close' }).click();
  await counted({ displays: 1, clicks: 0, dismissals: 1 });
  await shown('bought a lamp', { displays: 2, clicks: 0, dismissals: 1 });
  await card(page).getByRole('link').click();
  await page.waitForURL('**/bought');
  await counted({ displays: 2, clicks: 1, dismissals: 1 });
  return { looks, asked: asked[0] };
}

async function expectGood(page: Page, host: HostSite, api: OwnerApi, builds: readonly string[]): Promise<void> {
  const shop = host.origin;
  host.pages.set('/bought', hostPage(''));
  await setUp(api);
  await withoutCostReports(page);
  await stopClock(page);
  const counts = () => countsOf(page, api.siteId);
  const today = await visit(page, shop, api, await counts());
  expect(today.asked).toBe('?v=2&l=en');
  for (const build of builds) {
    await test.step(build, async () => {
      const script = sourceOf(build);
      const { looks, asked } = await visit(page, shop, api, await counts(), script);
      expect(looks, build).toEqual(today.looks);
      expect(asked, build).toMatch(script.includes('?v=2') ? /^\?v=2&l=(en)?$/ : /^$/);
    });
  }
}

test('the newest script of the full form shows and counts what today’s does', { tag: '@short' }, async ({
  page,
  api,
  host,
}) => {
  await expectGood(page, host, api, [NEWEST_OF_FULL_FORM]);
});

test('every earlier script shows and counts what today’s does', { tag: '@long' }, async ({ page, api, host }) => {
  await expectGood(page, host, api, BUILDS);
});
