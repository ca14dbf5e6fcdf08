// What `npm run screenshots` takes of an account's plan: each state as the server would tell it.
import type { Page } from '@playwright/test';
import { screens } from '#client/screens.ts';

/** Shows what the screen says of a plan in this state. */
const asBilled =
  (changes: object) =>
  async (page: Page): Promise<void> => {
    await page.route(/api\/trpc\/[^?]*billing\.read/, async (route) => {
      const calls = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? [];
      const response = await route.fetch();
      const results = await response.json();
      Object.assign(results[calls.indexOf('billing.read')].result.data.json, changes);
      await route.fulfill({ response, json: results });
    });
    await page.reload();
    await page
      .getByText(/in use/)
      .first()
      .waitFor();
  };

const BILLED = {
  plan: 'growth',
  cycle: 'annual',
  status: 'active',
  renewsAt: '2027-11-24T12:00:00.000Z',
  hasCustomer: true,
  isGranted: false,
};
const BILLINGS = {
  active: BILLED,
  canceled: { ...BILLED, renewsAt: null, cancelsAt: BILLED.renewsAt },
  overdue: { ...BILLED, status: 'past_due' },
  unpaid: { ...BILLED, plan: 'free', status: 'unpaid' },
  granted: { plan: 'agency', status: 'active', isGranted: true },
  'not-for-sale': {
    plan: 'free',
    status: 'none',
    isGranted: false,
    offer: {
      buying: 'off',
      reason: "Plans can't be bought on this server. Ask its operator if you need more sites.",
    },
  },
};

export const OF_BILLING = [
  ...Object.entries(BILLINGS).flatMap(([name, changes]) =>
    [
      { name: `settings-billing-${name}`, path: `${screens.settings.href()}#billing` },
      { name: `upgrade-${name}`, path: screens.upgrade.href() },
    ].map((state) => ({ ...state, prepare: asBilled(changes), after: (page: Page) => page.unrouteAll() })),
  ),
  { name: 'upgrade-left', path: `${screens.upgrade.href()}?plan=growth&cycle=annual&checkout=cancelled` },
  { name: 'paymentSuccess-of-nobody', path: `${screens.paymentSuccess.href()}?session_id=cs_test_of_nobody` },
];
