// The push page, a demonstration without any call (spec 2, 3, 5): its numbers, its two forms, and that it asks nothing of
// the server. Beside it the two placeholder pages and the plan.
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectPhone, overflowOf } from './support/axe.ts';
import { poll, pressWhenIdle, settled } from './support/base.ts';
import { newOwner, test, toast } from './support/owner.ts';
import { ownerAt } from './support/owner-api.ts';

const PUSH = '/oak-and-iron/push';

async function openPush(page: Page): Promise<void> {
  await ownerAt(page, PUSH);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Push notifications');
}

/** A field of the open tab: the forms of the others stay mounted. */
const field = (page: Page, name: string) =>
  page.getByLabel(new RegExp(`^${name}( \\(optional\\))?$`)).filter({ visible: true });

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name });

/** What the app asks by itself: how far the set-up is, and, where the test's clock has cut that off, whether the server is there. */
const OWN = ['/api/trpc/sites.setup', '/api/health'];

/**
 * Notes what the page asks of the server. The app's own scripts, loaded when they are needed, aren't asked for by the
 * form, nor is what the shell asks while the site's set-up is unfinished.
 */
function watch(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/assets/') && !OWN.includes(pathname))
      requests.push(`${request.method()} ${request.url()}`);
  });
  return requests;
}

/** Presses a button that pretends to work for `ms`, and expects its message then and not before. */
async function expectBusy(page: Page, [before, during, message]: [string, string, string], ms: number): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await button(page, before).click();
  await expect(button(page, during)).toBeVisible();
  await page.clock.runFor(ms - 1);
  await expect(button(page, during)).toBeVisible();
  await expect(toast(page).filter({ hasText: message })).toHaveCount(0);
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(toast(page).filter({ hasText: message })).toBeVisible();
}

test('the push page shows its fixed numbers, needs a title and a message to send, and sends nothing [spec 2.push.1 2.push.2 2.push.4 5.push.1]', async ({
  page,
}) => {
  await openPush(page);
  const main = page.getByRole('main');
  await test.step('its numbers', async () => {
    await expect(main).toContainText('This page is a demonstration');
    await expect(main).toContainText('nothing is sent');
    await expect(page.getByRole('tablist').first().getByRole('tab')).toHaveText(['Stats', 'Send', 'Opt-In Prompt']);
    const cells = main.locator('dl > div');
    await expect(cells).toHaveText(['Total Subscribers124', 'Delivery Rate97%', 'Open Rate42%']);
    const days = main.getByRole('list', { name: 'Weekly activity' }).getByRole('listitem');
    await expect(days).toHaveText([/Mon.*10/, /Tue.*25/, /Wed.*15/, /Thu.*30/, /Fri.*22/, /Sat.*18/, /Sun.*35/]);
    const shares = await main.locator('[data-bar]').evaluateAll((bars) =>
      bars.map((bar) => {
        const room = bar.parentElement?.getBoundingClientRect().height ?? 0;
        return Math.round((bar.getBoundingClientRect().height / room) * 40);
      }),
    );
    expect(shares).toEqual([10, 25, 15, 30, 22, 18, 35]);
    await expect(page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: /push/i })).toHaveCount(0);
  });
  await test.step('sending', async () => {
    await settled(page);
    const requests = watch(page);
    await tab(page, 'Send').click();
    await button(page, 'Send Notification').click();
    await expect(field(page, 'Title')).toHaveAccessibleDescription('Enter a title');
    await expect(field(page, 'Message')).toHaveAccessibleDescription('Enter a message');
    await expect(field(page, 'Title')).toBeFocused();
    await field(page, 'Title').fill('Back in stock');
    await field(page, 'Message').fill('The Oak Desk is here again.');
    await expectBusy(page, ['Send Notification', 'Sending...', 'Notification sent'], 1_500);
    await expect(field(page, 'Title')).toHaveValue('');
    expect(requests).toEqual([]);
  });
});

