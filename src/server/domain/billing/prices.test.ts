// Plans are sold only at the prices that we name.
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { BILLING_MESSAGES } from '#shared/billing-messages.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { makeClock } from '#tests/support/app.ts';
import { PaymentsError, type ProviderPrice } from './payments.ts';
import { type BuyingDeps, makePriceCheck, priceIssues, startBuying } from './prices.ts';

const IDS = {
  starter: { monthly: 'p1', annual: 'p2' },
  growth: { monthly: 'p3', annual: 'p4' },
  agency: { monthly: 'p5', annual: 'p6' },
};
const price = (id: string, dollars: number, interval: string): ProviderPrice => ({
  id,
  amount: dollars * 100,
  currency: 'usd',
  interval,
  isActive: true,
});
const RIGHT = [
  price('p1', 19, 'month'),
  price('p2', 190, 'year'),
  price('p3', 49, 'month'),
  price('p4', 490, 'year'),
  price('p5', 149, 'month'),
  price('p6', 1490, 'year'),
];
const withChange = (id: string, change: Partial<ProviderPrice>) =>
  RIGHT.map((one) => (one.id === id ? { ...one, ...change } : one));

const HERE = { mayBeLocal: () => true };
const ELSEWHERE = { mayBeLocal: () => false };

/** A provider that answers what `answer` says at the time. */
function makeCheck(answer: () => ProviderPrice[]) {
  const clock = makeClock();
  const lines: [string, object, string][] = [];
  let calls = 0;
  const note = (level: string) => (details: object, message: string) => void lines.push([level, details, message]);
  const payments = {
    mode: 'live' as const,
    priceIds: IDS,
    async readPrices() {
      calls++;
      return answer();
    },
  };
  const log = { info: note('info'), warn: note('warn'), error: note('error') };
  const deps: BuyingDeps = { payments, config: { publicUrl: 'https://x', isSandboxAllowed: false }, clock, log };
  return { check: makePriceCheck(payments, deps), deps, clock, lines, calls: () => calls };
}
const down = (): never => {
  throw new PaymentsError('unavailable', 'readPrices: the payment provider is out of reach');
};

describe('what is wrong with prices', () => {
  it('is nothing when amount, currency and interval are those of the plans', () => {
    expect(priceIssues(IDS, RIGHT)).toEqual([]);
  });

  it.each([
    ['another amount', { amount: 4901 }, 'growth monthly (p3): 4901 usd a month; expected 4900 usd a month'],
    [
      'no fixed amount',
      { amount: null },
      'growth monthly (p3): no fixed amount usd a month; expected 4900 usd a month',
    ],
    ['another currency', { currency: 'eur' }, 'growth monthly (p3): 4900 eur a month; expected 4900 usd a month'],
    ['another interval', { interval: 'year' }, 'growth monthly (p3): 4900 usd a year; expected 4900 usd a month'],
    ['no interval', { interval: null }, 'growth monthly (p3): 4900 usd in another rhythm; expected 4900 usd a month'],
    ['archived', { isActive: false }, "growth monthly (p3): archived, so it can't be bought"],
  ])('is told with the price: %s', (_, change, issue) => {
    expect(priceIssues(IDS, withChange('p3', change))).toEqual([issue]);
  });

  it('is told for a price that is gone, and for two that were swapped', () => {
    expect(priceIssues(IDS, RIGHT.slice(1))).toEqual([
      'starter monthly (p1): no such price; expected 1900 usd a month',
    ]);
    const swapped = { ...IDS, starter: { monthly: 'p2', annual: 'p1' } };
    expect(priceIssues(swapped, RIGHT)).toHaveLength(2);
  });
});

