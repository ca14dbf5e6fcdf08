// Compares the evaluator with a slow reference (tests/support/rules-reference.ts), for every type and operator.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reference, referenceAll } from '#tests/support/rules-reference.ts';
import { runs } from '#tests/support/runs.ts';
import { compileRules, conditionHolds } from './compile-rules.ts';
import type { Facts } from './facts.ts';
import { CONDITION_OPERATORS, type CompiledRules, type Condition, WEEKDAYS } from './rule-types.ts';
import { rulesHold } from './rules.ts';

// Few letters, to make matches likely, plus everything that has a meaning in an address or a pattern.
const PIECES = [
  'a',
  'B',
  'b',
  '/',
  '*',
  '%',
  '%41',
  '%2F',
  '%zz',
  '%C3%A9',
  '%ff',
  'é',
  '+',
  ' ',
  '-',
  '.',
  'http',
  '&amp;',
  '😀',
];
const letters = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''));
const word = fc.oneof(letters, fc.constantFrom('a', 'B', '/'));
const path = fc
  .array(fc.constantFrom(...PIECES.filter((piece) => piece !== ' ')), { maxLength: 5 })
  .map((all) => `/${all.join('')}`);
const fragment = fc.oneof(fc.constantFrom('', '#', '#top', '#!a', '#/', '#!/', '#/a?b=a', '#!/b/', '#/a#b'));
const search = fc
  .array(fc.tuple(fc.constantFrom('q', 'Q', 'ref', '%71'), word), { maxLength: 3 })
  .map((pairs) =>
    pairs.length > 0 ? `?${pairs.map(([name, value]) => `${name}=${value.replaceAll(' ', '+')}`).join('&')}` : '',
  );
const host = fc.constantFrom('a.b', 'www.a.b', 'b', 'a.bb', '');
const address = fc.tuple(path, search, fragment).map((parts) => new URL(`https://a.b${parts.join('')}`).href);
const language = fc.constantFrom('pt', 'pt-BR', 'PT-br', 'en', 'zh-Hant-TW', 'fil', '');
const zone = fc.constantFrom(
  'UTC',
  'Asia/Kolkata',
  'Europe/Berlin',
  'America/St_Johns',
  'Pacific/Kiritimati',
  'Africa/Monrovia',
  'Australia/Lord_Howe',
);
const moment = fc.oneof(
  fc.integer({ min: Date.parse('1980-01-01'), max: Date.parse('2100-01-01') }),
  // Around clock changes.
  fc.integer({ min: -7_200_000, max: 7_200_000 }).map((off) => Date.parse('2026-03-29T01:00:00Z') + off),
  fc.integer({ min: -7_200_000, max: 7_200_000 }).map((off) => Date.parse('2026-10-25T01:00:00Z') + off),
);
const amount = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constantFrom(0.5, -1));
const numeral = fc.oneof(amount.map(String), fc.constantFrom('', ' ', '2 ', '1e0', '0x2', 'a', '3 EUR', '1,5'));

const facts: fc.Arbitrary<Facts> = fc
  .record({
    now: moment,
    timezone: zone,
    href: address,
    referrer: host,
    device: fc.constantFrom('desktop' as const, 'tablet' as const, 'mobile' as const),
    language,
    visits: fc.integer({ min: 1, max: 4 }),
    pages: fc.integer({ min: 1, max: 4 }),
    time: amount,
    scroll: fc.integer({ min: 0, max: 4 }),
    exit: fc.boolean(),
    set: fc.dictionary(fc.constantFrom('x', 'y'), fc.oneof(word, numeral)),
  })
  .map(({ set, ...rest }) => ({ ...rest, fact: (name) => (Object.hasOwn(set, name) ? set[name] : undefined) }));

const list = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 3 });
const day = fc
  .integer({ min: -3, max: 3 })
  .map((days) => new Date(Date.parse('2026-03-29') + days * 86_400_000).toISOString().slice(0, 10));
const dates = fc
  .tuple(fc.oneof(fc.constant(''), day), fc.oneof(fc.constant(''), day))
  .filter(([a, b]) => !a || !b || a <= b);
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '29', '30', '59'))
  .map(([h, m]) => `${`${h}`.padStart(2, '0')}:${m}`);
const hours = fc
  .tuple(fc.oneof(clock, fc.constant('24:00')), fc.oneof(clock, fc.constant('24:00')))
  .filter(([a, b]) => a !== b);
