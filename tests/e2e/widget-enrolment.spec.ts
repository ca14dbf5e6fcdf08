// Who is held out while it is measured what notifications change: two tabs of a browser never disagree, and what is held out
// leaves nothing on the page.
import { expect, type Page } from '@playwright/test';
import type { EmbedEpoch, EnrolmentReport } from '#shared/embed/payload.ts';
import { poll } from './support/base.ts';
import { notification, payload, type WidgetBackend } from './support/widget-backend.ts';
import { hostPage, LAX, tag } from './support/widget-host.ts';
import { card, passUntil, stopClock, test } from './support/widget-test.ts';

const measured = (epoch: EmbedEpoch, parts: Parameters<typeof payload>[0] = {}) => {
  const answer = payload(parts);
  return { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), epoch }) };
};
const enrolments = ({ events }: WidgetBackend) =>
  events.filter((event): event is EnrolmentReport => event.type === 'enrol');

/** How many pairs of tabs there are at a time, each with the snippet of another site, in frames; and how often. */
const [PAIRS, ROUNDS] = [25, 20] as const;
/** The first letters of epochs' ids. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

const idOf = (number: number) =>
  `epoch${[676, 26, 1].map((place) => LETTERS[Math.floor(number / place) % LETTERS.length]).join('')}`;
const armsOf = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('iframe'), ({ contentWindow }) => contentWindow?.Proofbell?.arm() ?? ''),
  );

for (const hasLocks of [true, false]) {
  test(`of ${PAIRS * ROUNDS} browsers that open two tabs at once none has two arms, ${hasLocks ? 'with' : 'without'} locks`, {
    tag: '@long',
  }, async ({ page, context, backend, host, issues: _ }) => {
    test.setTimeout(300_000);
    if (!hasLocks) {
      await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }));
    }
    const pages = [page, await context.newPage()] as const;
    const arms: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const sites = Array.from({ length: PAIRS }, (_, at) => round * PAIRS + at);
      for (const site of sites) {
        backend.answers.set(`s${site}`, measured({ id: idOf(site), share: 50 }));
        host.pages.set(`/s${site}`, hostPage(tag(backend.origin, `s${site}`)));
      }
      host.pages.set(LAX, sites.map((site) => `<iframe src="/s${site}"></iframe>`).join(''));
      await Promise.all(pages.map((one) => one.goto(`${host.origin}${LAX}`)));
      await Promise.all(pages.map((one) => poll(async () => (await armsOf(one)).includes('')).toBe(false)));
      const [first, second] = await Promise.all(pages.map(armsOf));
      expect(second).toEqual(first);
      arms.push(...(first ?? []));
    }
    // What they said is what they have; with locks each said it once.
    const told = enrolments(backend).map(({ epoch, arm }) => `pb-${epoch}-${arm}`);
    expect(new Set(told)).toEqual(new Set(arms));
    expect(new Set(arms).size).toBe(PAIRS * ROUNDS);
    if (hasLocks) expect(told).toHaveLength(arms.length);
    // Five standard deviations.
    const held = arms.filter((arm) => arm.endsWith('-0')).length;
    expect(Math.abs(held - arms.length / 2)).toBeLessThan(2.5 * Math.sqrt(arms.length));
  });
}

test('a browser that is held out has nothing on its page, and loads no picture; its goals count, also by a click', async ({
  page,
  backend,
  host,
}) => {
  await stopClock(page);
  backend.answer = measured(
    { id: 'epochaaa', share: 100, goals: { buy: 0 } },
    { notifications: [notification('n1', { image: `${backend.origin}/photo.png` })] },
  );
  const button = '<button data-proofbell-goal="buy"><span>Buy</span></button>';
  host.pages.set('/', hostPage(`${button}${tag(backend.origin)}`));
  await page.goto(host.origin);
  await passUntil(page, () => enrolments(backend).length > 0, 'enrolled');
  await passUntil(page, () => page.evaluate(() => window.Proofbell?.arm() !== ''), 'named');
  await page.clock.runFor(5_000);
  await expect(card(page)).toHaveCount(0);
  await page.getByText('Buy').click();
  await poll(() => backend.events).toEqual([
    { type: 'enrol', epoch: 'epochaaa', arm: 0 },
    { type: 'goal', epoch: 'epochaaa', arm: 0, goal: 'buy' },
  ]);
  expect(backend.requests).not.toContain('GET /photo.png');
  await page.evaluate(() => window.Proofbell?.object());
  await page.reload();
  await passUntil(page, () => card(page).isVisible(), 'shown');
});
