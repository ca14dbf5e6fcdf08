import { describe, expect, test } from 'vitest';
import { conditionSchema, rulesPatch, rulesSchema } from './rules.ts';

const messagesOf = (condition: unknown): string[] => {
  const result = conditionSchema.safeParse(condition);
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};
const page = (value: string[], operator = 'is') => ({ type: 'page', operator, value });

test.each([
  page(['/desks', 'https://shop.example/']),
  page(['checkout'], 'contains'),
  page(['*/reviews'], 'matches'),
  { type: 'query', name: 'utm_source', operator: 'starts-with', value: ['mail'] },
  { type: 'referrer', operator: 'is-not', value: ['google.com'] },
  { type: 'device', operator: 'is', value: ['mobile', 'tablet'] },
  { type: 'language', operator: 'is', value: ['pt-BR', 'zh-Hant-TW'] },
  { type: 'visitor', operator: 'is', value: ['returning'] },
  { type: 'visits', operator: 'at-least', value: 2 },
  { type: 'pages', operator: 'at-most', value: 10 },
  { type: 'time', operator: 'at-least', value: 86_400 },
  { type: 'scroll', operator: 'at-least', value: 100 },
  { type: 'exit', operator: 'happened' },
  { type: 'date', operator: 'between', value: ['', '2026-12-24'] },
  { type: 'weekday', operator: 'is', value: ['mon', 'sun'] },
  { type: 'hour', operator: 'between', value: ['22:00', '06:00'] },
  { type: 'fact', name: 'plan', operator: 'is', value: ['vip'] },
  { type: 'fact', name: 'cart', operator: 'at-least', value: 49.9 },
])('%j can be stored', (condition) => {
  expect(conditionSchema.parse(condition)).toEqual(condition);
});

test.each([
  [page(['desks']), 'value.0: Must start with / or https://'],
  [page(['ftp://shop.example']), 'value.0: Must start with / or https://'],
  [
    page(['/desks', '*?ref=mail'], 'matches'),
    'value.1: Leave out the ? and everything after it. Query parameters have their own condition',
  ],
  [page([]), 'value: Enter at least one value'],
  [page(['  ']), 'value.0: Enter a value'],
  [page(['/a\0']), "value.0: Contains characters that can't be stored"],
  [{ ...page(['/']), extra: 1 }, ': Unrecognized key: "extra"'],
  [{ type: 'query', name: 'a b', operator: 'is', value: ['x'] }, 'name: Enter a name without spaces'],
  [{ type: 'query', name: '', operator: 'is', value: ['x'] }, 'name: Enter a name without spaces'],
  [
    { type: 'referrer', operator: 'is', value: ['https://google.com/'] },
    'value.0: Enter a hostname, such as google.com',
  ],
  [{ type: 'device', operator: 'contains', value: ['mobile'] }, 'operator: One of is, is-not'],
  [{ type: 'device', operator: 'is', value: ['phone'] }, 'value.0: One of desktop, tablet, mobile'],
  [{ type: 'language', operator: 'is', value: ['portuguese'] }, 'value.0: Enter a language such as pt or pt-BR'],
  [{ type: 'visits', operator: 'at-least', value: 0 }, 'value: Between 1 and 10000'],
  [{ type: 'visits', operator: 'at-least', value: 1.5 }, 'value: Enter a whole number'],
  [{ type: 'scroll', operator: 'at-least', value: 101 }, 'value: Between 1 and 100'],
  [{ type: 'exit', operator: 'happened', value: [] }, ': Unrecognized key: "value"'],
  [{ type: 'date', operator: 'between', value: ['', ''] }, 'value: Enter a first or a last day'],
  [
    { type: 'date', operator: 'between', value: ['2026-02-30', ''] },
    'value.0: Enter a date such as 2026-12-24, or leave it empty',
  ],
  [{ type: 'date', operator: 'between', value: ['2026-02-02', '2026-02-01'] }, 'value: Ends before it starts'],
  [{ type: 'hour', operator: 'between', value: ['9:00', '24:00'] }, 'value.0: Enter a time such as 09:30'],
  [{ type: 'hour', operator: 'between', value: ['09:00', '24:30'] }, 'value.1: Enter a time such as 09:30'],
  [{ type: 'hour', operator: 'between', value: ['09:00', '09:00'] }, 'value: Start and end must differ'],
  [
    { type: 'fact', name: 'cart', operator: 'at-least', value: ['5'] },
    'value: at-least and at-most take a number, the others a list of strings',
  ],
  [
    { type: 'fact', name: 'cart', operator: 'is', value: 5 },
    'value: at-least and at-most take a number, the others a list of strings',
  ],
])('%j is refused with a reason', (condition, message) => {
  expect(messagesOf(condition)).toContain(message);
});

test('an unknown type is refused with the list of known ones', () => {
  expect(messagesOf({ type: 'weather', operator: 'is', value: ['sunny'] })[0]).toMatch(
    /^type: One of page, .*, group$/,
  );
});

describe('rules', () => {
  const parse = (conditions: unknown[], match = 'all') => rulesSchema.safeParse({ match, conditions }).success;
  const group = (...conditions: unknown[]) => ({ type: 'group', match: 'any', conditions });

  test('may contain groups of conditions, one level deep and never empty', () => {
    expect(parse([])).toBe(true);
    expect(parse([page(['/']), group(page(['/a']), page(['/b']))])).toBe(true);
    expect(parse([group()])).toBe(false);
    expect(parse([group(group(page(['/'])))])).toBe(false);
    expect(parse([], 'none')).toBe(false);
  });

  test('are limited in size, since every visitor downloads them', () => {
    expect(parse(Array(50).fill(page(['/'])))).toBe(true);
    expect(parse(Array(51).fill(page(['/'])))).toBe(false);
    expect(parse([group(...Array(21).fill(page(['/'])))])).toBe(false);
    expect(parse([page(Array(51).fill('/'))])).toBe(false);
    expect(parse([page([`/${'x'.repeat(299)}`])])).toBe(true);
    expect(parse([page([`/${'x'.repeat(300)}`])])).toBe(false);
    expect(parse([page(Array(40).fill(`/${'x'.repeat(250)}`))])).toBe(false);
  });

  test('can be saved in part', () => {
    expect(rulesPatch.parse({ match: 'any' })).toEqual({ match: 'any' });
    expect(rulesPatch.safeParse({ matches: 'any' }).success).toBe(false);
  });
});
