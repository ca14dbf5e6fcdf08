// The SDK towards servers that aren't Stripe's.
import { expect, it } from 'vitest';
import { skipRetryPause } from '#tests/support/payments.ts';
import { startSmtp } from '#tests/support/smtp.ts';
import { connectStripe } from './client.ts';

it('says nothing, its key neither, to a server whose certificate does not hold', async () => {
  skipRetryPause();
  // Any server with TLS will do, with a certificate that nobody vouches for.
  const server = await startSmtp({ secure: true, logger: false });
  const stripe = await connectStripe('sk_test_key', 5_000, { host: '127.0.0.1', port: server.port, protocol: 'https' });
  const error = await stripe.prices.list().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    type: 'StripeConnectionError',
    detail: { message: expect.stringMatching(/certificate/) },
  });
  await server.stop();
});
