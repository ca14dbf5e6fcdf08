// A session that ends in the middle loses nothing that was typed: after the login it stands where it was typed, in every
// form, and nobody else gets to see it. The editor's and the templates' drafts are in notification-drafts.spec.
import { expect, type Page } from '@playwright/test';
import { endSession, logIn, newOwner, test, toast } from './support/owner.ts';

const KEPT = 'Your session ended, but we saved your draft.';

const SITE = '/oak-and-iron';
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
/** Asks the server for what the next screen needs. */
const goNear = (page: Page) => page.getByRole('link', { name: 'Performance' }).hover();

type Form = {
  name: string;
  path: string;
  /** By its heading, where the page has several. */
  panel?: 'Profile' | 'New API key';
  /** What stands before the form. */
  open?(page: Page): Promise<void>;
  /** What is typed, by the field's label. */
  typed: Record<string, string>;
  /** Makes a call, which finds that the session is over. */
  call(page: Page): Promise<void>;
};

const OF_SITES: Form[] = [
  {
    name: "a site's details",
    path: `${SITE}/site-setup`,
    typed: { Name: 'Oak & Steel', 'URL name': 'oak-and-steel', Domains: 'half a dom' },
    call: goNear,
  },
  {
    name: "a new report's name",
    path: `${SITE}/reports?report=new&range=7d`,
    open: press('Save report'),
    typed: { Name: 'Last week' },
    call: (page) => page.getByRole('dialog').getByRole('button', { name: 'Save report' }).click(),
  },
  {
    name: 'a push message',
    path: `${SITE}/push?tab=send`,
    typed: { Title: 'Back in stock', Message: 'The Oak Desk is here again.', URL: 'shop.example/desk' },
    call: goNear,
  },
  {
    name: 'an opt-in prompt',
    path: `${SITE}/push?tab=opt-in`,
    typed: { Title: 'News from us?', Message: 'One a month.' },
    call: goNear,
  },
  {
    name: "an API key's name in the developer tools",
    path: `${SITE}/developer-tools`,
    panel: 'New API key',
    typed: { Name: 'Nightly import' },
    call: press('Create key'),
  },
];

const OF_ACCOUNTS: Form[] = [
  {
    name: 'a new site',
    path: '/create-site',
    typed: { Name: 'Elm & Tin' },
    call: press('Create site'),
  },
  {
    name: 'the profile',
    path: '/settings',
    panel: 'Profile',
    typed: { Name: 'Olive Holt', Company: 'Holt & Ash', Picture: 'https://shop.example/olive.png' },
    call: press('Save changes'),
  },
  {
    name: 'a new email address',
    path: '/settings',
    typed: { 'New email': 'new@shop.example' },
    call: press('Change email'),
  },
  {
    name: "an API key's name in the settings",
    path: '/settings',
    panel: 'New API key',
    open: press('New API key'),
    typed: { Name: 'Nightly import' },
    call: press('Create key'),
  },
];

const fieldsOf = (page: Page, { panel, typed }: Form) => {
  const place = panel
    ? page.locator('section').filter({ has: page.getByRole('heading', { name: panel, exact: true }) })
    : page.getByRole('dialog').or(page.getByRole('main')).last();
  return Object.entries(typed).map(([label, text]) => ({
    field: place.getByRole('textbox', { name: new RegExp(`^${label}( \\(optional\\))?$`) }),
    text,
  }));
};

async function typeAndExpire(page: Page, form: Form): Promise<void> {
  await page.goto(form.path);
  await form.open?.(page);
  for (const { field, text } of fieldsOf(page, form)) await field.fill(text);
  await endSession(page);
  await form.call(page);
  await expect(page).toHaveURL(/\/login\?error=token-expired&from=/);
}

for (const form of [...OF_SITES, ...OF_ACCOUNTS]) {
  test(`what was typed into ${form.name} is there again after a session that ended`, async ({ page }) => {
    const email = await newOwner(page, ...(OF_SITES.includes(form) ? ['Oak & Iron'] : []));
    await typeAndExpire(page, form);
    // Said once, and not that the call failed, too.
    await expect(toast(page)).toHaveCount(1);
    await expect(toast(page)).toContainText('Authentication Error');
    await logIn(page, email);
    await expect(page.getByText(KEPT)).toBeVisible();
    for (const { field, text } of fieldsOf(page, form)) await expect(field).toHaveValue(text);
  });
}

for (const form of OF_ACCOUNTS) {
  test(`what was typed into ${form.name} is not shown to somebody else who logs in`, async ({ page }) => {
    const other = await newOwner(page);
    await newOwner(page);
    await typeAndExpire(page, form);
    await logIn(page, other);
    await expect(page).toHaveURL(new RegExp(`${form.path}$`));
    await form.open?.(page);
    for (const { field, text } of fieldsOf(page, form)) await expect(field).not.toHaveValue(text);
    await expect(page.getByText(KEPT)).toHaveCount(0);
  });
}
