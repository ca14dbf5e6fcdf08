// What the widget finds in the visitor's storage: a payload or a memory left there by an older version, by a later one,
// or by something else. The page works, and the kept payload shows properly or not at all.
import { HOUR } from '#shared/time.ts';
import { expectProper, expectSilent, payloadAnswered } from './support/hostile-outcome.ts';
import { expectShopWorks, expectUntouched, shopPage, shopScript } from './support/hostile-shop.ts';
import { payload } from './support/widget-backend.ts';
import { test } from './support/widget-test.ts';

type Parsed = ReturnType<typeof JSON.parse>;

const good = payload().body;
/** @returns a stored payload: when it was fetched, a space, the answer as it came. */
const kept = (change: (value: Parsed) => unknown = () => {}, hours = 1): string => {
  const value = JSON.parse(good);
  change(value);
  return `${Date.now() - hours * HOUR} ${JSON.stringify(value)}`;
};

test.use({ trace: 'off' });

const SHOWS: Record<string, () => string> = {
  'as it was written an hour ago': () => kept(),
  'without the rules and the site, which came later': () =>
    kept((value) => {
      delete value.widget.rules;
      delete value.site;
    }),
  'without the custom style sheet': () => kept(({ widget }) => delete widget.appearance.customCSS),
  'with keys of a later time': () =>
    kept((value) => Object.assign(value.widget.behavior, { sound: 'bell', consent: [] })),
  'with a notification of an unknown type': () => kept(({ notifications }) => (notifications[0].type = 'subscription')),
};
const SILENT: Record<string, () => string> = {
  'a day old': () => kept(() => {}, 24),
  'from tomorrow': () => kept(() => {}, -24),
  'of version 0': () => kept((value) => (value.v = 0)),
  'of version 2': () => kept((value) => (value.v = 2)),
  'with its end cut off': () => kept().slice(0, -9),
  'without its time': () => good,
  'that is HTML': () => `${Date.now()} <!doctype html>`,
  'that is one number': () => '17',
  'that is empty': () => '',
};
/** From a version that did not have the key yet: the widget may do either. */
const EITHER = Object.fromEntries(
  ['queue', 'timing', 'visibility', 'interaction', 'position', 'mobilePosition'].map((key) => [
    `without its ${key}`,
    () => kept(({ widget }) => delete widget.behavior[key]),
  ]),
);
const GROUPS = { shows: SHOWS, 'is silent': SILENT, 'shows or is silent': EITHER };
for (const [outcome, cases] of Object.entries(GROUPS)) {
  test(`with the backend down, a kept payload ${outcome}: ${Object.keys(cases).join('; ')}`, async ({
    page,
    backend,
    host,
  }) => {
    backend.answer = null;
    host.pages.set('/', shopPage(backend.origin));
    host.pages.set('/start', shopPage(backend.origin, { end: '' }));
    host.pages.set('/shop.js', shopScript());
    await page.clock.install();
    await page.goto(`${host.origin}/start`);
    for (const [name, text] of Object.entries(cases)) {
      await test.step(name, async () => {
        await page.evaluate((value) => {
          localStorage.clear();
          localStorage.setItem('proofbell:site-1:payload', value);
        }, text());
        const answered = payloadAnswered(page);
        await page.goto(host.origin);
        await answered;
        if (outcome === 'shows or is silent') await page.clock.runFor(1_000);
        const isShown = async () => (await page.locator('proofbell-widget .notice').count()) > 0;
        if (outcome === 'shows' || (outcome !== 'is silent' && (await isShown()))) await expectProper(page, page);
        else await expectSilent(page);
        await expectUntouched(page);
      });
    }
    await expectShopWorks(page);
  });
}

const now = Date.now();
const MEMORIES = {
  'an older memory without counts': '{"closed":{}}',
  'a memory of another shape': `{"closed":[],"at":${now},"count":"y","seen":[]}`,
  'a memory of nothings': `{"closed":null,"at":${now},"count":null,"seen":null}`,
  'a memory of numbers as texts': `{"closed":{"n1":"0"},"at":"${now}","count":"2","seen":{"n1":"1"}}`,
  'a memory that is a list': '[[],{}]',
  'a memory cut off': '{"closed":{"n1":',
};
test(`a good payload shows despite  ${Object.keys(MEMORIES).join('; ')}`, async ({ page, backend, host }) => {
  backend.answer = payload();
  host.pages.set('/', shopPage(backend.origin));
  host.pages.set('/start', shopPage(backend.origin, { end: '' }));
  host.pages.set('/shop.js', shopScript());
  await page.goto(`${host.origin}/start`);
  for (const [name, text] of Object.entries(MEMORIES)) {
    await test.step(name, async () => {
      await page.evaluate((value) => localStorage.setItem('proofbell:site-1:visitor', value), text);
      await page.goto(host.origin);
      await expectProper(page, page);
      await expectUntouched(page);
    });
  }
  await expectShopWorks(page);
});
