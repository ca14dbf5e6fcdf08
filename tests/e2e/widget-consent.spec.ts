// The built widget waiting for consent, and the widget explaining itself on the console: what it requests, stores and
// says in each case, and what it does not.
import { expect, type Page } from '@playwright/test';
import { hold } from './support/answer.ts';
import { poll } from './support/base.ts';
import { codeOf } from './support/guide-code.ts';
import { NOW, notification, payload, type WidgetBackend } from './support/widget-backend.ts';
import { type HostSite, hostPage, LAX, tag } from './support/widget-host.ts';
import { card, kinds, lamp, loaded, stopClock, test } from './support/widget-test.ts';

/** @returns the page's requests so far as `METHOD path`, without those for the page itself. */
function watchRequests(page: Page, host: HostSite): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin !== host.origin) asked.push(`${request.method()} ${pathname}`);
  });
  return asked;
}

/** @returns the lines on the console so far. */
function watchConsole(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (line) => lines.push(line.text()));
  return lines;
}

/** Records every access to the visitor's storage. */
const watchStorage = (page: Page) =>
  page.addInitScript(() => {
    const touched: string[] = [];
    Object.assign(window, { touched });
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
      const { get } = Object.getOwnPropertyDescriptor(window, name) ?? {};
      if (!get) throw new Error(`${name} cannot be watched`);
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          touched.push(name);
          return get.call(window);
        },
      });
    }
    const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') ?? {};
    Object.defineProperty(document, 'cookie', {
      get() {
        touched.push('cookie');
        return get?.call(document);
      },
      set(value) {
        touched.push('cookie');
        set?.call(document, value);
      },
    });
  });
const touchedOn = (page: Page) => page.evaluate(() => (window as unknown as { touched: string[] }).touched);
const keysOn = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());
const consent = (page: Page, yes: boolean) => page.evaluate((value) => window.Proofbell?.consent(value), yes);

const open = async (page: Page, backend: WidgetBackend, host: HostSite, attributes: string): Promise<void> => {
  host.pages.set('/', hostPage(tag(backend.origin).replace('async', `async ${attributes}`)));
  await page.goto(host.origin);
  await poll(() => page.evaluate(() => typeof window.Proofbell)).toBe('object');
};
const HELD = 'data-consent="required"';

test('before consent only the script is requested, and nothing is read or stored, also when it says why', async ({
  page,
  backend,
  host,
}) => {
  const asked = watchRequests(page, host);
  await watchStorage(page);
  backend.answer = payload();
  await page.clock.install({ time: NOW });
  await open(page, backend, host, HELD);
  await page.clock.runFor('10:00');
  await page.evaluate(() => {
    window.Proofbell?.show('n1');
    window.Proofbell?.set('plan', 'vip');
    history.pushState(null, '', '/?next');
    dispatchEvent(new PageTransitionEvent('pagehide'));
  });
  await page.clock.runFor('10:00');
  await expect(page.locator('proofbell-widget')).toHaveCount(0);
  expect(asked).toEqual(['GET /widget.js']);
  expect(await touchedOn(page)).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);

  asked.length = 0;
  const lines = watchConsole(page);
  await open(page, backend, host, `${HELD} data-debug`);
  await poll(() => lines.join('\n')).toMatch(/Proofbell: .*consent/);
  expect(asked).toEqual(['GET /widget.js', 'GET /widget-inspector.js']);
  expect(await touchedOn(page)).toEqual([]);
});

test('with consent the notification is shown and counted, only localStorage is used, and the console is silent', async ({
  page,
  backend,
  host,
}) => {
  const asked = watchRequests(page, host);
  const lines = watchConsole(page);
  await watchStorage(page);
  backend.answer = payload();
  await open(page, backend, host, HELD);
  await consent(page, true);
  await expect(card(page)).toBeVisible();
  await poll(() => kinds(backend)).toEqual(['display n1']);
  // The backend can know of a request before Playwright reports it.
  await poll(() => asked).toEqual(['GET /widget.js', 'GET /api/embed/site-1', 'POST /api/embed/site-1/events']);
  expect([...new Set(await touchedOn(page))]).toEqual(['localStorage']);
  // The payload is kept once the page is idle.
  await poll(() => keysOn(page)).toEqual(['proofbell:site-1:payload', 'proofbell:site-1:visitor']);
  expect(await page.context().cookies()).toEqual([]);
  expect(lines).toEqual([]);
});

test('withdrawing consent removes the notification and what was stored, and sends nothing that was waiting', async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload({ notifications: [notification('n1'), lamp], interaction: { dismissPeriod: 'forever' } });
  await page.addInitScript(() => localStorage.setItem('of-the-shop', '1'));
  await stopClock(page, NOW);
  await open(page, backend, host, HELD);
  await consent(page, true);
  await loaded(page);
  await page.clock.runFor(100);
  await expect(card(page)).toContainText('bought the Oak Desk');
  // In one step, before the batch of the closing is sent.
  await card(page)
    .getByRole('button', { name: 'Close' })
    .evaluate((button: HTMLElement) => {
      button.click();
      window.Proofbell?.consent(false);
    });
  await expect(page.locator('proofbell-widget')).toHaveCount(0);
  expect(await keysOn(page)).toEqual(['of-the-shop']);
  await page.evaluate(() => history.pushState(null, '', '/next'));
  await page.clock.runFor('10:00');
  expect(backend.events).toEqual([]);
  expect(await keysOn(page)).toEqual(['of-the-shop']);
  // When consent is given again, nothing is remembered, not even the permanent closing.
  await consent(page, true);
  await loaded(page);
  await page.clock.runFor(100);
  await expect(card(page)).toContainText('bought the Oak Desk');
  expect(backend.requests.filter((request) => request.startsWith('GET /api'))).toHaveLength(2);
});

test('the guide’s sample for a consent banner holds an answer until the snippet is there, whoever adds it', async ({
  page,
  backend,
  host,
}) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const banner = codeOf('consent-and-csp', backend.origin, 'site-1').find((code) => code.includes('onConsent'));
  const answer = (agreed: boolean) => page.evaluate(`onConsent(${agreed})`);
  const asked = watchRequests(page, host);
  backend.answer = payload();
  host.pages.set(LAX, hostPage(`<script>${banner}</script>`));

  // Answered before any tag is in the page: a tag manager adds it later.
  await page.goto(host.origin + LAX);
  await answer(true);
  await page.evaluate((origin) => {
    const script = document.createElement('script');
    script.src = `${origin}/widget.js`;
    script.dataset.siteId = 'site-1';
    script.dataset.consent = 'required';
    document.body.append(script);
  }, backend.origin);
  await loaded(page);
  expect(asked).toContain('GET /api/embed/site-1');

  // Answered while the tag is there and its script is still on its way, and taken back.
  const letGo = await hold(page, '**/widget.js');
  host.pages.set(LAX, hostPage(`<script>${banner}</script>${tag(backend.origin).replace('async', `async ${HELD}`)}`));
  await page.goto(host.origin + LAX, { waitUntil: 'commit' });
  await page.waitForFunction('typeof onConsent === "function"');
  await answer(true);
  letGo();
  await loaded(page);
  await answer(false);
  await expect(page.locator('proofbell-widget')).toHaveCount(0);
  expect(errors).toEqual([]);
});
