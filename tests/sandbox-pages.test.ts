// The sandbox's checkout, portal and receipt, as a browser uses them, on both databases.
import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#shared/time.ts';
import { describeApp } from '#tests/support/apps.ts';
import { wordsOf } from '#tests/support/words.ts';
import type { TestApp } from './support/app.ts';
import { startApp } from './support/apps.ts';

const HOME = 'http://localhost:3000';
const HERE = { host: 'localhost:3000' };

const post = (app: TestApp, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.fetch(`${HOME}${path}`, {
    method: 'POST',
    headers: {
      ...HERE,
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
    body: new URLSearchParams(fields).toString(),
  });
const open = (app: TestApp, path: string, headers: Record<string, string> = {}) =>
  app.fetch(`${HOME}${path}`, { headers: { ...HERE, ...headers } });
const read = async (app: TestApp, path: string) => {
  const response = await open(app, path);
  expect(response.status).toBe(200);
  return response.text();
};

const paymentsOf = ({ deps }: TestApp) => {
  if (!deps.payments) throw new Error('no payments');
  return deps.payments;
};
/** @returns a checkout for Growth by the year, and the paths of its pages. */
async function checkout(app: TestApp, plan: 'starter' | 'growth' = 'growth') {
  const payments = paymentsOf(app);
  const customerId = await payments.createCustomer({ email: 'ana@shop.example', reference: 'r-1', key: 'c-1' });
  const { id, url } = await payments.createCheckout({
    customerId,
    plan,
    cycle: 'annual',
    reference: 'r-1',
    successUrl: `${HOME}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${HOME}/register?checkout=cancelled`,
    expiresAt: app.clock.now() + 23 * HOUR,
    key: 'o-1',
  });
  const path = `/sandbox/checkout/${id}`;
  expect(url).toBe(`${app.deps.config.publicUrl}${path}`);
  return { id, path, customerId };
}
/** @returns a customer with a plan, and the path of their portal. */
async function bought(app: TestApp) {
  const { id, path, customerId } = await checkout(app);
  expect((await post(app, path, { card: 'pays' })).status).toBe(303);
  const [subscription] = await paymentsOf(app).listSubscriptions(customerId);
  if (!subscription) throw new Error('nothing was bought');
  const url = await paymentsOf(app).createPortal({ customerId, returnUrl: `${HOME}/settings` });
  return { id, customerId, subscriptionId: subscription.id, portal: new URL(url).pathname };
}
const stateOf = async (app: TestApp, id: string) => {
  const found = await paymentsOf(app).readSubscription(id);
  if (!found) throw new Error(`no ${id}`);
  return found;
};

describeApp('the pages of the sandbox', { postgres: 'long', env: { PUBLIC_URL: HOME } }, ({ app }) => {
  /** Presses the button as it is drawn now. */
  const skip = async (portal: string, subscriptionId: string) => {
    const [, to = ''] = /name="to" value="(\d+)"/.exec(await read(app, portal)) ?? [];
    return act(portal, { kind: 'skip', subscriptionId, to });
  };
  const act = async (portal: string, fields: Record<string, string>) => {
    const response = await post(app, portal, fields);
    expect(response.status).toBe(303);
    return new URL(response.headers.get('location') ?? '', HOME).searchParams.get('done');
  };

  it('sell a plan: declined cards charge nothing, a good one pays once and leads to the success page', async () => {
    const { id, path, customerId } = await checkout(app);
    const page = await read(app, path);
    expect(page).toContain('Test mode: never type a real card.');
    expect(page).toContain('Subscribe to Growth');
    expect(page).toContain('Pay $490');
    expect(page).toContain(`href="${HOME}/register?checkout=cancelled"`);
    for (const [card, text] of [
      ['declined', 'Your card was declined.'],
      ['insufficient-funds', 'Your card has insufficient funds.'],
      ['fails-later', 'Your card was declined.'],
    ] as const) {
      const refused = await post(app, path, { card });
      expect(refused.status).toBe(402);
      expect(await refused.text()).toContain(text);
    }
    expect(await paymentsOf(app).listSubscriptions(customerId)).toEqual([]);
    // Somebody who clicks twice pays once.
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(app, path, { card: 'pays' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 303]);
    const paid = answers.find(({ status }) => status === 303);
    expect(paid?.headers.get('location')).toBe(`${HOME}/payment-success?session_id=${id}`);
    expect(await paymentsOf(app).listSubscriptions(customerId)).toMatchObject([{ status: 'active', plan: 'growth' }]);
    expect(await read(app, path)).toContain('This is already paid');
    expect(await paymentsOf(app).readCheckout(id)).toMatchObject({ status: 'complete', isPaid: true });
  });

  it('sell nothing once the checkout has expired', async () => {
    const { path, customerId } = await checkout(app);
    app.clock.advance(DAY);
    expect(await read(app, path)).toContain('This checkout has expired');
    expect((await post(app, path, { card: 'pays' })).status).toBe(200);
    expect(await paymentsOf(app).listSubscriptions(customerId)).toEqual([]);
  });

  it('cancel a plan at the end of its period, resume it, and let the period end', async () => {
    const { subscriptionId, portal } = await bought(app);
    const fields = { subscriptionId };
    const { periodEnd } = await stateOf(app, subscriptionId);
    expect(await act(portal, { kind: 'cancel', ...fields })).toBe('cancel');
    expect(await stateOf(app, subscriptionId)).toMatchObject({ status: 'active', cancelsAt: periodEnd });
    const canceled = await read(app, `${portal}?done=cancel`);
    expect(canceled).toContain('Ends on Mar 10, 2027.');
    expect(canceled).toContain('Your plan is canceled.');
    expect(await act(portal, { kind: 'resume', ...fields })).toBe('resume');
    expect(await stateOf(app, subscriptionId)).toMatchObject({ status: 'active', cancelsAt: null });
    await act(portal, { kind: 'cancel', ...fields });
    expect(await skip(portal, subscriptionId)).toBe('skip');
    expect(await stateOf(app, subscriptionId)).toMatchObject({ status: 'canceled' });
    const ended = await read(app, portal);
    expect(ended).toContain('No plan');
    expect(ended).toContain('for this account it is Mar 10, 2027');
    // A page that was drawn before.
    expect(await act(portal, { kind: 'resume', ...fields })).toBe('impossible');
  });

  it('change the plan, and charge the difference', async () => {
    const { subscriptionId, portal } = await bought(app);
    const change = { kind: 'change-plan', subscriptionId };
    expect(await act(portal, { ...change, priceId: 'price_agency_annual' })).toBe('change-plan');
    expect(await stateOf(app, subscriptionId)).toMatchObject({ plan: 'agency', cycle: 'annual' });
    const page = await read(app, portal);
    expect(page).toContain('$1,000');
    // Both are of the same second, so either may be first.
    const paths = [...page.matchAll(/\/sandbox\/receipt\/\w+/g)].map(([path]) => path);
    const receipts = await Promise.all(paths.map((path) => read(app, path)));
    expect(receipts.filter((receipt) => receipt.includes('Change to Agency (annual)'))).toHaveLength(1);
    expect(await act(portal, { ...change, priceId: 'price_starter_monthly' })).toBe('change-plan');
    expect(await stateOf(app, subscriptionId)).toMatchObject({ plan: 'starter', cycle: 'monthly' });
    // None of ours.
    expect((await post(app, portal, { ...change, priceId: 'price_other' })).status).toBe(404);
  });

  it('change the card: one that fails leads to past due, a good one mends it at once, else the plan ends', async () => {
    const { subscriptionId, portal } = await bought(app);
    expect(await act(portal, { kind: 'change-card', card: 'declined' })).toBe('declined');
    expect(await act(portal, { kind: 'change-card', card: 'fails-later' })).toBe('change-card');
    expect(await read(app, portal)).toContain('ending in 0341');
    await skip(portal, subscriptionId);
    expect(await stateOf(app, subscriptionId)).toMatchObject({ status: 'past_due' });
    expect(await read(app, portal)).toContain('The last payment failed.');
    await act(portal, { kind: 'change-card', card: 'pays' });
    expect(await stateOf(app, subscriptionId)).toMatchObject({ status: 'active' });
    await act(portal, { kind: 'change-card', card: 'fails-later' });
    for (let i = 0; i < 4; i++) await skip(portal, subscriptionId);
    expect(await stateOf(app, subscriptionId)).toMatchObject({ status: 'canceled' });
  });

  it('show receipts, and what was paid back', async () => {
    const { subscriptionId, portal } = await bought(app);
    const [path = ''] = /\/sandbox\/receipt\/\w+/.exec(await read(app, portal)) ?? [];
    const receipt = await read(app, path);
    for (const text of ['$490', 'Paid on', 'ana@shop.example', 'Test card ending in 4242', 'Mar 10, 2027'])
      expect(receipt).toContain(text);
    await paymentsOf(app).refundSubscription(subscriptionId, 'refund-1');
    expect(await read(app, path)).toContain('Refunded');
    const german = await open(app, path, { 'accept-language': 'de-DE,de;q=0.9' });
    expect(await german.text()).toMatch(/490\s\$/);
  });

  it("touch nobody else's plan", async () => {
    const { subscriptionId } = await bought(app);
    const payments = paymentsOf(app);
    const customerId = await payments.createCustomer({ email: 'eva@shop.example', reference: 'r-2', key: 'c-2' });
    const url = await payments.createPortal({ customerId, returnUrl: `${HOME}/settings` });
    const portal = new URL(url).pathname;
    expect(await act(portal, { kind: 'cancel', subscriptionId })).toBe('impossible');
    expect(await stateOf(app, subscriptionId)).toMatchObject({ cancelsAt: null });
  });

  it('skip one period, however often the button is pressed', async () => {
    const { subscriptionId, portal } = await bought(app);
    const { periodEnd } = await stateOf(app, subscriptionId);
    const pressed = { kind: 'skip', subscriptionId, to: String(periodEnd) };
    const presses = await Promise.all([1, 2, 3].map(() => act(portal, pressed)));
    expect(presses).toEqual(['skip', 'skip', 'skip']);
    expect((await stateOf(app, subscriptionId)).periodEnd).toBe(Date.parse('2028-03-10T12:00:00Z'));
    for (const to of ['', 'soon', '-1', '1e9']) expect((await post(app, portal, { ...pressed, to })).status).toBe(400);
  });

  it('close a portal after an hour', async () => {
    const { portal, subscriptionId } = await bought(app);
    app.clock.advance(HOUR + 1000);
    expect((await open(app, portal)).status).toBe(404);
    expect((await post(app, portal, { kind: 'cancel', subscriptionId })).status).toBe(404);
  });
});

describe('the card form', () => {
  it('has no field that a browser would send but the name of the test card', async () => {
    const app = await startApp({ PUBLIC_URL: HOME });
    const { path } = await checkout(app);
    const page = await read(app, path);
    const names = [...page.matchAll(/<(?:input|button|select|textarea)\b[^>]*\sname="([^"]*)"/g)].map(
      ([, name]) => name,
    );
    expect(new Set(names)).toEqual(new Set(['card']));
    expect(page).toMatch(/<input class="input number" id="number"(?![^>]*\bname=)/);
    const policy = (await open(app, path)).headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src 'none'.*script-src 'sha256-[^']+';.*form-action 'self'/);
    expect(policy).not.toContain('unsafe');
  });

  it.each<[string, Record<string, string>]>([
    ['a number', { card: '5555 4444 3333 2222' }],
    ['a number beside the name', { card: 'pays', number: '5555444433332222' }],
    ['fields of Stripe', { 'card[number]': '5555444433332222', 'card[cvc]': '123' }],
    ['nothing', {}],
  ])('refuses %s, and neither logs nor echoes it', async (_, fields) => {
    const app = await startApp({ PUBLIC_URL: HOME });
    const { path, customerId } = await checkout(app);
    const response = await post(app, path, fields);
    expect(response.status).toBe(400);
    expect(wordsOf(await response.text())).not.toMatch(/5555|123/);
    expect(wordsOf(app.logged)).not.toMatch(/5555/);
    expect(await paymentsOf(app).listSubscriptions(customerId)).toEqual([]);
  });

  it('refuses what another site sends, too much, and what is no form', async () => {
    const app = await startApp({ PUBLIC_URL: HOME });
    const { path, customerId } = await checkout(app);
    const foreign = await post(app, path, { card: 'pays' }, { 'sec-fetch-site': 'cross-site' });
    expect(foreign.status).toBe(403);
    expect((await post(app, path, { card: 'x'.repeat(5000) })).status).toBe(413);
    expect((await post(app, path, { card: 'pays' }, { 'content-type': 'text/plain' })).status).toBe(415);
    expect(await paymentsOf(app).listSubscriptions(customerId)).toEqual([]);
  });
});

