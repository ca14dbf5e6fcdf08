// The weekly email as an owner gets it: switched on in the app on a Thursday, brought by a mail server on the Monday
// after, and ended by its link, which needs no login. The server is a real one whose clock is set.
import { resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { DAY, HOUR } from '#shared/time.ts';
import { startSmtp } from '#tests/support/smtp.ts';
import { expectAccessible, overflowOf } from './support/axe.ts';
import { poll } from './support/base.ts';
import { startOwnServer } from './support/own-server.ts';
import { newEmail, PASSWORD, post, register, test } from './support/owner.ts';
import { send, shopOf, writeNotification } from './support/stats.ts';

const SITE = 'Oak & Iron';

/** @returns 09:00 UTC of the latest Monday that is over for a whole day, so that both days of the test are past. */
function latestMonday(): number {
  const today = Math.floor(Date.now() / DAY) * DAY;
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  return today - (sinceMonday + 7) * DAY + 9 * HOUR;
}

const toggle = (page: Page) => page.getByRole('switch', { name: /^Weekly email for/ });

test('the weekly email is switched on, arrives on Monday, and is ended by its link', { tag: '@long' }, async ({
  browser,
}) => {
  const monday = latestMonday();
  const shiftTo = (time: number) => String(time - Date.now());
  const smtp = await startSmtp();
  const environment = {
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    AUTH_RATE_LIMIT: '0',
    NODE_OPTIONS: `--import=${resolve('tests/support/shifted-clock.ts')}`,
    CLOCK_SHIFT: shiftTo(monday - 4 * DAY),
  };
  const server = await startOwnServer(environment);
  const mailsTo = async (email: string, subject: RegExp) => {
    const mails = smtp.received.filter(({ to }) => to.includes(email)).map(({ source }) => PostalMime.parse(source));
    return (await Promise.all(mails)).filter((mail) => subject.test(mail.subject ?? ''));
  };

  const context = await browser.newContext({ baseURL: server.origin });
  const page = await context.newPage();
  const email = newEmail();
  await register(page, email);
  await poll(() => mailsTo(email, /./).then((mails) => mails.length)).toBe(1);
  const [verification] = await mailsTo(email, /./);
  await post(page, '/api/auth/verify-email', { code: /code=([\w-]{43})/.exec(verification?.text ?? '')?.[1] });
  await post(page, '/api/sites', { name: SITE });
  const shop = await shopOf(page, SITE);
  const notificationId = await writeNotification(page, shop, 'Ana from Lisbon bought the Oak Desk');
  await send(page, shop, [{ type: 'display', notificationId, page: '/', device: 'mobile' }]);
  await page.goto(`/${shop.slug}/reports`);
  await toggle(page).click();
  await expect(toggle(page)).toBeChecked();
  await expect(page.getByText(/^Next: Mon, .+, 8:00 AM, /)).toBeVisible();

  await server.halt();
  environment.CLOCK_SHIFT = shiftTo(monday);
  await server.start();

  const weekly = () => mailsTo(email, /^Last week on Oak & Iron: 1 display$/);
  await poll(() => weekly().then((mails) => mails.length)).toBe(1);
  const [mail] = await weekly();
  expect(mail?.text).toMatch(/^Displays: 1 /m);
  const header = mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  const link = header.slice(1, -1);
  expect(mail?.text).toContain(`Unsubscribe: ${link}`);

  // In the browser of an email program, which is not logged in.
  const reader = await (await browser.newContext()).newPage();
  await reader.goto(link);
  await expect(reader.getByRole('heading', { name: 'Stop the weekly email?' })).toBeVisible();
  for (const width of [1440, 375]) {
    await reader.setViewportSize({ width, height: 760 });
    await poll(() => overflowOf(reader)).toBe(0);
  }
  await expectAccessible(reader, 'style');
  // Opening it changes nothing: mail scanners do that, too.
  await page.reload();
  await expect(toggle(page)).toBeChecked();
  await reader.getByRole('button', { name: 'Unsubscribe' }).press('Enter');
  await expect(reader.getByRole('heading', { name: "You're unsubscribed" })).toBeVisible();
  await expect(reader.getByText(`The weekly summary of ${SITE} is off.`)).toBeVisible();
  await page.reload();
  await expect(toggle(page)).not.toBeChecked();
  // The link only ever switches off; back on it is switched by who is logged in.
  await reader.getByRole('link', { name: 'Log in to switch it back on' }).click();
  await reader.getByLabel('Email').fill(email);
  await reader.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await reader.getByRole('button', { name: 'Log in' }).click();
  await toggle(reader).click();
  await expect(toggle(reader)).toBeChecked();
  await reader.context().close();
  await context.close();
  await server.end();
  await smtp.stop();
});
