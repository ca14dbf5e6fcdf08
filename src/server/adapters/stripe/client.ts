// The SDK's client, set up once for the server and for `npm run stripe:setup`.
import type { Stripe } from 'stripe';

/** Another server than Stripe's that speaks its API. */
export type StripeServer = { host: string; port: number; protocol: 'http' | 'https' };

/**
 * @returns the SDK's own client, but for answers that are JSON and no object: the SDK would throw on those where nobody can
 * catch it, which ends the process.
 */
function makeHttpClient(Sdk: typeof Stripe) {
  const http = Sdk.createNodeHttpClient();
  const makeRequest = http.makeRequest.bind(http);
  http.makeRequest = async (...request) => {
    const response = await makeRequest(...request);
    const toJson = response.toJSON.bind(response);
    response.toJSON = async () => {
      const answer: unknown = await toJson();
      if (typeof answer !== 'object' || answer === null) throw new SyntaxError('not an object');
      return answer;
    };
    return response;
  };
  return http;
}

/**
 * Loads the SDK, which is large.
 * @param timeout milliseconds for a request. @param server instead of Stripe's own.
 */
export async function connectStripe(secretKey: string, timeout: number, server?: StripeServer): Promise<Stripe> {
  const { default: Sdk } = await import('stripe');
  return new Sdk(secretKey, {
    ...server,
    httpClient: makeHttpClient(Sdk),
    apiVersion: Sdk.API_VERSION,
    timeout,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}
