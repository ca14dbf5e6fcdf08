// What `npm run screenshots` takes besides each screen as it opens: for a newcomer and the demo's owner. The
// screens themselves come from the app's table. Each state leaves the demo as it was.
import type { Locator, Page } from '@playwright/test';
import { screens } from '#client/screens.ts';
import { OF_BILLING } from './screenshots-billing.ts';
import { ofEffect } from './screenshots-effect.ts';
import { OF_GUIDES } from './screenshots-guides.ts';
import { OF_SOURCES } from './screenshots-sources.ts';

/** Site names of the demo's seed and of a newcomer. */
const DEMO_SITE = 'holt-and-ash';
const NEW_SITE = 'oak-and-iron';

/** A screen, and what is done there before and after it is taken. */
export type State = {
  name: string;
  path: string;
  prepare?: (page: Page) => Promise<unknown>;
  after?: (page: Page) => Promise<unknown>;
  /** What of the window is taken, from the first to the last that is found; all of it by default. */
  crop?: (page: Page) => Locator;
  /** The only width and scheme that it is taken in; all by default. */
  at?: string;
};

/** @returns one that is prepared first. */
export const state = (
  name: string,
  path: string,
  prepare: (page: Page) => Promise<unknown>,
  after?: State['after'],
): State => ({ name, path, prepare, ...(after && { after }) });

const named = Object.entries(screens).map(([name, screen]) => ({ name, screen }));
const notifications = screens.siteNotifications.href(DEMO_SITE);
const advanced = screens.siteAdvanced.href(DEMO_SITE);

/** By the name on it, and by its label. */
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();
export const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Takes back all changes of settings, saved or not. */
async function undoAll(page: Page): Promise<void> {
  await page.unrouteAll();
  const undo = page.getByRole('button', { name: /^Undo/ }).first();
  // Where the last change was taken back in between, there is nothing to press any more.
  while (await undo.isEnabled()) await undo.click({ timeout: 1_000 }).catch(() => {});
  await page.getByText('All changes saved').waitFor();
}

async function openEditor(page: Page, notification: string): Promise<void> {
  await button(page, `Actions for “${notification}”`).click();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  await box(page, 'Message').waitFor();
}

const OF_NOTIFICATIONS: readonly State[] = [
  state('siteNotifications-editor', notifications, async (page) => {
    await button(page, 'New notification').click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Purchase' }).click();
    await box(page, 'Message').fill('Ana from Lisbon bought the Oak Desk');
  }),
  state('siteNotifications-editor-image', notifications, async (page) => {
    await button(page, 'New notification').click();
    await box(page, 'Message').fill('The oak desk is back');
    await page.getByLabel('File of the image').setInputFiles('public/social-card.png');
    await page.getByRole('button', { name: 'Remove image' }).scrollIntoViewIfNeeded();
  }),
  state('siteNotifications-editor-own-appearance', notifications, async (page) => {
    await openEditor(page, 'Walnut, this batch');
    await page.getByRole('button', { name: /^Appearance/ }).click();
    await box(page, 'Background color').scrollIntoViewIfNeeded();
  }),
  state('siteNotifications-editor-own-rules', notifications, async (page) => {
    await openEditor(page, 'Lamp delivery');
    await page.getByRole('button', { name: /^Who sees it/ }).click();
    await button(page, 'Add condition').scrollIntoViewIfNeeded();
  }),
  { name: 'siteNotifications-templates', path: `${notifications}?templates` },
  { name: 'siteNotifications-templates-yours', path: `${notifications}?templates=yours` },
  state('siteNotifications-from-template', `${notifications}?templates=sales`, async (page) => {
    await button(page, 'Use “Order placed”').click();
    await box(page, 'Message').waitFor();
  }),
  state('siteNotifications-save-as-template', notifications, async (page) => {
    await button(page, 'Actions for “Lamp delivery”').click();
    await page.getByRole('menuitem', { name: 'Save as template' }).click();
    await box(page, 'Template name').waitFor();
  }),
  state('siteNotifications-selection', notifications, async (page) => {
    await page
      .getByRole('checkbox', { name: /^Select “/ })
      .nth(1)
      .check();
    await page
      .getByRole('checkbox', { name: /^Select “/ })
      .nth(2)
      .check();
    await page.getByText('2 selected').waitFor();
  }),
  state('siteNotifications-own-order', `${notifications}?sort=order`, (page) =>
    page.getByText("Visitors don't see this order yet").waitFor(),
  ),
  state(
    'siteNotifications-recently-deleted',
    notifications,
    async (page) => {
      await button(page, /^Actions for “Oil with desks/).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page
        .getByRole('region', { name: /Messages/ })
        .getByRole('button', { name: 'Close' })
        .click();
      const deleted = page.getByText('Recently deleted (1)');
      await deleted.click();
      await deleted.scrollIntoViewIfNeeded();
    },
    async (page) => {
      await button(page, /^Restore “Oil with desks/).click();
      await page.getByText(/^Recently deleted/).waitFor({ state: 'detached' });
    },
  ),
];

/** What a visitor reads behind the mark of the demo's newest order. */
const OF_PROOFS: readonly State[] = [
  state('notificationProof-signed', notifications, async (page) => {
    await button(page, /^Actions for “Ana from Lisbon/).click();
    const href = await page.getByRole('menuitem', { name: 'Open its proof' }).getAttribute('href');
    await page.goto(href ?? '');
    await page.getByText('Proven', { exact: true }).waitFor();
  }),
];

