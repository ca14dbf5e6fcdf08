import { expect, it } from 'vitest';
import { describeCondition } from './describe-condition.ts';
import type { Facts } from './facts.ts';
import { CONDITION_OPERATORS, type Condition } from './rule-types.ts';

const FACTS: Facts = {
  now: Date.parse('2026-03-10T23:30:00Z'),
  timezone: 'Asia/Tokyo',
  href: 'https://shop.example/desks/e%C3%A9?utm=a&utm=b#reviews',
  referrer: 'blog.example',
  device: 'tablet',
  language: 'pt-BR',
  visits: 3,
  pages: 2,
  time: 12.9,
  scroll: 40.5,
  exit: false,
  fact: (name) => (name === 'cart' ? '12' : undefined),
};

const PAGES = (operator: string, words: string) => [
  { type: 'page', operator, value: ['/a', '/b'] },
  `the page ${words}`,
  '/desks/eé',
];

/** One of each type and operator with wording of its own. */
const CASES = [
  PAGES('is', 'is “/a” or “/b”'),
  PAGES('is-not', 'is neither “/a” nor “/b”'),
  PAGES('contains', 'contains “/a” or “/b”'),
  PAGES('starts-with', 'starts with “/a” or “/b”'),
  PAGES('ends-with', 'ends with “/a” or “/b”'),
  PAGES('matches', 'matches “/a” or “/b”'),
  [
    { type: 'page', operator: 'is-not', value: ['https://shop.example/a'] },
    'the page is not “https://shop.example/a”',
    'https://shop.example/desks/eé',
  ],
  [{ type: 'query', name: 'utm', operator: 'is', value: ['a'] }, 'the query parameter “utm” is “a”', '“a”, “b”'],
  [{ type: 'query', name: 'x', operator: 'is', value: ['a'] }, 'the query parameter “x” is “a”', 'not in the address'],
  [
    { type: 'referrer', operator: 'contains', value: ['blog'] },
    'the site this visit came from contains “blog”',
    'blog.example',
  ],
  [{ type: 'device', operator: 'is', value: ['mobile', 'tablet'] }, 'the device is mobile or tablet', 'tablet'],
  [{ type: 'language', operator: 'is-not', value: ['pt'] }, "the visitor's language is not pt", 'pt-BR'],
  [{ type: 'visitor', operator: 'is', value: ['new'] }, 'the visitor is new', 'returning, visit 3'],
  [{ type: 'visits', operator: 'at-most', value: 2 }, 'the number of visits is at most 2', '3'],
  [{ type: 'pages', operator: 'at-least', value: 3 }, 'the number of pages in this visit is at least 3', '2'],
  [{ type: 'time', operator: 'at-least', value: 30 }, 'the time on the page is at least 30 s', '12 s'],
  [{ type: 'scroll', operator: 'at-least', value: 50 }, 'the scroll depth is at least 50%', '40%'],
  [{ type: 'exit', operator: 'happened' }, 'the mouse left through the top of the page', 'not yet'],
  [
    { type: 'date', operator: 'between', value: ['2026-03-01', ''] },
    'the date is 2026-03-01 or later',
    '2026-03-11 in Asia/Tokyo',
  ],
  [
    { type: 'date', operator: 'between', value: ['', '2026-03-01'] },
    'the date is 2026-03-01 or earlier',
    '2026-03-11 in Asia/Tokyo',
  ],
  [
    { type: 'weekday', operator: 'is', value: ['sat', 'sun'] },
    'the day of the week is Saturday or Sunday',
    'Wednesday in Asia/Tokyo',
  ],
  [
    { type: 'hour', operator: 'between', value: ['22:00', '06:00'] },
    'the time of day is between 22:00 and 06:00',
    '08:30 in Asia/Tokyo',
  ],
  [{ type: 'fact', name: 'cart', operator: 'at-least', value: 50 }, 'the fact “cart” is at least 50', '“12”'],
  [{ type: 'fact', name: 'plan', operator: 'is', value: ['pro'] }, 'the fact “plan” is “pro”', 'not set on this page'],
] as unknown as [Condition, string, string][];

it.each(CASES)('describes what %j requires and what was found', (condition, requirement, found) => {
  expect(describeCondition(condition, FACTS)).toEqual({ requirement, found });
});

it('describes every type and operator that can be stored', () => {
  expect([...new Set(CASES.map(([{ type }]) => type))].sort()).toEqual(Object.keys(CONDITION_OPERATORS).sort());
  const value = { date: ['2026-01-01', '2026-02-01'], hour: ['09:00', '17:00'] } as Record<string, string[]>;
  for (const [type, operators] of Object.entries(CONDITION_OPERATORS)) {
    for (const operator of operators) {
      const isNumber = operator.startsWith('at-');
      const condition = { type, operator, name: 'cart', value: isNumber ? 5 : (value[type] ?? ['x']) };
      const { requirement, found } = describeCondition(condition as Condition, FACTS);
      expect(`${requirement}; ${found}`).not.toMatch(/undefined|at-|-not|-with|happened/);
    }
  }
});

it('treats a route in the fragment as part of the page, never a query', () => {
  const at = (href: string) =>
    describeCondition({ type: 'page', operator: 'is', value: ['/'] }, { ...FACTS, href }).found;
  expect(at('https://shop.example/app?a=1#/desk?proofbell=T')).toBe('/app#/desk');
  expect(at('https://shop.example/app#desk')).toBe('/app');
  expect(at('https://shop.example/%E0%A4%A')).toBe('/%E0%A4%A');
});

it('says so if a type comes from a later version, or the time zone is unknown', () => {
  const later = { type: 'weather', operator: 'is', value: ['rain'] } as unknown as Condition;
  expect(describeCondition(later, FACTS)).toEqual({
    requirement: 'a condition of type “weather”',
    found: 'unknown to this version',
  });
  const hour: Condition = { type: 'hour', operator: 'between', value: ['09:00', '17:00'] };
  expect(describeCondition(hour, { ...FACTS, timezone: 'x' }).found).toBe("this browser doesn't know the time zone x");
});
