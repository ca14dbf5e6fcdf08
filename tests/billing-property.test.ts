// Whatever happens in whatever order (steps of a registration, payments, changes in the portal, grants of the operator,
// webhooks that are lost, repeated and reordered, and time), somebody has a plan exactly if they pay for it or were granted
// it, nobody pays twice, and no step is skipped.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { grantPlan } from '#server/domain/billing/grants.ts';
import { sweepRegistrations } from '#server/domain/registration/sweep.ts';
import type { Registration } from '#shared/contract/registration.ts';
import { CYCLES, PAID_PLAN_IDS, PLANS } from '#shared/pricing.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { makeClient } from './support/client.ts';
import { onBothDatabases } from './support/databases.ts';
import { makePaymentsStage, type PaymentsStage, signedBy } from './support/payments.ts';
import { PASSWORD } from './support/registration.ts';
import { runs } from './support/runs.ts';

const plan = fc.constantFrom('free' as const, ...PAID_PLAN_IDS);
const action = fc.oneof(
  fc.record({ do: fc.constant('choose' as const), plan, cycle: fc.constantFrom(...CYCLES) }),
  fc.record({ do: fc.constant('deliver' as const), how: fc.constantFrom('all', 'none', 'twice', 'reversed', 'half') }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(HOUR, DAY, 6 * DAY, 31 * DAY) }),
  fc.record({
    do: fc.constantFrom('checkout', 'checkout', 'pay', 'pay', 'confirm', 'create', 'create', 'force'),
  }),
  fc.record({ do: fc.constantFrom('verify', 'finish', 'jobs', 'sweep', 'cancel', 'leave') }),
  fc.record({ do: fc.constant('switch' as const), to: fc.constantFrom(...PAID_PLAN_IDS) }),
  fc.record({ do: fc.constant('grant' as const), plan }),
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

/** The straight way, of which each step may be left out, with anything in between. */
const STRAIGHT: Action[] = [
  { do: 'checkout' },
  { do: 'pay' },
  { do: 'deliver', how: 'all' },
  { do: 'jobs' },
  { do: 'create' },
  { do: 'verify' },
  { do: 'finish' },
];
const rarely = <T>(one: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: one.map((it) => [it]) });
const mostly = <T>(one: T) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant([one]) }, { weight: 1, arbitrary: fc.constant([]) });
const ways = fc
  .tuple(...STRAIGHT.map((step) => fc.tuple(rarely(action), mostly(step))), fc.array(action, { maxLength: 5 }))
  .map((parts) => parts.flat(2) as Action[]);

type Subscription = { id: string; status: string; plan: string; customerId: string };
/** How far each status is; a registration never goes back but where somebody chooses another plan, and pays late. */
const RANK = ['started', 'payment_pending', 'paid', 'user_created', 'verified', 'finished', 'refunded'];
const EMPTIED = ['registrations', 'subscriptions', 'jobs', 'mails', 'webhook_events', 'users'] as const;
const SANDBOX = ['sandbox_objects', 'sandbox_requests', 'sandbox_deliveries'] as const;

