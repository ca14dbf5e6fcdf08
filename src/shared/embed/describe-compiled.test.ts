import { expect, it } from 'vitest';
import { FACTS } from '#tests/support/snapshot.ts';
import { compileCondition, compileRules } from './compile-rules.ts';
import { describeCompiled } from './describe-condition.ts';
import { compiledLines, type RuleLine } from './describe-rules.ts';
import { CONDITION_OPERATORS, type Condition, type ConditionGroup, type Rules } from './rule-types.ts';

/** @returns the description of a condition as compiled for visitors' browsers: one text, or those of a group. */
function described(condition: Condition | ConditionGroup): (string | string[])[] {
  const texts = ({ text, found, lines }: RuleLine): string[] =>
    lines ? [text, ...lines.flatMap(texts)] : [`${text}; ${found}`];
  const compiled = JSON.parse(JSON.stringify(compileRules({ match: 'all', conditions: [condition] })));
  return compiledLines(compiled, { ...FACTS, href: 'https://shop.example/desks?utm=a#top' }).flatMap(texts);
}

const page = (operator: string, ...value: string[]) => ({ type: 'page', operator, value });
const PAGE = '/desks';
const WHOLE = 'https://shop.example/desks';
const DIRECT = 'came directly';

const CASES = [
  [page('is', '/Café'), `the page is “/café” or “/café/”; ${PAGE}`],
  [page('is-not', '/a'), `the page is neither “/a” nor “/a/”; ${PAGE}`],
  [page('contains', 'oak', 'ash'), `the page is like “*oak*” or “*ash*”; ${PAGE}`],
  [page('starts-with', '/desks'), `the page is like “/desks*”; ${PAGE}`],
  [page('ends-with', '.html'), `the page is like “*.html”; ${PAGE}`],
  [page('matches', '/a/*/b'), `the page is like “/a/*/b”; ${PAGE}`],
  [page('starts-with', 'HTTPS://shop.example/a'), `the page is like “https://shop.example/a*”; ${WHOLE}`],
  [
    page('is-not', '/a', 'https://b.example/'),
    'All of these must be true',
    `the page is neither “https://b.example” nor “https://b.example/”; ${WHOLE}`,
    `the page is neither “/a” nor “/a/”; ${PAGE}`,
  ],
  [{ type: 'query', name: 'utm', operator: 'is-not', value: ['b'] }, 'the query parameter “utm” is not “b”; “a”'],
  [
    { type: 'referrer', operator: 'is', value: ['b.example'] },
    `the site this visit came from is like “b.example” or “*.b.example”; ${DIRECT}`,
  ],
  [
    { type: 'referrer', operator: 'is-not', value: ['b.example'] },
    `the site this visit came from is like neither “b.example” nor “*.b.example”; ${DIRECT}`,
  ],
  [
    { type: 'referrer', operator: 'contains', value: ['blog'] },
    `the site this visit came from is like “*blog*”; ${DIRECT}`,
  ],
  [{ type: 'device', operator: 'is', value: ['mobile', 'tablet'] }, 'the device is mobile or tablet; desktop'],
  [{ type: 'language', operator: 'is', value: ['pt'] }, "the visitor's language is like pt or pt-*; en"],
  [{ type: 'visitor', operator: 'is-not', value: ['new'] }, 'the visitor is not new; new, visit 1'],
  [{ type: 'visits', operator: 'at-most', value: 2 }, 'the number of visits is at most 2; 1'],
  [{ type: 'pages', operator: 'at-least', value: 3 }, 'the number of pages in this visit is at least 3; 1'],
  [{ type: 'time', operator: 'at-least', value: 30 }, 'the time on the page is at least 30 s; 12 s'],
  [{ type: 'scroll', operator: 'at-least', value: 50 }, 'the scroll depth is at least 50%; 0%'],
  [{ type: 'exit', operator: 'happened' }, 'the mouse left through the top of the page; not yet'],
  [
    { type: 'date', operator: 'between', value: ['2026-03-01', '2026-03-31'] },
    'the date is between 2026-03-01 and 2026-03-31; 2026-03-10 in UTC',
  ],
  [
    { type: 'date', operator: 'between', value: ['2026-03-01', ''] },
    'the date is 2026-03-01 or later; 2026-03-10 in UTC',
  ],
  [
    { type: 'date', operator: 'between', value: ['', '2026-03-01'] },
    'the date is 2026-03-01 or earlier; 2026-03-10 in UTC',
  ],
  [{ type: 'date', operator: 'between', value: ['', ''] }, 'the date can be any; 2026-03-10 in UTC'],
  [
    { type: 'weekday', operator: 'is', value: ['sat', 'sun'] },
    'the day of the week is Saturday or Sunday; Tuesday in UTC',
  ],
  [
    { type: 'hour', operator: 'between', value: ['09:00', '17:00'] },
    'the time of day is between 09:00 and 16:59; 12:00 in UTC',
  ],
  [
    { type: 'hour', operator: 'between', value: ['22:00', '06:00'] },
    'At least one of these must be true',
    'the time of day is 22:00 or later; 12:00 in UTC',
    'the time of day is 05:59 or earlier; 12:00 in UTC',
  ],
  [
    { type: 'fact', name: 'cart', operator: 'at-least', value: 50 },
    'the fact “cart” is at least 50; not set on this page',
  ],
  [
    { type: 'fact', name: 'cart', operator: 'at-most', value: -1 },
    'the fact “cart” is at most -1; not set on this page',
  ],
  [
    { type: 'fact', name: 'plan', operator: 'starts-with', value: ['Pro'] },
    'the fact “plan” is like “pro*”; not set on this page',
  ],
  [
    {
      type: 'group',
      match: 'any',
      conditions: [
        { type: 'exit', operator: 'happened' },
        { type: 'time', operator: 'at-least', value: 5 },
      ],
    },
    'At least one of these must be true',
    'the mouse left through the top of the page; not yet',
    'the time on the page is at least 5 s; 12 s',
  ],
] as unknown as [Condition | ConditionGroup, ...string[]][];

