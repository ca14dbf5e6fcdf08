// What the sandbox forgets. What it answers, sends and does in time: tests/sandbox-*.test.ts and tests/payments.
import { expect, it } from 'vitest';
import { MINUTE } from '#shared/time.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { CHECKOUT, startSandbox } from '#tests/support/sandbox-stripe.ts';

onBothDatabases('the sandbox', { postgres: 'long' }, (database) => {
  it('forgets the addresses of customers whom no account and no registration knows, and of no others', async () => {
    const { sandbox, stripe, pay, clock, newCustomer } = await startSandbox(database());
    const [gone, known] = [await newCustomer(), await newCustomer()];
    const { id } = await stripe.checkout.sessions.create({ ...CHECKOUT, customer: gone.id });
    await pay(id);
    await database()
      .db.insertInto('registrations')
      .values({
        ...{ id: 'r-1', email: 'mia@shop.example', email_lower: 'mia@shop.example', plan: 'growth', cycle: 'annual' },
        ...{ status: 'payment_pending', customer_id: known.id, expires_at: '2026-05-01T00:00:00.000Z' },
        ...{ checkout_id: null, checkout_url: null, checkout_expires_at: null, subscription_id: null },
        ...{ user_id: null, paid_at: null },
        ...{ created_at: '2026-03-10T12:00:00.000Z', updated_at: '2026-03-10T12:00:00.000Z' },
      })
      .execute();
    const holders = async () => {
      const rows = await database().db.selectFrom('sandbox_objects').select(['type', 'data']).execute();
      return rows.filter(({ data }) => data.includes('mia@shop.example')).map(({ type }) => type);
    };
    // They may be being made just now.
    await sandbox.catchUp();
    expect((await holders()).sort()).toEqual(['customer', 'customer', 'event', 'invoice']);
    clock.advance(11 * MINUTE);
    await sandbox.catchUp();
    expect(await holders()).toEqual(['customer']);
    expect(await stripe.customers.retrieve(known.id)).toMatchObject({ email: 'mia@shop.example' });
    const { data } = await stripe.invoices.list({ customer: gone.id });
    expect(data).toMatchObject([{ customer_email: null, status: 'paid' }]);
    await sandbox.stop();
  });
});