/** @param outcomes counts how runs end. */
function makeRun(stage: PaymentsStage, email: string, outcomes: Map<string, number>) {
  const client = makeClient(stage.app);
  const checkouts: string[] = [];
  let registrationId = '';
  let seen = 'started';
  let granted: string = 'free';

  async function call(path: string, body: unknown = {}) {
    const answer = await client.post<{ checkout?: { id: string } }>(path, body);
    expect([path, answer.status < 500, JSON.stringify(answer.body)]).toEqual([path, true, expect.anything()]);
    return answer.body;
  }
  const step = (name: string, body?: unknown) => call(`/api/registration/${registrationId}/${name}`, body);

  async function choose(chosen: string, cycle: string): Promise<void> {
    const body = (await call('/api/registration', { email: email, plan: chosen, cycle })) as unknown as {
      registration?: Registration;
    };
    registrationId ||= body.registration?.id ?? '';
  }

  /** What the provider says: nobody else is asked. */
  async function provided(): Promise<Subscription[]> {
    const rows = await stage.app.deps.db
      .selectFrom('sandbox_objects')
      .select('data')
      .where('type', '=', 'subscription')
      .execute();
    return rows.map(({ data }) => {
      const { id, status, items, customer } = JSON.parse(data);
      return { id, status, customerId: customer, plan: items.data[0].price.id.split('_')[1] };
    });
  }

  async function deliver(how: string): Promise<void> {
    const { app, sandbox } = stage;
    const { db } = app.deps;
    const due = await db.selectFrom('sandbox_deliveries').select('event_id').orderBy('event_id').execute();
    await db.deleteFrom('sandbox_deliveries').execute();
    const ids = due.map(({ event_id }) => event_id);
    const order = {
      all: ids,
      none: [],
      twice: [...ids, ...ids],
      reversed: ids.toReversed(),
      half: ids.filter((_, i) => i % 2),
    };
    for (const id of order[how as keyof typeof order]) {
      const { data } = await db
        .selectFrom('sandbox_objects')
        .select('data')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const headers = { 'stripe-signature': signedBy(sandbox.webhookSecret, data, app.clock) };
      const { status } = await app.fetch('/api/webhooks/stripe', { method: 'POST', body: data, headers });
      expect(status).toBe(200);
    }
  }

  /** Lets whoever pays press a button of the portal. */
  async function press(action: 'cancel' | 'change-plan', priceId = ''): Promise<void> {
    for (const { id, status, customerId } of await provided()) {
      if (status === 'canceled') continue;
      const url = await stage.payments.createPortal({ customerId, returnUrl: 'http://proofbell.test/settings' });
      const portal = url.split('/').at(-1) ?? '';
      const done = await stage.sandbox.desk.act(portal, { kind: action, subscriptionId: id, priceId });
      expect(done).toBeOneOf(['done', 'impossible']);
    }
  }

  async function take(one: Action): Promise<void> {
    const { app, jobs, payments } = stage;
    const last = checkouts.at(-1);
    switch (one.do) {
      case 'choose':
        return choose(one.plan, one.cycle);
      case 'deliver':
        return deliver(one.how);
      case 'wait':
        return app.clock.advance(one.ms);
      case 'checkout': {
        const { checkout } = await step('payment');
        if (checkout && checkout.id !== last) checkouts.push(checkout.id);
        return;
      }
      case 'pay':
        return last === undefined ? undefined : stage.pay(last);
      case 'confirm':
        await step('payment', { sessionId: last ?? 'cs_none' });
        return;
      case 'create':
        await step('create-user', { password: PASSWORD });
        return;
      case 'verify':
        await app.deps.db.updateTable('users').set({ email_verified: 1 }).execute();
        return;
      case 'finish':
        await step('finish');
        return;
      case 'force':
        await step('force-finish');
        return;
      case 'jobs':
        return jobs.flush();
      case 'sweep':
        return sweepRegistrations(app.deps);
      case 'leave':
        return press('cancel');
      case 'switch':
        return press('change-plan', `price_${one.to}_monthly`);
      case 'grant':
        if (await grantPlan(app.deps, email, one.plan)) granted = one.plan;
        return;
      case 'cancel':
        for (const { id } of await provided()) await payments.cancelSubscription(id, `by-hand:${id}`);
        return;
    }
  }

  /** The registration that the steps are taken of: one that is chosen when it can't be gone on with is another's. */
  const held = () => stage.app.deps.db.selectFrom('registrations').selectAll().orderBy('created_at').executeTakeFirst();

  /** What holds at every moment. */
  async function check(one: Action): Promise<void> {
    const { db } = stage.app.deps;
    const row = await held();
    // Forgotten, months later.
    if (!row) return;
    const users = await db.selectFrom('users').select('id').execute();
    const label = JSON.stringify(one);
    expect([label, users.length]).toEqual([label, row.user_id === null ? 0 : 1]);
    const isBack = RANK.indexOf(row.status) < RANK.indexOf(seen);
    if (isBack && row.status !== 'expired')
      expect([label, row.status]).toEqual([one.do === 'choose' ? label : '', 'started']);
    if (row.status === 'expired') expect([label, row.paid_at, row.user_id]).toEqual([label, null, null]);
    seen = row.status;
    if (row.paid_at !== null) expect((await provided()).length).toBeGreaterThan(0);
    // Nobody has an account without having paid for the plan, or gone on with Free.
    const isAllowed = row.plan === 'free' || row.paid_at !== null || row.is_forced === 1;
    if (row.user_id !== null) expect([label, isAllowed]).toEqual([label, true]);
    if (['user_created', 'verified', 'finished'].includes(row.status)) expect(row.user_id).not.toBeNull();
  }

  /** What holds once everything that was queued is done, however many messages were lost. */
  async function settle(): Promise<void> {
    const { app, jobs } = stage;
    for (let n = 0; n < 3; n++) {
      // Every subscription is read back daily.
      app.clock.advance(25 * HOUR);
      await jobs.queueReads();
      await jobs.flush();
    }
    const row = await held();
    if (!row) return;
    const all = await provided();
    const live = all.filter(({ status }) => status !== 'canceled');
    expect(live.length).toBeLessThanOrEqual(1);
    const isPaid = row.paid_at !== null && row.status !== 'refunded';
    if (live.length > 0) expect([row.status, isPaid]).toEqual([row.status, true]);
    if (isPaid) expect(all.length).toBeGreaterThan(0);
    const outcome = `${row.user_id === null ? 'no account' : 'account'}, ${live.length > 0 ? 'plan' : 'no plan'}`;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (row.user_id === null) return;
    const me = await makeClient(app).post<{ user: { subscription: { max_sites: number } } }>('/api/auth/login', {
      email: email,
      password: PASSWORD,
    });
    const sitesOf = (plan: string) => PLANS.find(({ id }) => id === plan)?.max_sites ?? 0;
    const expected = Math.max(sitesOf(live[0]?.plan ?? 'free'), sitesOf(granted));
    expect(me.body.user.subscription.max_sites).toBe(expected);
    if (granted !== 'free') outcomes.set('granted', (outcomes.get('granted') ?? 0) + 1);
  }

  async function clean(): Promise<void> {
    const { db } = stage.app.deps;
    for (const table of [...EMPTIED, ...SANDBOX]) await db.deleteFrom(table).execute();
  }

  return { choose, take, check, settle, clean };
}

onBothDatabases('registering and paying in any order', { postgres: 'long', turns: 'forced' }, (database) => {
  it('gives a plan exactly to whom pays for it, once, and skips no step', { timeout: 3_600_000 }, async () => {
    const stage = await makePaymentsStage(database());
    const outcomes = new Map<string, number>();
    let count = 0;
    await fc.assert(
      fc.asyncProperty(
        plan,
        fc.constantFrom(...CYCLES),
        fc.oneof(ways, ways, fc.array(action, { maxLength: 14 })),
        async (first, cycle, all) => {
          const run = makeRun(stage, `somebody-${++count}@shop.example`, outcomes);
          try {
            await run.choose(first, cycle);
            for (const one of all) {
              await run.take(one);
              await run.check(one);
            }
            await run.settle();
          } finally {
            await run.clean();
          }
        },
      ),
      { numRuns: runs(40, 50, 10_000) },
    );
    // Otherwise it would prove nothing.
    for (const end of ['account, plan', 'account, no plan', 'no account, plan', 'no account, no plan', 'granted'])
      expect([end, outcomes.get(end) ?? 0]).toEqual([end, expect.toSatisfy((times: number) => times > 0)]);
    await stage.stop();
  });
});