test('a push draft, with schedule, audience and an image, stays while the owner is elsewhere, and its addresses are not checked [spec 2.push.3 3.push.1 5.push.1 9.22]', {
  tag: '@long',
}, async ({ page }) => {
  await openPush(page);
  const schedule = page.getByRole('radiogroup', { name: 'Schedule' });
  await test.step('the draft', async () => {
    await settled(page);
    const requests = watch(page);
    await tab(page, 'Send').click();
    await expect(page).toHaveURL(/\?tab=send$/);
    await expect(schedule.getByRole('radio', { name: 'Now' })).toBeChecked();
    await expect(field(page, 'Audience')).toHaveText('All subscribers');
    await expect(field(page, 'Image URL')).toHaveCount(0);
    await expect(page.getByRole('switch', { name: 'Include image' })).not.toBeChecked();
    await field(page, 'Audience').click();
    await expect(page.getByRole('option')).toHaveText([
      'All subscribers',
      'Active within 30 days',
      'Inactive subscribers',
    ]);
    await page.getByRole('option', { name: 'Active within 30 days' }).click();
    await schedule.getByRole('radio', { name: 'Later' }).click();
    await field(page, 'Title').fill('Half a thought');
    await page.getByRole('switch', { name: 'Include image' }).click();
    await field(page, 'Image URL').fill('/desk.webp');
    await button(page, 'Save as Draft').click();
    await expect(toast(page)).toContainText('Draft saved');
    expect(requests).toEqual([]);
    await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
    await expect(page).toHaveURL(/dashboard$/);
    await page.goBack();
    await expect(field(page, 'Title')).toHaveValue('Half a thought');
    await expect(schedule.getByRole('radio', { name: 'Later' })).toBeChecked();
    await expect(field(page, 'Audience')).toHaveText('Active within 30 days');
    await expect(field(page, 'Image URL')).toHaveValue('/desk.webp');
  });
  await test.step('no address is checked, and nothing is asked of the server', async () => {
    await settled(page);
    const requests = watch(page);
    await field(page, 'Title').fill('  ');
    await button(page, 'Send Notification').click();
    await expect(field(page, 'Title')).toHaveAccessibleDescription('Enter a title');
    await expectPhone(page, 320);
    await field(page, 'Title').fill('Back in stock');
    await field(page, 'Message').fill('The Oak Desk is here again.');
    await field(page, 'URL').fill('not a url');
    await field(page, 'Image URL').fill('javascript:nothing');
    await expectBusy(page, ['Send Notification', 'Sending...', 'Notification sent'], 1_500);
    await expect(field(page, 'Title')).toHaveValue('');
    expect(requests).toEqual([]);
  });
});

test('the opt-in prompt has default texts, needs a delay of at least 0, and saves in a second, without any call [spec 2.push.5 2.push.6]', {
  tag: '@short',
}, async ({ page }) => {
  await openPush(page);
  await settled(page);
  const requests = watch(page);
  await tab(page, 'Opt-In Prompt').click();
  await expect(field(page, 'Title')).toHaveValue('Stay Updated');
  await expect(field(page, 'Accept button text')).toHaveValue('Allow');
  await tab(page, 'Behavior').click();
  const delay = field(page, 'Delay in seconds');
  await expect(delay).toHaveValue('0');
  await delay.fill('-1');
  await button(page, 'Save Settings').click();
  await expect(delay).toHaveAccessibleDescription("A delay can't be negative");
  await delay.fill('2.5');
  await expectBusy(page, ['Save Settings', 'Saving...', 'Settings saved'], 1_000);
  expect(requests).toEqual([]);
});

