// Values computed by scipy, and by a second program.
import { describe, expect, it } from 'vitest';
import { conversionsToSee, isEnough, isRatioBroken, liftInterval, lnEvidence, lnHarm, thetaOf } from './evidence.ts';

const arms = (heldOut: number, shown: number) => ({ heldOut, shown });

describe('evidence from two counts', () => {
  it.each([
    [12, 88, 0.1, 0.751827, 1.06381],
    [20, 80, 0.1, 6.8259, 14.471],
    [50, 450, 0.1, 0.405393, 0.423758],
    [70, 430, 0.1, 10.6056, 22.7183],
    [150, 850, 0.1, 19285.7, 41521.2],
    [900, 9100, 0.1, 30.003, 0.0236693],
  ])('of %i and %i at %d', (heldOut, shown, share, e, harm) => {
    const counts = arms(heldOut, shown);
    expect(Math.exp(lnEvidence(counts, share)) / e).toBeCloseTo(1, 5);
    expect(Math.exp(lnHarm(counts, share)) / harm).toBeCloseTo(1, 5);
  });

  it('is enough from 20 on, for harm where 1 − I would be 0, too', () => {
    expect(Math.exp(lnEvidence(arms(500, 600), 0.5))).toBeCloseTo(18.732, 3);
    expect(isEnough(lnEvidence(arms(500, 600), 0.5))).toBe(false);
    expect(isEnough(lnEvidence(arms(900, 9100), 0.1))).toBe(true);
    expect(lnHarm(arms(70, 430), 0.5)).toBeGreaterThan(-10);
    expect(Number.isFinite(lnHarm(arms(70, 430), 0.5))).toBe(true);
  });

  it.each([
    [50, 450, 0.1, 0.0, -0.326, 0.555],
    [70, 430, 0.1, -0.317, -0.5311, 0.0311],
    [90, 910, 0.1, 0.1235, -0.174, 0.572],
    [150, 850, 0.1, -0.37, -0.525, -0.15],
    [900, 9100, 0.1, 0.123, 0.0041, 0.2614],
    [180, 820, 0.2, 0.139, -0.1, 0.459],
    [450, 550, 0.5, 0.222, 0.007, 0.485],
    [500, 600, 0.5, 0.2, -0.0013, 0.4434],
  ])('says what lift fits %i and %i at %d', (heldOut, shown, share, value, low, high) => {
    const found = liftInterval(arms(heldOut, shown), share);
    for (const [name, wanted] of Object.entries({ value, low, high }))
      expect(Math.abs(((found as Record<string, number>)[name] ?? Number.NaN) - wanted), name).toBeLessThan(0.0006);
  });

  it('says nothing of nobody, and has no end where nobody of an arm converted', () => {
    expect(liftInterval(arms(0, 0), 0.1)).toBeNull();
    expect(liftInterval(arms(0, 30), 0.1)).toMatchObject({ high: Number.POSITIVE_INFINITY });
    expect(liftInterval(arms(5, 0), 0.1)).toMatchObject({ value: -1, low: -1 });
    expect(lnEvidence(arms(0, 0), 0.1)).toBe(0);
  });

  it('telescopes: order and batches make no difference', () => {
    let sum = 0;
    for (let n = 0; n < 40; n++) {
      const [a, b] = [10 + Math.floor(n / 8), 90 + n - Math.floor(n / 8)];
      const isHeldOut = Math.floor((n + 1) / 8) > Math.floor(n / 8);
      sum += Math.log((isHeldOut ? a : b) / (100 + n)) - Math.log(isHeldOut ? 0.1 : 0.9);
    }
    expect(lnEvidence(arms(5, 35), 0.1)).toBeCloseTo(sum, 10);
  });

  it('has the interval without 0 exactly where it is enough', () => {
    for (let heldOut = 0; heldOut <= 60; heldOut += 3)
      for (const share of [0.1, 0.2, 0.5]) {
        const counts = arms(heldOut, 100);
        const found = liftInterval(counts, share);
        const isZeroOut = found !== null && (found.low > 0 || found.high < 0);
        expect(isZeroOut, `${heldOut} at ${share}`).toBe(isEnough(lnEvidence(counts, share)));
      }
  });
});

it('a sample ratio is broken where chance does not explain it', () => {
  expect(isRatioBroken(arms(600, 400), 0.5)).toBe(true);
  expect(isRatioBroken(arms(9_500, 90_500), 0.1)).toBe(true);
  expect(isRatioBroken(arms(10_000, 10_050), 0.5)).toBe(false);
  expect(isRatioBroken(arms(502, 498), 0.5)).toBe(false);
  // In GrowthBook's own terms: 1 / E.
  expect(Math.exp(-lnEvidence(arms(600, 400), 0.5, 1_000)) / 6.2831e-5).toBeCloseTo(1, 4);
  expect(Math.exp(-lnEvidence(arms(600, 400), 0.5, 10_000))).toBeCloseTo(0.17, 3);
  expect(Math.exp(-lnEvidence(arms(9_500, 90_500), 0.1, 1_000)) / 8.52e-6).toBeCloseTo(1, 2);
});

it('says after how many conversions a lift is seen: fewer for larger ones and larger shares', () => {
  const at = (lift: number, share: number) => conversionsToSee(lift, share);
  expect(at(-0.3, 0.1)).toBeLessThan(at(-0.2, 0.1));
  expect(at(0.2, 0.5)).toBeLessThan(at(0.2, 0.1));
  const theta = thetaOf(0.2, 0.1);
  const n = at(0.2, 0.1);
  expect(isEnough(lnEvidence(arms(n * theta, n * (1 - theta)), 0.1))).toBe(true);
  expect(isEnough(lnEvidence(arms((n - 1) * theta, (n - 1) * (1 - theta)), 0.1))).toBe(false);
  expect(at(1e-9, 0.1)).toBe(Number.POSITIVE_INFINITY);
});
