// What a trial says is what the widget would do.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileRules } from '#shared/embed/compile-rules.ts';
import type { Condition, Rules } from '#shared/embed/rule-types.ts';
import { rulesHold } from '#shared/embed/rules.ts';
import { reference, referenceAll } from '#tests/support/rules-reference.ts';
import { runs } from '#tests/support/runs.ts';
import { storableRules } from '#tests/support/storable-rules.ts';
import { addressIn, decisiveStep, factNamesIn, factsOf, firstVisit, type Step, tryRules, type Visit } from './trial.ts';

const SITE = { domain: 'shop.example', timezone: 'Asia/Kolkata' };
const NOW = Date.parse('2026-03-10T23:30:00Z');
const few = fc.constantFrom('0', '1', '2', '30', '99', '', 'x', '49,5');
const visit: fc.Arbitrary<Visit> = fc.record({
  address: fc.constantFrom('https://shop.example/', '/a', 'shop.example/é?q=1', 'https://shop.example/x#/route'),
  referrer: fc.constantFrom('', 'google.com', 'https://www.a.b/path', 'x'),
  device: fc.constantFrom('desktop' as const, 'tablet' as const, 'mobile' as const),
  language: fc.constantFrom('en', 'pt-BR', ' zh-Hant-TW ', ''),
  when: fc.constantFrom('', '2026-03-29T02:30', '2026-12-31T23:59'),
  visits: few,
  pages: few,
  time: few,
  scroll: few,
  exit: fc.boolean(),
  facts: fc.array(fc.record({ name: fc.constantFrom('x', 'a', 'B'), value: fc.constantFrom('', 'x', '5') }), {
    maxLength: 3,
  }),
});

/** The conditions with the steps that stand for them, those of groups too. */
const pairsOf = ({ conditions }: Rules, steps: readonly Step[]): [Rules['conditions'][number], Step | undefined][] =>
  conditions.flatMap((condition, at): [Rules['conditions'][number], Step | undefined][] => [
    [condition, steps[at]],
    ...(condition.type === 'group' ? pairsOf(condition, steps[at]?.group?.steps ?? []) : []),
  ]);

it("the verdict is the widget's, and each condition's is the reference's", () => {
  fc.assert(
    fc.property(storableRules, visit, (rules, described) => {
      const facts = factsOf(described, SITE, NOW);
      if (!facts) throw new Error('not an address');
      const trial = tryRules(rules, facts);
      expect(trial.isShown).toBe(rulesHold(compileRules(rules), { ...facts }));
      expect(trial.isShown).toBe(referenceAll(rules, { ...facts }));
      for (const [condition, step] of pairsOf(rules, trial.steps)) {
        if (step?.state !== 'skipped') expect(step?.state === 'holds').toBe(reference(condition, { ...facts }));
      }
      // Exactly one condition decides, unless it took them all.
      const isSettled = rules.conditions.length > 0 && trial.isShown === (rules.match === 'any');
      expect(trial.steps.filter(({ isDecisive }) => isDecisive)).toHaveLength(isSettled ? 1 : 0);
    }),
    { numRuns: runs(60, 500, 5_000) },
  );
});

const mobile: Condition = { type: 'device', operator: 'is', value: ['mobile'] };
const desktop: Condition = { type: 'device', operator: 'is', value: ['desktop'] };
const returning: Condition = { type: 'visitor', operator: 'is', value: ['returning'] };
const trialOf = (match: Rules['match'], ...conditions: Rules['conditions']) => {
  const facts = factsOf(firstVisit('shop.example'), SITE, NOW);
  if (!facts) throw new Error('not an address');
  const { isShown, steps } = tryRules({ match, conditions }, facts);
  return { isShown, states: steps.map(({ state }) => state), decisive: decisiveStep(steps)?.text };
};