it.each(CASES)('describes %j as compiled', (condition, ...expected) => {
  expect(described(condition)).toEqual(expected);
});

it('describes every type and operator that can be stored', () => {
  const kinds = CASES.map(([{ type }]) => type).filter((type) => type !== 'group');
  expect([...new Set(kinds)].sort()).toEqual(Object.keys(CONDITION_OPERATORS).sort());
  const value = { date: ['2026-01-01', '2026-02-01'], hour: ['22:00', '00:00'] } as Record<string, string[]>;
  for (const [type, operators] of Object.entries(CONDITION_OPERATORS)) {
    for (const operator of operators) {
      const isNumber = operator.startsWith('at-');
      const condition = { type, operator, name: 'cart', value: isNumber ? 5 : (value[type] ?? ['x']) };
      expect(described(condition as Condition).join()).not.toMatch(
        /undefined|unknown|e\+|~|at-|-not|-with|\b(to|and|or|most|least|is|like) ?;/,
      );
    }
  }
});

it("uses the widget's own verdict for each line", () => {
  const rules: Rules = {
    match: 'any',
    conditions: [
      { type: 'time', operator: 'at-least', value: 12 },
      { type: 'time', operator: 'at-least', value: 13 },
      { type: 'hour', operator: 'between', value: ['22:00', '06:00'] },
    ],
  };
  expect(compiledLines(compileRules(rules), FACTS).map(({ holds }) => holds)).toEqual([true, false, false]);
});

it('says so if a type or a comparison comes from a later version', () => {
  const later = { requirement: 'a condition of type “weather”', found: 'unknown to this version' };
  expect(describeCompiled({ type: 'weather', like: [['rain']] }, FACTS)).toEqual(later);
  const nothing = compileCondition({ type: 'weather', operator: 'at-least', value: 1 } as never);
  expect(describeCompiled(nothing as never, FACTS)).toEqual(later);
  expect(describeCompiled({ type: 'time' }, FACTS).found).toBe('unknown to this version');
  expect(describeCompiled({ type: 'toString', from: 1, to: 2 }, FACTS).found).toBe('unknown to this version');
});