const OF_SETTINGS: readonly State[] = [
  state('siteAppearance-color-picker', screens.siteAppearance.href(DEMO_SITE), async (page) => {
    await button(page, 'Pick the primary color').click();
    await page.getByRole('slider', { name: 'Saturation and brightness' }).waitFor();
  }),
  state('siteAppearance-template', screens.siteAppearance.href(DEMO_SITE), async (page) => {
    const mode = page.getByRole('combobox', { name: 'Preview' });
    const sheet = button(page, 'Preview');
    const isNarrow = await sheet.isVisible();
    if (isNarrow) await sheet.click();
    await mode.click();
    await page.getByRole('option', { name: 'Template: Workshop sale' }).click();
    if (isNarrow) await page.keyboard.press('Escape');
    await button(page, 'Use these settings').waitFor();
  }),
  state(
    'siteAppearance-not-saved',
    screens.siteAppearance.href(DEMO_SITE),
    async (page) => {
      await page.route('**/api/trpc/widgets.saveSettings*', (route) => route.abort());
      await page.getByRole('radio', { name: 'Midnight' }).click();
      await page.getByRole('alert').waitFor();
    },
    undoAll,
  ),
  state('siteBehavior-out-of-range', screens.siteBehavior.href(DEMO_SITE), async (page) => {
    await box(page, 'Each one stays for').fill('0');
    await box(page, 'Each one stays for').scrollIntoViewIfNeeded();
  }),
  state('siteRules-condition', screens.siteRules.href(DEMO_SITE), async (page) => {
    await page.getByRole('button', { name: /^The page starts with/ }).click();
    await box(page, 'Paths').waitFor();
  }),
  state('siteRules-kinds', screens.siteRules.href(DEMO_SITE), (page) => button(page, 'Add condition').click()),
  state(
    'siteAdvanced-css',
    advanced,
    async (page) => {
      await box(page, 'Style sheet').click();
      await page.locator('.cm-content:focus').waitFor();
      await page.keyboard.insertText('/* The edge of our labels */\n.notice { border-left: 4px solid #9c4a2b }');
      await page.getByText('All changes saved').waitFor();
    },
    undoAll,
  ),
  state('siteAdvanced-import', advanced, async (page) => {
    await button(page, 'Import settings').click();
    const settings = {
      appearance: { brandColors: { primaryColor: '#0b5a58', backgroundColor: '#fffdf5' } },
      behavior: { position: 'top-left', timing: { initialDelay: 10 }, queue: { perVisit: 3 } },
    };
    const text = JSON.stringify({ format: 'proofbell-settings', version: 1, site: 'Oak & Iron', settings });
    await page.getByLabel('Or paste its text').fill(text);
    await button(page, 'Compare').click();
    await page.getByRole('button', { name: /^Import \d+ changes/ }).waitFor();
  }),
  state('siteAdvanced-delete-site', advanced, async (page) => {
    await button(page, 'Delete site').click();
    await page.getByRole('dialog').waitFor();
  }),
];

const documentation = screens.siteDocumentation.href(DEMO_SITE);

const OF_DOCUMENTATION: readonly State[] = [
  { name: 'siteDocumentation-guide', path: screens.siteDocumentation.href(DEMO_SITE, 'rules') },
  { name: 'siteDocumentation-search', path: `${documentation}?q=consent` },
  { name: 'siteDocumentation-nothing', path: `${documentation}?q=zzqqxx` },
];

export const FOR_OWNER: readonly State[] = [
  ...named.flatMap(({ name, screen }): State[] => {
    if (screen.guard === 'public') return [];
    return [{ name, path: screen.guard === 'site' ? screen.href(DEMO_SITE) : screen.href() }];
  }),
  { name: 'siteDashboard-in-set-up', path: screens.siteDashboard.href('ash-journal') },
  {
    name: 'siteReports-new',
    path: `${screens.siteReports.href(DEMO_SITE)}?report=new&range=30d&by=device&only=mobile`,
  },
  { name: 'siteAnalytics-24h', path: `${screens.siteAnalytics.href(DEMO_SITE)}?range=24h` },
  ...OF_DOCUMENTATION,
  ...OF_NOTIFICATIONS,
  ...OF_PROOFS,
  ...OF_SOURCES,
  ...OF_GUIDES,
  ...ofEffect(DEMO_SITE),
  ...OF_SETTINGS,
  ...OF_BILLING,
  state('settings-delete-account', screens.settings.href(), async (page) => {
    await button(page, 'Delete account').click();
    await page.getByRole('dialog', { name: 'Delete your account?' }).waitFor();
  }),
];

const fillSiteName = (page: Page) => page.getByLabel('Name', { exact: true }).fill('Oak & Iron');

/** What a newcomer sees right after verifying the address: empty screens that say what to do next. */
export const FOR_NEWCOMER: readonly State[] = [
  { name: 'createSite-first', path: screens.createSite.href(), prepare: fillSiteName },
  state('siteSetup-first', screens.createSite.href(), async (page) => {
    await fillSiteName(page);
    await button(page, 'Create site').click();
    await page.waitForURL(`**${screens.siteSetup.href(NEW_SITE)}`);
  }),
  state('siteSetup-guide', screens.siteSetup.href(NEW_SITE), async (page) => {
    await page.getByRole('radio', { name: 'Shopify' }).click();
    await page.getByText('layout/theme.liquid').waitFor();
  }),
  state('siteSetup-nothing-seen', screens.siteSetup.href(NEW_SITE), (page) => button(page, /^Still nothing/).click()),
  ...named.flatMap(({ name, screen }) =>
    screen.guard === 'site' ? [{ name: `${name}-empty`, path: screen.href(NEW_SITE) }] : [],
  ),
];