const pageValue = fc.oneof(
  path,
  word,
  fc.tuple(path, fragment).map(([a, b]) => `https://a.b${a}${b.replace(/\?.*/, '')}`),
  fc.constantFrom('/#/a', '/#!/b', 'HTTPS://a.b/*'),
);

const VALUES: Record<Condition['type'], fc.Arbitrary<unknown>> = {
  page: list(pageValue),
  query: list(word),
  referrer: list(fc.constantFrom('a.b', 'A.B', 'b', '.b', 'w', '*.b')),
  device: list(fc.constantFrom('desktop', 'tablet', 'mobile')),
  language: list(fc.constantFrom('pt', 'pt-br', 'zh-Hant', 'fi', 'EN')),
  visitor: list(fc.constantFrom('new', 'returning')),
  visits: fc.integer({ min: 1, max: 4 }),
  pages: fc.integer({ min: 1, max: 4 }),
  time: fc.integer({ min: 1, max: 4 }),
  scroll: fc.integer({ min: 1, max: 4 }),
  exit: fc.constant(undefined),
  date: dates,
  weekday: list(fc.constantFrom(...WEEKDAYS)),
  hour: hours,
  fact: fc.constant(undefined),
};

const conditionOf = (type: Condition['type'], operator: string): fc.Arbitrary<Condition> => {
  const isNumber = operator === 'at-least' || operator === 'at-most';
  const value = type === 'fact' ? (isNumber ? amount : list(word)) : VALUES[type];
  return fc.tuple(value, fc.constantFrom('x', 'q', 'ref')).map(
    ([given, name]) =>
      ({
        type,
        operator,
        ...((type === 'query' || type === 'fact') && { name }),
        ...(given !== undefined && { value: given }),
      }) as Condition,
  );
};
const pairs = Object.entries(CONDITION_OPERATORS).flatMap(([type, operators]) =>
  operators.map((operator) => [type as Condition['type'], operator as string] as const),
);

test.each(pairs)('%s %s: the evaluator and the reference agree', (type, operator) => {
  const condition = conditionOf(type, operator);
  fc.assert(
    fc.property(condition, facts, (one, given) => {
      expect(conditionHolds(one, given)).toBe(reference(one, given));
    }),
    { numRuns: runs(60, 1_000, 20_000) },
  );
  // Neither answer may be so rare that the comparison proves nothing. Seeded, so that the test is deterministic.
  const answers = new Set<boolean>();
  for (let seed = 1; seed <= 20 && answers.size < 2; seed++) {
    const drawn = fc.sample(fc.tuple(condition, facts), { numRuns: 100, seed });
    for (const [one, given] of drawn) answers.add(reference(one, given));
  }
  expect(answers).toEqual(new Set([true, false]));
});

const condition = fc.oneof(...pairs.map(([type, operator]) => conditionOf(type, operator)));
const match = fc.constantFrom('all' as const, 'any' as const);
const group = fc.record({
  type: fc.constant('group' as const),
  match,
  conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
});
const rules = fc.record({ match, conditions: fc.array(fc.oneof(condition, group), { maxLength: 4 }) });

test('for whole rules, including groups, the evaluator and the reference agree', () => {
  fc.assert(
    fc.property(rules, facts, (given, present) => {
      expect(rulesHold(compileRules(given), present)).toBe(referenceAll(given, present));
    }),
    { numRuns: runs(300, 2_000, 50_000) },
  );
});

test('rulesHold returns a boolean and never throws, whatever it gets instead of compiled rules', () => {
  const anything = fc.oneof(
    fc.anything(),
    fc.record(
      {
        type: fc.constantFrom('page', 'visits', 'now', 'x'),
        like: fc.anything(),
        from: fc.anything(),
        to: fc.anything(),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({ match: fc.anything(), conditions: fc.array(fc.anything(), { minLength: 1 }) }),
  );
  fc.assert(
    fc.property(anything, facts, (given, present) => {
      expect(typeof rulesHold(given as CompiledRules, present)).toBe('boolean');
    }),
    { numRuns: runs(600, 3_000, 50_000) },
  );
});

test('every storable condition compiles to JSON without loss', () => {
  fc.assert(
    fc.property(rules, (given) => {
      const compiled = compileRules(given);
      expect(JSON.parse(JSON.stringify(compiled))).toEqual(compiled);
    }),
  );
});