describe('the condition that decides', () => {
  it('is the first that fails where all must hold; the rest is not reached', () => {
    expect(trialOf('all', desktop, mobile, returning)).toEqual({
      isShown: false,
      states: ['holds', 'fails', 'skipped'],
      decisive: 'the device is mobile',
    });
  });

  it('is the first that holds where any may', () => {
    expect(trialOf('any', mobile, desktop, returning)).toEqual({
      isShown: true,
      states: ['fails', 'holds', 'skipped'],
      decisive: 'the device is desktop',
    });
  });

  it('is the one within a group', () => {
    const group = { type: 'group' as const, match: 'all' as const, conditions: [desktop, returning] };
    expect(trialOf('all', desktop, group).decisive).toBe('the visitor is returning');
  });

  it('is none where it took them all', () => {
    expect(trialOf('all', desktop)).toEqual({ isShown: true, states: ['holds'], decisive: undefined });
    expect(trialOf('any', mobile, returning)).toMatchObject({ isShown: false, decisive: undefined });
    expect(trialOf('all')).toEqual({ isShown: true, states: [], decisive: undefined });
  });
});

it('takes a path, a host and a full address, and nothing else', () => {
  expect(addressIn('/a?b=c', 'shop.example')).toBe('https://shop.example/a?b=c');
  expect(addressIn(' other.example/a ', 'shop.example')).toBe('https://other.example/a');
  expect(addressIn('http://localhost:3000/a', undefined)).toBe('http://localhost:3000/a');
  expect(addressIn('not an address', 'shop.example')).toBeNull();
  expect(addressIn('', 'shop.example')).toBeNull();
});

it("reads the time on the site's clocks, in summer and winter", () => {
  const at = (timezone: string, when: string) =>
    new Date(factsOf({ ...firstVisit('a.b'), when }, { ...SITE, timezone }, NOW)?.now ?? 0).toISOString();
  expect(at('Asia/Kolkata', '2026-03-10T05:00')).toBe('2026-03-09T23:30:00.000Z');
  expect(at('Europe/Lisbon', '2026-07-01T12:00')).toBe('2026-07-01T11:00:00.000Z');
  expect(at('Europe/Lisbon', '2026-12-01T12:00')).toBe('2026-12-01T12:00:00.000Z');
  expect(at('America/New_York', '2026-03-08T03:30')).toBe('2026-03-08T07:30:00.000Z');
  expect(at('America/New_York', '2026-11-01T03:30')).toBe('2026-11-01T08:30:00.000Z');
  // Of an hour that comes twice the first, as in the editor; a zone that the browser doesn't know stands for UTC.
  expect(at('America/New_York', '2026-11-01T01:30')).toBe('2026-11-01T05:30:00.000Z');
  expect(at('Europe/Lisbon', '2026-10-25T01:30')).toBe('2026-10-25T00:30:00.000Z');
  expect(at('Mars/Olympus', '2026-11-01T01:30')).toBe('2026-11-01T01:30:00.000Z');
});

it('says nothing of a time that is none: no condition holds, and none fails', () => {
  for (const when of ['20266-03-10T05:00', '2026-02-30T05:00', 'soon']) {
    expect(factsOf({ ...firstVisit('a.b'), when }, SITE, NOW), when).toBeNull();
  }
});

it('finds the facts that rules ask for, in groups, too', () => {
  const fact = (name: string): Condition => ({ type: 'fact', name, operator: 'is', value: ['x'] });
  const rules: Rules = {
    match: 'all',
    conditions: [fact('a'), { type: 'group', match: 'any', conditions: [fact('b'), fact('a')] }],
  };
  expect(factNamesIn([rules])).toEqual(['a', 'b']);
});

it('begins a visit on the first page that the rules ask for, so that the first answer is not a no', () => {
  const page = (operator: 'is' | 'is-not' | 'starts-with', value: string): Rules => ({
    match: 'all',
    conditions: [
      { type: 'exit', operator: 'happened' },
      { type: 'page', operator, value: [value] },
    ],
  });
  expect(firstVisit('shop.example', page('starts-with', '/desks')).address).toBe('https://shop.example/desks');
  expect(firstVisit('shop.example', page('is', 'https://other.example/a')).address).toBe('https://other.example/a');
  expect(firstVisit('shop.example', page('is-not', '/cart')).address).toBe('https://shop.example/');
});
