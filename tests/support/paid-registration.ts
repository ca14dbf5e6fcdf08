// Registering with a paid plan in a test: the calls of the payment step, and what the sandbox provider knows afterwards.
import type { ApiError } from '#server/trpc/errors.ts';
import type { RegistrationPayment } from '#shared/contract/registration.ts';
import type { Client } from './client.ts';
import type { PaymentsStage } from './payments.ts';
import { type Registrant, startRegistration } from './registration.ts';

export const ANA = 'ana@shop.example';
export const GROWTH = { plan: 'growth', cycle: 'annual' } as const;

/** @param stage of the current test. */
export function paidRegistrations(stage: () => PaymentsStage) {
  const objects = async (type: string): Promise<{ status: string; amount: number }[]> => {
    const { db } = stage().app.deps;
    const rows = await db.selectFrom('sandbox_objects').select('data').where('type', '=', type).execute();
    return rows.map(({ data }) => JSON.parse(data));
  };
  const pay = ({ client, id }: Registrant, body: unknown = {}) =>
    client.post<RegistrationPayment & ApiError>(`/api/registration/${id}/payment`, body);
  return {
    start: (email = ANA, client?: Client) => startRegistration(stage().app, { email, ...GROWTH }, client),
    pay,
    /** Opens the checkout and pays there. @returns its id. */
    async bought(registrant: Registrant): Promise<string> {
      const { id = '' } = (await pay(registrant)).body.checkout ?? {};
      await stage().pay(id);
      return id;
    },
    /** The statuses of all subscriptions at the provider. */
    subscriptions: async () => (await objects('subscription')).map(({ status }) => status).sort(),
    /** What was paid back, in cents. */
    refunds: async () => (await objects('refund')).map(({ amount }) => amount),
    checkouts: async () => (await objects('checkout.session')).length,
  };
}
