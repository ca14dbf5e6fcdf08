// `npm run stripe:setup`: makes what Proofbell needs in the Stripe account of STRIPE_SECRET_KEY, and prints the variables
// to set. It reads nothing else, so that it works before anything is set up.
import { CYCLES, PAID_PLAN_IDS } from '#shared/pricing.ts';
import type { StripeServer } from '../adapters/stripe/client.ts';
import { setUpStripe } from '../adapters/stripe/setup.ts';
import { HANDLED_EVENTS } from '../domain/billing/events.ts';
import { readArguments, USAGE, UsageError } from './arguments.ts';

/** @throws UsageError unless it is an https origin */
function toWebhookUrl(url: string): string {
  const isOrigin = URL.canParse(url) && new URL(url).protocol === 'https:' && new URL(url).pathname === '/';
  if (!isOrigin)
    throw new UsageError('--url must be your PUBLIC_URL, which starts with https://', USAGE['stripe-setup']);
  return `${new URL(url).origin}/api/webhooks/stripe`;
}

/**
 * Prints the variables to standard output, and what was done to standard error.
 * @param secretKey STRIPE_SECRET_KEY. @param server instead of Stripe's own.
 */
export async function printStripeSetUp(
  secretKey: string | undefined,
  args: string[],
  server?: StripeServer,
): Promise<void> {
  const { values } = readArguments('stripe-setup', args, { url: { type: 'string' } });
  const webhookUrl = values.url === undefined ? null : toWebhookUrl(values.url);
  if (!secretKey) throw new Error('STRIPE_SECRET_KEY: is required. Copy it from https://dashboard.stripe.com/apikeys');
  if (!/^[sr]k_\S+$/.test(secretKey)) {
    throw new Error('STRIPE_SECRET_KEY: must be a secret or restricted key, which starts with sk_ or rk_');
  }
  const { priceIds, webhookSecret, report } = await setUpStripe(
    { secretKey, webhookUrl, events: HANDLED_EVENTS },
    server,
  );
  for (const line of report) console.error(line);
  console.error(secretKey.includes('_test_') ? '\nThis is a test account: no real money is taken.\n' : '');
  if (webhookSecret) console.log(`STRIPE_WEBHOOK_SECRET=${webhookSecret}`);
  for (const plan of PAID_PLAN_IDS) {
    for (const cycle of CYCLES) {
      console.log(`STRIPE_PRICE_${plan.toUpperCase()}_${cycle.toUpperCase()}=${priceIds[plan][cycle]}`);
    }
  }
  if (webhookSecret)
    console.error('\nThe webhook secret is shown only now. Set these beside STRIPE_SECRET_KEY, and restart.');
  else console.error('\nSet these beside STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, and restart.');
}