test('the opt-in prompt has its defaults, needs its texts, keeps what is typed in each sub-tab, and leads to the first mistake [spec 2.push.1 2.push.5 2.push.6 2.push.7 3.push.2 5.push.2 9.23]', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await openPush(page);
  await settled(page);
  const requests = watch(page);
  const texts = ['Title', 'Message', 'Accept button text', 'Decline button text'];
  await test.step('its defaults, and an address for each sub-tab', async () => {
    await tab(page, 'Opt-In Prompt').click();
    await expect(tab(page, 'Content')).toHaveAttribute('aria-selected', 'true');
    await expect(field(page, 'Title')).toHaveValue('Stay Updated');
    await expect(field(page, 'Message')).toHaveValue(
      'Get instant notifications about new activity and updates on our site.',
    );
    await expect(field(page, 'Accept button text')).toHaveValue('Allow');
    await expect(field(page, 'Decline button text')).toHaveValue('Maybe Later');
    await field(page, 'Title').fill('Stay in touch');
    await tab(page, 'Behavior').click();
    await expect(page).toHaveURL(/\?tab=opt-in&section=behavior$/);
    await expect(page.getByRole('switch', { name: 'Show the prompt' })).toBeChecked();
    await expect(field(page, 'Delay in seconds')).toHaveValue('0');
    await field(page, 'Trigger').click();
    await expect(page.getByRole('option')).toHaveText(['Immediately', 'On scroll', 'On exit intent', 'On click']);
    await pressWhenIdle(page, 'Escape');
    await tab(page, 'Appearance').click();
    await expect(page.getByRole('switch', { name: 'Show your logo' })).toBeChecked();
    await poll(() => overflowOf(page), 'Appearance').toBeLessThanOrEqual(0);
    await expect(field(page, 'Custom CSS')).toHaveValue('');
    await button(page, 'Preview').click();
    await expect(toast(page)).toContainText('Preview feature coming soon.');
    await page.goBack();
    await expect(tab(page, 'Behavior')).toHaveAttribute('aria-selected', 'true');
    await tab(page, 'Content').click();
    await expect(field(page, 'Title')).toHaveValue('Stay in touch');
  });
  await test.step('what is wrong', async () => {
    await tab(page, 'Behavior').click();
    await poll(() => overflowOf(page), 'Behavior').toBeLessThanOrEqual(0);
    const save = button(page, 'Save Settings');
    for (const [delay, issue] of [
      ['-1', "A delay can't be negative"],
      ['', 'Enter a number of seconds'],
    ] as const) {
      await field(page, 'Delay in seconds').fill(delay);
      await save.click();
      await expect(field(page, 'Delay in seconds')).toHaveAccessibleDescription(issue);
    }
    await field(page, 'Delay in seconds').fill('2.5');
    await tab(page, 'Content').click();
    for (const name of texts) await field(page, name).fill(' ');
    await tab(page, 'Appearance').click();
    await save.click();
    // The first field that is wrong is in another sub-tab: that opens, and the field has the focus.
    await expect(field(page, 'Title')).toBeFocused();
    // Only then: whoever comes back to the sub-tab stays where they are.
    await tab(page, 'Appearance').click();
    await tab(page, 'Content').click();
    await expect(field(page, 'Title')).toBeVisible();
    await expect(tab(page, 'Content')).toBeFocused();
    await poll(() => overflowOf(page), 'Content').toBeLessThanOrEqual(0);
    await expectAccessible(page);
    for (const name of texts) {
      await expect(field(page, name)).toHaveAccessibleDescription(/^Enter a/);
      await field(page, name).fill('Yes');
    }
  });
  await expectBusy(page, ['Save Settings', 'Saving...', 'Settings saved'], 1_000);
  await tab(page, 'Stats').click();
  expect(requests).toEqual([]);
});

test('the testing pages are static placeholders, and the upgrade page says what the plan is and includes, in the site layout [spec 2.owner.6 2.owner.7]', async ({
  page,
}) => {
  await newOwner(page, 'Oak & Iron');
  for (const [path, heading] of [
    ['/testing/rules', 'Rules test page'],
    ['/testing/analytics', 'Analytics test page'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  await button(page, 'Account').click();
  await page.getByRole('menuitem', { name: 'Upgrade to Premium' }).click();
  await expect(page).toHaveURL(/\/upgrade$/);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Your plan: Free' })).toBeVisible();
  await expect(main).toContainText('1 of 1 in use');
  await expect(main.getByRole('button')).toHaveText(['Upgrade', 'Upgrade', 'Upgrade']);
  await expect(page.getByRole('link', { name: 'Developer Tools' })).toBeVisible();
});
