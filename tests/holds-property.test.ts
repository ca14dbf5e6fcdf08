// Whether an order is paid, told in any order, late and twice: a refund or a cancellation is final, otherwise the last word
// by the shop's own clock holds, of two at one moment the one that came later. On both databases, after each delivery.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SECOND } from '#shared/time.ts';
import { describeApp } from './support/apps.ts';
import { addSource } from './support/client.ts';
import { deliverShopify, hmac, SHOP_SECRET } from './support/deliveries.ts';
import { runs } from './support/runs.ts';
import { makeVendorShop } from './support/vendor-shop.ts';

const ORDERS = [1, 2] as const;
const WORDS = ['paid', 'paid', 'held', 'held', 'gone'] as const;
/** What a shop says of an order, and when by its own clock (seconds). */
const word = fc.record({
  order: fc.constantFrom(...ORDERS),
  says: fc.constantFrom(...WORDS),
  at: fc.integer({ min: 1, max: 3 }),
});
type Word = typeof word extends fc.Arbitrary<infer W> ? W : never;
/** Each is told somewhere, some twice. */
const history = fc
  .array(word, { minLength: 2, maxLength: 7 })
  .chain((all) => fc.shuffledSubarray([...all, ...all], { minLength: all.length, maxLength: 2 * all.length }));

/** @returns which orders show after these words. @param isSold whether the order itself has come. */
function shownAfter(told: readonly Word[], isSold: (of: readonly Word[]) => boolean): string[] {
  return ORDERS.filter((order) => {
    const own = told.filter((one) => one.order === order);
    if (!isSold(own) || own.some(({ says }) => says === 'gone')) return false;
    const last = own
      .filter(({ says }) => says !== 'gone')
      .reduce<Word | null>((a, b) => (a && a.at > b.at ? a : b), null);
    return last?.says !== 'held';
  }).map((order) => `Desk ${order}`);
}

describeApp('orders that are paid, on hold and paid again', {}, ({ app }) => {
  const numRuns = runs(5, 25, 2_000);
  const timeout = runs(600_000, 900_000, 3_600_000);

  it('of a shop that tells it with the whole order show by its last word', { timeout }, async () => {
    const own = await makeVendorShop(app);
    const start = app.clock.now() - 3_600 * SECOND;
    const outcomes = new Set<string>();
    const run = async (words: Word[]) => {
      const { id } = await addSource(own.owner, own.shop.site.id, { kind: 'shopify', secret: SHOP_SECRET });
      for (const [index, { order, says, at }] of words.entries()) {
        const updated_at = new Date(start + at * SECOND).toISOString();
        const status = { paid: 'paid', held: 'pending', gone: 'refunded' }[says];
        const content = own.order(order, { updated_at, financial_status: status });
        expect(await deliverShopify(app, id, 'orders/updated', content)).toBe(200);
        const isSold = (all: readonly Word[]) => all.some((one) => one.says === 'paid');
        const wanted = shownAfter(words.slice(0, index + 1), isSold);
        expect(await own.shown()).toEqual(wanted);
        outcomes.add(`${says} ${wanted.length}`);
      }
      expect((await own.owner.delete(`${own.site}/sources/${id}`)).status).toBe(204);
    };
    await fc.assert(fc.asyncProperty(history, run), { numRuns, endOnFailure: true });
    expect(outcomes.size).toBeGreaterThan(5);
  });

  it('of a shop that tells it apart from the order show by its last word', { timeout }, async () => {
    const own = await makeVendorShop(app);
    const sold = Math.floor(app.clock.now() / SECOND) - 3_600;
    let told = 0;
    const deliver = async (id: string, type: string, at: number, object: object) => {
      const created = sold + at;
      const event = { id: `evt_${++told}`, object: 'event', livemode: true, created, type, data: { object } };
      const body = JSON.stringify(event);
      const now = Math.floor(app.clock.now() / SECOND);
      const headers = { 'stripe-signature': `t=${now}, v1=${hmac(SHOP_SECRET, `${now}.${body}`, 'hex')}` };
      expect((await app.fetch(`/api/hooks/${id}`, { method: 'POST', headers, body })).status).toBe(200);
    };
    const checkout = (order: number) => ({
      mode: 'payment',
      payment_status: 'paid',
      payment_intent: `pi_${order}`,
      amount_total: 4_900,
      currency: 'eur',
      line_items: { data: [{ description: `Desk ${order}`, quantity: 1 }] },
    });
    /** 0 is the checkout itself. */
    const mixed = history.map((words) =>
      words.map((one, index) => (index % 3 === 1 ? { ...one, says: 'paid' as const, at: 0 } : one)),
    );
    const run = async (words: Word[]) => {
      const { id } = await addSource(own.owner, own.shop.site.id, { kind: 'stripe', secret: SHOP_SECRET });
      for (const [index, { order, says, at }] of words.entries()) {
        const payment = { payment_intent: `pi_${order}`, amount: 4_900, currency: 'eur' };
        if (at === 0) await deliver(id, 'checkout.session.completed', at, checkout(order));
        else if (says === 'gone') await deliver(id, 'charge.refunded', at, { ...payment, refunded: true });
        else if (says === 'held')
          await deliver(id, 'charge.dispute.created', at, { ...payment, status: 'needs_response' });
        else await deliver(id, 'charge.dispute.closed', at, { ...payment, status: 'won' });
        const isSold = (all: readonly Word[]) => all.some((one) => one.at === 0);
        expect(await own.shown()).toEqual(shownAfter(words.slice(0, index + 1), isSold));
      }
      expect((await own.owner.delete(`${own.site}/sources/${id}`)).status).toBe(204);
    };
    await fc.assert(fc.asyncProperty(mixed, run), { numRuns, endOnFailure: true });
  });
});