describe('the price check', () => {
  it('turns buying on once the prices are right, and looks again a day later', async () => {
    const { check, clock, calls, lines } = makeCheck(() => RIGHT);
    expect(check.offer()).toEqual({ buying: 'off', reason: BILLING_MESSAGES.notCheckedYet });
    await check.run();
    expect(check.offer()).toEqual({ buying: 'live', reason: null });
    clock.advance(DAY - 1);
    await check.run();
    expect(calls()).toBe(1);
    clock.advance(1);
    await check.run();
    expect(calls()).toBe(2);
    expect(lines.map(([level]) => level)).toEqual(['info']);
  });

  it('turns buying off when a price is changed at the provider, and the log names it; on again when it is mended', async () => {
    let prices = RIGHT;
    const { check, clock, lines } = makeCheck(() => prices);
    await check.run();
    prices = withChange('p6', { amount: 1490 });
    clock.advance(DAY);
    await check.run();
    expect(check.offer()).toEqual({ buying: 'off', reason: BILLING_MESSAGES.paymentNotSetUp });
    expect(lines.at(-1)).toEqual([
      'error',
      { prices: ['agency annual (p6): 1490 usd a year; expected 149000 usd a year'] },
      expect.stringContaining('buying is off'),
    ]);
    prices = RIGHT;
    clock.advance(DAY);
    await check.run();
    expect(check.offer().buying).toBe('live');
  });

  it('tries again with growing pauses while the provider is down, at most an hour, and sells nothing before the first answer', async () => {
    let isDown = true;
    const { check, clock, calls } = makeCheck(() => (isDown ? down() : RIGHT));
    const minutes: number[] = [];
    for (let minute = 0; minute <= 250; minute++) {
      const before = calls();
      await check.run();
      if (calls() > before) minutes.push(minute);
      clock.advance(MINUTE);
    }
    expect(minutes).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243]);
    expect(check.offer().buying).toBe('off');
    isDown = false;
    clock.advance(HOUR);
    await check.run();
    expect(check.offer().buying).toBe('live');
  });

  it('keeps selling through an outage once the prices were right', async () => {
    let isDown = false;
    const { check, clock, lines } = makeCheck(() => (isDown ? down() : RIGHT));
    await check.run();
    isDown = true;
    clock.advance(DAY);
    await check.run();
    expect(check.offer().buying).toBe('live');
    expect(lines.at(-1)?.[1]).toMatchObject({ retryInMinutes: 1, buying: 'live' });
  });

  it('stops selling when the key is refused', async () => {
    let isRefused = false;
    const { check, clock, lines } = makeCheck(() => {
      if (isRefused) throw new PaymentsError('refused', 'readPrices: the payment provider answered 401');
      return RIGHT;
    });
    await check.run();
    isRefused = true;
    clock.advance(DAY);
    await check.run();
    expect(check.offer().buying).toBe('off');
    expect(lines.at(-1)).toEqual(['error', expect.anything(), expect.stringContaining('refuses')]);
  });

  it('does not wait when the clock was set back', async () => {
    const { check, clock, calls } = makeCheck(() => RIGHT);
    await check.run();
    clock.advance(-HOUR);
    await check.run();
    expect(calls()).toBe(2);
  });
});

describe('who may buy', () => {
  const offers = async (deps: Partial<BuyingDeps> & { config: BuyingDeps['config'] }) => {
    const buying = startBuying({ ...makeCheck(() => RIGHT).deps, ...deps });
    // The first check has only promises to wait for.
    await setImmediate();
    return [buying.buyingFor(HERE), buying.buyingFor(ELSEWHERE)];
  };
  const sandbox = { mode: 'test' as const, priceIds: IDS, readPrices: async () => down() };

  it.each([
    { publicUrl: 'http://localhost:3000', isSandboxAllowed: false, expected: ['test', 'off'] },
    { publicUrl: 'http://127.0.0.1:3000', isSandboxAllowed: false, expected: ['test', 'off'] },
    { publicUrl: 'http://[::1]:3000', isSandboxAllowed: false, expected: ['test', 'off'] },
    { publicUrl: 'https://proof.example', isSandboxAllowed: false, expected: ['off', 'off'] },
    { publicUrl: 'http://localhost.evil.example', isSandboxAllowed: false, expected: ['off', 'off'] },
    { publicUrl: 'https://proof.example', isSandboxAllowed: true, expected: ['test', 'test'] },
  ])(
    'in the sandbox of $publicUrl, allowed elsewhere: $isSandboxAllowed → $expected',
    async ({ expected, ...config }) => {
      expect(await offers({ payments: sandbox, config })).toEqual(expected);
    },
  );

  it('everybody with Stripe, wherever the server is', async () => {
    const config = { publicUrl: 'https://proof.example', isSandboxAllowed: false };
    expect(await offers({ config })).toEqual(['live', 'live']);
  });

  it('nobody without a provider, and the page says so', async () => {
    const config = { publicUrl: 'http://localhost:3000', isSandboxAllowed: true };
    expect(await offers({ payments: null, config })).toEqual(['off', 'off']);
    const buying = startBuying({ ...makeCheck(() => RIGHT).deps, payments: null });
    expect(buying.offerFor(HERE)).toEqual({ buying: 'off', reason: BILLING_MESSAGES.nothingForSale });
  });
});