describe('where the sandbox serves', () => {
  it.each<[string, Record<string, string>, string, number]>([
    ['on loopback', { PUBLIC_URL: HOME }, 'localhost:3000', 200],
    ['not for a foreign Host', { PUBLIC_URL: HOME }, 'rebound.example', 404],
    ['not at a public address', { PUBLIC_URL: 'https://proof.example' }, 'proof.example', 404],
    ['not at a public address called by loopback', { PUBLIC_URL: 'https://proof.example' }, 'localhost:3000', 404],
    ['anywhere if allowed', { PUBLIC_URL: 'https://proof.example', ALLOW_SANDBOX_PAYMENTS: '1' }, 'proof.example', 200],
  ])('%s', async (_, environment, host, status) => {
    const app = await startApp(environment);
    const { path } = await checkout(app);
    const response = await app.fetch(`http://${host}${path}`, { headers: { host } });
    expect(response.status).toBe(status);
    const sent = await app.fetch(`http://${host}${path}`, {
      method: 'POST',
      headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'card=declined',
    });
    expect(sent.status).toBe(status === 200 ? 402 : 404);
  });

  it('not for somebody elsewhere who sends the Host of this machine, and nothing can be bought from there', async () => {
    const app = await startApp({ PUBLIC_URL: HOME });
    const { path } = await checkout(app);
    const headers = { ...HERE, 'x-forwarded-for': '203.0.113.9' };
    expect((await open(app, path)).status).toBe(200);
    expect((await open(app, path, headers)).status).toBe(404);
    expect((await post(app, path, { card: 'pays' }, headers)).status).toBe(404);
    const offer = await open(app, '/api/billing/offer', headers);
    expect(await offer.json()).toMatchObject({ offer: { buying: 'off' } });
    expect(await paymentsOf(app).readCheckout(path.split('/').at(-1) ?? '')).toMatchObject({ status: 'open' });
  });
});
