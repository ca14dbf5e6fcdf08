// The rules of one notification, in its editor: what is half written there stays, whatever happens to the rest.
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './support/inspector-test.ts';
import { endSession, logIn, newOwner, toast } from './support/owner.ts';
import { ownerAt } from './support/owner-api.ts';

const LIST = '/oak-and-iron/notifications';
const sheet = (page: Page, name = 'New notification') => page.getByRole('dialog', { name });
const section = (page: Page, name?: string) => sheet(page, name).getByRole('button', { name: /^Who sees it/ });
const conditions = (page: Page) => sheet(page).getByRole('list', { name: 'Conditions', exact: true });
const match = (page: Page) => sheet(page).getByRole('radiogroup', { name: /^Conditions that must/ });

async function add(page: Page, type: RegExp, name?: string): Promise<void> {
  await sheet(page, name).getByRole('button', { name: 'Add condition', exact: true }).click();
  await page.getByRole('menuitem', { name: type }).click();
  // Another condition may be open, too: the new one is there when its field has the focus.
  await expect(sheet(page, name).locator('[data-first] :focus')).toBeVisible();
}

/** Starts a notification with two unfinished conditions of which one is enough. @returns the choice that says so. */
async function combineUnfinished(page: Page, second: RegExp): Promise<Locator> {
  await page.goto(LIST);
  await page.getByRole('button', { name: 'New notification' }).click();
  await section(page).click();
  await add(page, /^Page /);
  await add(page, second);
  const any = match(page).getByRole('radio').last();
  await any.click();
  await expect(any).toBeChecked();
  return any;
}

const error = (page: Page, name?: string) => sheet(page, name).getByText('Finish or remove the unfinished condition');

test('how conditions are combined stays while none of them is complete; one that is unfinished is asked for before it is left, and before anything is saved', {
  tag: '@long',
}, async ({ page, api }) => {
  const any = await combineUnfinished(page, /^Device /);

  // The last complete condition is removed, and can come back.
  await sheet(page).getByRole('button', { name: 'Mobile', exact: true }).click();
  await conditions(page).getByRole('button', { name: 'Remove', exact: true }).last().click();
  const undo = conditions(page).locator('..').getByRole('button', { name: 'Undo', exact: true });
  await expect(undo).toBeFocused();
  await undo.click();
  await expect(any).toBeChecked();
  await sheet(page).getByRole('button', { name: 'Cancel', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await sheet(page).getByRole('textbox', { name: 'Message' }).fill('Hello');
  const create = sheet(page).getByRole('button', { name: 'Create notification' });
  await create.click();
  await expect(error(page).first()).toBeVisible();
  await expect(section(page)).toHaveAccessibleDescription('Finish or remove the unfinished condition');
  await expect(section(page)).toBeFocused();
  expect(await api.notifications()).toEqual([]);
  await conditions(page).getByRole('button', { name: 'Remove', exact: true }).first().click();
  await expect(error(page)).toHaveCount(0);
  await create.click();
  await expect(toast(page)).toContainText('Notification created');
  expect(await api.notifications()).toMatchObject([
    { rules: { match: 'any', conditions: [{ type: 'device', operator: 'is', value: ['mobile'] }] } },
  ]);
});

const FORMS = [
  ['New notification', (page: Page) => page.getByRole('button', { name: 'Write your own' }).click()],
  [
    'New template',
    async (page: Page) => {
      await page.goto(`${LIST}?templates=sales`);
      await page.getByRole('button', { name: 'Actions for “Order placed”' }).click();
      await page.getByRole('menuitem', { name: 'Edit a copy' }).click();
    },
  ],
] as const;

for (const [what, open] of FORMS) {
  test(`${what}: the end of a session loses no unfinished condition, nothing is saved with it, and its error goes once it is complete`, {
    tag: '@long',
  }, async ({ page }) => {
    const email = await newOwner(page, 'Oak & Iron');
    await page.goto(LIST);
    await open(page);
    const save = sheet(page, what).getByRole('button', { name: /^(Create notification|Save template)$/ });
    await sheet(page, what).getByRole('textbox', { name: 'Message' }).fill('Hello');
    await section(page, what).click();
    await add(page, /^Query parameter /, what);
    await page.keyboard.type('utm_source');
    await sheet(page, what).getByRole('textbox', { name: 'Message' }).fill('Hello there');
    await endSession(page);
    // The templates are asked for anew.
    await page.context().setOffline(true);
    // A moment that is too short tells the page nothing.
    await page.waitForFunction(() => !navigator.onLine);
    await page.context().setOffline(false);
    await logIn(page, email);
    await save.click();
    await expect(section(page, what)).toHaveAccessibleDescription('Finish or remove the unfinished condition');
    await section(page, what).click();
    const unfinished = sheet(page, what).getByRole('button', {
      name: /the query parameter “utm_source” is “…” ?Unfinished/i,
    });
    await expect(unfinished).toBeVisible();
    await expect(error(page, what).first()).toBeVisible();
    await unfinished.click();
    await sheet(page, what).getByRole('textbox', { name: 'Values' }).fill('mail');
    await page.keyboard.press('Enter');
    await expect(sheet(page, what).getByText('Unfinished', { exact: true })).toHaveCount(0);
    await expect(error(page, what)).toHaveCount(0);
  });
}

test('a template made of what stands in the editor takes the unfinished condition along, and looking at it there changes nothing', {
  tag: '@long',
}, async ({ page }) => {
  await ownerAt(page, LIST);
  await page.getByRole('button', { name: 'New notification' }).click();
  await sheet(page).getByRole('textbox', { name: 'Message' }).fill('Hello');
  await section(page).click();
  await add(page, /^Page /);
  const template = sheet(page, 'New template');
  const saveAs = sheet(page).getByRole('button', { name: 'Save as template' });
  await saveAs.click();
  await section(page, 'New template').click();
  await expect(template.getByText('Unfinished', { exact: true })).toBeVisible();
  await template.getByRole('button', { name: 'Cancel' }).click();
  await expect(template).toHaveCount(0);
  await expect(sheet(page)).toBeVisible();

  await add(page, /^Query parameter /);
  await page.keyboard.type('utm_source');
  await match(page).getByRole('radio').last().click();
  await saveAs.click();
  await section(page, 'New template').click();
  await expect(
    template.getByRole('button', { name: /the query parameter “utm_source” is “…” ?Unfinished/i }),
  ).toBeVisible();
  await expect(
    template
      .getByRole('radiogroup', { name: /^Conditions that must/ })
      .getByRole('radio')
      .last(),
  ).toBeChecked();
  await template.getByRole('textbox', { name: 'Template name' }).fill('Mine');
  await template.getByRole('button', { name: 'Save template' }).click();
  await expect(section(page, 'New template')).toHaveAccessibleDescription('Finish or remove the unfinished condition');
});

test('a form is as it was once the conditions that were added are removed', { tag: '@long' }, async ({ page, api }) => {
  expect(api.siteId).toBeTruthy();
  const any = await combineUnfinished(page, /^Referrer /);
  const remove = conditions(page).getByRole('button', { name: 'Remove', exact: true });
  await remove.last().click();
  await expect(remove).toHaveCount(1);
  await remove.click();
  await expect(remove).toHaveCount(0);

  // What was removed last can still come back, combined as it was.
  await sheet(page).getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(remove).toHaveCount(1);
  await add(page, /^Referrer /);
  await expect(any).toBeChecked();
  await remove.last().click();
  await expect(remove).toHaveCount(1);
  await remove.click();
  await expect(remove).toHaveCount(0);
  await sheet(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(sheet(page)).toHaveCount(0);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('a condition that is removed before a new one opens stays removed', { tag: '@long' }, async ({ page }) => {
  await ownerAt(page, LIST);
  await page.getByRole('button', { name: 'New notification' }).click();
  await section(page).click();
  await add(page, /^Page /);
  await sheet(page).getByRole('button', { name: 'Add condition', exact: true }).click();
  const item = await page.getByRole('menuitem', { name: /^Device / }).elementHandle();
  const remove = await conditions(page)
    .getByRole('button', { name: 'Remove', exact: true, includeHidden: true })
    .first()
    .elementHandle();
  // Both in one task, with no paint between them.
  await item?.evaluate((pick, press) => {
    (pick as HTMLElement).click();
    (press as HTMLElement).click();
  }, remove);
  await expect(sheet(page).getByRole('button', { name: 'Mobile', exact: true })).toBeVisible();
  await expect(conditions(page).getByRole('button', { name: 'Remove', exact: true })).toHaveCount(1);
});
