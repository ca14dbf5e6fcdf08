import { describe, expect, test, vi } from 'vitest';
import { FACTS } from '#tests/support/facts.ts';
import { compileRules, conditionHolds } from './compile-rules.ts';
import type { Facts } from './facts.ts';
import type { Condition, ConditionGroup, Rules, TEXT_OPERATORS } from './rule-types.ts';
import { rulesHold } from './rules.ts';

const holds = (condition: Condition | ConditionGroup, facts: Partial<Facts> = {}) =>
  conditionHolds(condition, { ...FACTS, ...facts });
const at = (iso: string, timezone: string) => ({ now: Date.parse(iso), timezone });
const factsWith = (facts: Record<string, string>) => ({ fact: (name: string) => facts[name] });

type TextOperator = (typeof TEXT_OPERATORS)[number];
const page = (operator: TextOperator, value: string[], href: string) =>
  holds({ type: 'page', operator, value }, { href });

describe('pages', () => {
  test.each<[TextOperator, string, string, boolean]>([
    ['is', '/desks/oak', 'https://shop.example/desks/oak', true],
    ['is', '/desks/oak/', 'https://shop.example/desks/oak', true],
    ['is', '/desks/oak', 'https://shop.example/desks/oak/?ref=mail#top', true],
    ['is', '/desks/oak', 'https://shop.example/desks/oak//', false],
    ['is', '/Desks/OAK', 'https://shop.example/dESKS/oak', true],
    ['is', '/', 'https://shop.example/?q', true],
    ['is', '/desks', 'https://shop.example/desks/oak', false],
    ['is', 'https://shop.example/desks/oak', 'https://shop.example/desks/oak/?a=b', true],
    ['is', 'https://shop.example', 'https://shop.example/', true],
    ['is', 'http://shop.example/', 'https://shop.example/', false],
    ['starts-with', '/desks', 'https://shop.example/desks/oak', true],
    ['starts-with', '/oak', 'https://shop.example/desks/oak', false],
    ['starts-with', 'https://shop.example', 'https://shop.example/desks', true],
    ['ends-with', '/oak', 'https://shop.example/desks/oak', true],
    ['ends-with', '/oak', 'https://shop.example/desks/oak/', false],
    ['ends-with', 'example/', 'https://shop.example/', false],
    ['contains', 'shop', 'https://shop.example/desks', false],
    ['contains', 'sks/o', 'https://shop.example/desks/oak', true],
    ['contains', '*', 'https://shop.example/desks', false],
    ['matches', '/desks/*', 'https://shop.example/desks/oak', true],
    ['matches', '/desks/*', 'https://shop.example/desks', false],
    ['matches', '*/reviews', 'https://shop.example/desks/oak/reviews', true],
    ['matches', '/*/oak/*/2', 'https://shop.example/desks/oak/page/2', true],
    ['matches', '/a*a', 'https://shop.example/a', false],
    ['matches', '/a*b*b', 'https://shop.example/ab', false],
    ['matches', '**', 'https://shop.example/', true],
    ['matches', 'https://*.example/desks*', 'https://shop.example/desks?x', true],
    ['matches', '/desks', 'https://shop.example/desks/', false],
  ])('%s %s: %s is %s', (operator, value, href, expected) => expect(page(operator, [value], href)).toBe(expected));

  test('a fragment is part of the page only if it is a route; a query never is', () => {
    expect(page('is', ['/'], 'https://shop.example/#top')).toBe(true);
    expect(page('is', ['/#/cart'], 'https://shop.example/?a=b#/cart?step=2')).toBe(true);
    expect(page('is', ['/#!/cart'], 'https://shop.example/#!/cart/')).toBe(true);
    expect(page('is', ['/'], 'https://shop.example/#/cart')).toBe(false);
    expect(page('is', ['/'], 'https://shop.example/#!cart')).toBe(true);
    expect(page('is', ['/'], 'https://shop.example/?next=#/cart')).toBe(false);
  });

  test('values are compared in the browser’s encoding, whatever the owner types or pastes; broken escapes stay as they are', () => {
    expect(page('is', ['/café'], 'https://shop.example/caf%C3%A9')).toBe(true);
    expect(page('is', ['/caf%c3%a9'], 'https://shop.example/CAF%C3%A9')).toBe(true);
    expect(page('matches', ['/*/é*'], 'https://shop.example/100%/%C3%A9t%C3%A9')).toBe(true);
    expect(page('contains', ['100%'], 'https://shop.example/100%/caf%C3%A9')).toBe(true);
    expect(page('is', ['/%zz'], 'https://shop.example/%zz')).toBe(true);
    expect(page('starts-with', ['/a'], 'https://shop.example/a%E0%A4%A')).toBe(true);
    expect(page('is', ['/a+b & c'], 'https://shop.example/a+b%20&%20c')).toBe(true);
    expect(page('is', ['/a b'], 'https://shop.example/a+b')).toBe(false);
    expect(page('is', ['/a😀'], new URL('https://shop.example/a😀').href)).toBe(true);
  });

  test('one matching value is enough; for is-not, one is too many', () => {
    expect(page('is', ['/a', '/b'], 'https://shop.example/b')).toBe(true);
    expect(page('is-not', ['/a', '/b'], 'https://shop.example/b/')).toBe(false);
    expect(page('is-not', ['/a', '/b'], 'https://shop.example/c')).toBe(true);
  });

  test('a pattern with many stars is evaluated without trying each of them everywhere', () => {
    // If each star were tried everywhere, this would not end before the universe does.
    expect(page('matches', ['/*a'.repeat(90)], `https://shop.example/${'a'.repeat(50_000)}b`)).toBe(false);
  });
});

test('query parameters handle plus signs, escapes and repetition', () => {
  const query = (operator: TextOperator, value: string, search: string) =>
    holds({ type: 'query', name: 'ref', operator, value: [value] }, { href: `https://shop.example/?${search}` });
  expect(query('is', 'spring sale', 'ref=Spring+Sale')).toBe(true);
  expect(query('is', 'a+b', 'ref=a%2Bb')).toBe(true);
  expect(query('is', 'two', 'ref=one&ref=two')).toBe(true);
  expect(query('is-not', 'two', 'ref=one&ref=two')).toBe(false);
  expect(query('contains', '%', 'ref=100%')).toBe(true);
  expect(query('is', 'a', 'Ref=a')).toBe(false);
  expect(query('is', 'a', 'ref=a/')).toBe(false);
  expect(query('is', 'a', '')).toBe(false);
  expect(query('is-not', 'a', '')).toBe(true);
  // An empty parameter counts as missing.
  expect(query('matches', '*', 'ref=a')).toBe(true);
  expect(query('matches', '*', 'ref=')).toBe(false);
  expect(query('is-not', 'a', 'ref=')).toBe(true);
  expect(query('starts-with', 'http', 'ref=https://shop.example/x')).toBe(true);
  expect(query('contains', 'shop', 'ref=https://shop.example/x')).toBe(true);
});

test('a referrer matches its host and every domain above it, but no other host with the same ending', () => {
  const referrer = (operator: TextOperator, value: string, host: string) =>
    holds({ type: 'referrer', operator, value: [value] }, { referrer: host });
  expect(referrer('is', 'google.com', 'google.com')).toBe(true);
  expect(referrer('is', 'Google.com', 'www.google.com')).toBe(true);
  expect(referrer('is', 'google.com', 'notgoogle.com')).toBe(false);
  expect(referrer('is', 'www.google.com', 'google.com')).toBe(false);
  expect(referrer('is-not', 'google.com', 'www.google.com')).toBe(false);
  expect(referrer('starts-with', 'google.', 'www.google.de')).toBe(true);
  expect(referrer('is', 'google.com', '')).toBe(false);
  expect(referrer('is-not', 'google.com', '')).toBe(true);
});

test('internationalized hosts are compared as browsers write them', () => {
  const href = new URL('https://www.müller.de/öl').href;
  expect(page('is', ['https://www.Müller.de/öl'], href)).toBe(true);
  expect(page('starts-with', ['https://www.müller.de/'], href)).toBe(true);
  expect(page('matches', ['https://*.müller.*/öl'], href)).toBe(true);
  const referrer = { referrer: new URL(href).hostname };
  expect(holds({ type: 'referrer', operator: 'is', value: ['müller.de'] }, referrer)).toBe(true);
  expect(holds({ type: 'referrer', operator: 'is-not', value: ['müller.de'] }, referrer)).toBe(false);
  expect(holds({ type: 'referrer', operator: 'matches', value: ['müller.*'] }, referrer)).toBe(true);
});

test('a language covers its regions, but not vice versa', () => {
  const language = (value: string, browser: string) =>
    holds({ type: 'language', operator: 'is', value: [value] }, { language: browser });
  expect(language('pt', 'pt-BR')).toBe(true);
  expect(language('pt-BR', 'pt-br')).toBe(true);
  expect(language('pt-BR', 'pt')).toBe(false);
  expect(language('pt-BR', 'pt-PT')).toBe(false);
  expect(language('zh-Hant', 'zh-Hant-TW')).toBe(true);
  expect(language('fi', 'fil')).toBe(false);
  expect(language('en', '')).toBe(false);
});

test('device, visitor, visits, pages, time, scroll and exit', () => {
  expect(holds({ type: 'device', operator: 'is', value: ['mobile', 'desktop'] })).toBe(true);
  expect(holds({ type: 'device', operator: 'is-not', value: ['desktop'] })).toBe(false);
  expect(holds({ type: 'visitor', operator: 'is', value: ['new'] })).toBe(true);
  expect(holds({ type: 'visitor', operator: 'is', value: ['returning'] }, { visits: 2 })).toBe(true);
  expect(holds({ type: 'visits', operator: 'at-least', value: 2 }, { visits: 1 })).toBe(false);
  expect(holds({ type: 'visits', operator: 'at-most', value: 2 }, { visits: 2 })).toBe(true);
  expect(holds({ type: 'pages', operator: 'at-least', value: 3 }, { pages: 10 })).toBe(true);
  expect(holds({ type: 'time', operator: 'at-least', value: 9 }, { time: 10 })).toBe(true);
  expect(holds({ type: 'time', operator: 'at-least', value: 10 }, { time: 9.9 })).toBe(false);
  expect(holds({ type: 'scroll', operator: 'at-least', value: 50 }, { scroll: 50 })).toBe(true);
  expect(holds({ type: 'exit', operator: 'happened' })).toBe(false);
  expect(holds({ type: 'exit', operator: 'happened' }, { exit: true })).toBe(true);
});

describe('the site’s clock', () => {
  const day = (from: string, to: string, moment: { now: number; timezone: string }) =>
    holds({ type: 'date', operator: 'between', value: [from, to] }, moment);
  const hour = (from: string, to: string, moment: { now: number; timezone: string }) =>
    holds({ type: 'hour', operator: 'between', value: [from, to] }, moment);
  const weekday = (value: 'mon' | 'tue' | 'sun', moment: { now: number; timezone: string }) =>
    holds({ type: 'weekday', operator: 'is', value: [value] }, moment);

  test('the first and last day are included, and either may be open', () => {
    const noon = at('2026-12-24T12:00:00Z', 'Europe/Lisbon');
    expect(day('2026-12-24', '2026-12-24', noon)).toBe(true);
    expect(day('2026-12-25', '', noon)).toBe(false);
    expect(day('', '2026-12-23', noon)).toBe(false);
    expect(day('', '2026-12-24', noon)).toBe(true);
    expect(day('2026-12-01', '', noon)).toBe(true);
  });

  test('days follow the site’s time zone, not UTC', () => {
    const late = at('2026-03-31T20:00:00Z', 'Asia/Kolkata');
    expect(day('2026-04-01', '2026-04-01', late)).toBe(true);
    expect(weekday('tue', at('2026-03-30T18:29:59Z', 'Asia/Kolkata'))).toBe(false);
    expect(weekday('tue', at('2026-03-30T18:30:00Z', 'Asia/Kolkata'))).toBe(true);
    expect(weekday('mon', at('2026-03-30T18:30:00Z', 'UTC'))).toBe(true);
    expect(weekday('sun', at('2026-03-30T05:00:00Z', 'Pacific/Honolulu'))).toBe(true);
  });

  test('hours include their start but not their end, also across midnight', () => {
    expect(hour('09:00', '17:00', at('2026-05-01T09:00:00Z', 'UTC'))).toBe(true);
    expect(hour('09:00', '17:00', at('2026-05-01T16:59:59Z', 'UTC'))).toBe(true);
    expect(hour('09:00', '17:00', at('2026-05-01T17:00:00Z', 'UTC'))).toBe(false);
    expect(hour('22:00', '06:00', at('2026-05-01T23:00:00Z', 'UTC'))).toBe(true);
    expect(hour('22:00', '06:00', at('2026-05-01T05:59:00Z', 'UTC'))).toBe(true);
    expect(hour('22:00', '06:00', at('2026-05-01T06:00:00Z', 'UTC'))).toBe(false);
    expect(hour('22:00', '24:00', at('2026-05-01T00:00:00Z', 'UTC'))).toBe(false);
    expect(hour('00:00', '24:00', at('2026-05-01T23:59:59Z', 'UTC'))).toBe(true);
    expect(hour('24:00', '06:00', at('2026-05-01T00:00:00Z', 'UTC'))).toBe(true);
  });

  test('clock changes follow the wall clock, for skipped and repeated hours', () => {
    const berlin = 'Europe/Berlin';
    expect(hour('01:00', '02:00', at('2026-03-29T00:59:00Z', berlin))).toBe(true);
    expect(hour('03:00', '04:00', at('2026-03-29T01:00:00Z', berlin))).toBe(true);
    expect(hour('02:00', '03:00', at('2026-10-25T00:30:00Z', berlin))).toBe(true);
    expect(hour('02:00', '03:00', at('2026-10-25T01:30:00Z', berlin))).toBe(true);
    expect(hour('02:00', '03:00', at('2026-10-25T02:30:00Z', berlin))).toBe(false);
    expect(day('2026-03-30', '', at('2026-03-29T22:00:00Z', berlin))).toBe(true);
    expect(day('2026-03-30', '', at('2026-03-28T23:30:00Z', berlin))).toBe(false);
  });

  test('nothing holds in a time zone that does not exist', () => {
    for (const timezone of ['Mars/Olympus', '']) {
      const moment = at('2026-05-01T12:00:00Z', timezone);
      expect(day('', '2099-01-01', moment)).toBe(false);
      expect(hour('00:00', '24:00', moment)).toBe(false);
      expect(holds({ type: 'weekday', operator: 'is-not', value: ['mon'] }, moment)).toBe(false);
    }
  });

  test('the slow clock is read only once for all conditions of a moment', () => {
    const read = vi.spyOn(Date.prototype, 'toLocaleString');
    const facts = { ...FACTS, ...at('2026-05-01T09:30:00Z', 'UTC') };
    const morning: Condition = { type: 'hour', operator: 'between', value: ['09:00', '10:00'] };
    const friday: Condition = { type: 'weekday', operator: 'is', value: ['fri'] };
    for (const one of [morning, friday, morning]) expect(conditionHolds(one, facts)).toBe(true);
    expect(read).toHaveBeenCalledTimes(1);
    read.mockRestore();
  });

  test('repeated and later evaluations each use the right time', () => {
    const facts = { ...FACTS, ...at('2026-05-01T09:30:00Z', 'UTC') };
    const morning: Condition = { type: 'hour', operator: 'between', value: ['09:00', '10:00'] };
    expect([facts, facts].map((one) => conditionHolds(morning, one))).toEqual([true, true]);
    expect(holds(morning, at('2026-05-01T10:00:00Z', 'UTC'))).toBe(false);
  });
});

test('facts are texts or numbers, and a missing one matches nothing but is-not', () => {
  const fact = (operator: TextOperator, value: string[], facts: Record<string, string>) =>
    holds({ type: 'fact', name: 'plan', operator, value }, factsWith(facts));
  const amount = (operator: 'at-least' | 'at-most', value: number, text?: string) =>
    holds({ type: 'fact', name: 'cart', operator, value }, factsWith(text === undefined ? {} : { cart: text }));
  expect(fact('is', ['VIP'], { plan: 'vip' })).toBe(true);
  expect(fact('is', ['vip'], { plan: 'vip/' })).toBe(false);
  expect(fact('is', ['50%25'], { plan: '50%' })).toBe(false);
  expect(fact('contains', [''], {})).toBe(false);
  expect(fact('is-not', ['vip'], {})).toBe(true);
  expect(amount('at-least', 50, '50')).toBe(true);
  expect(amount('at-least', 50, '049.90')).toBe(false);
  expect(amount('at-least', -5, '-4.5e0')).toBe(true);
  expect(amount('at-most', 5, ' 5 ')).toBe(true);
  for (const text of ['', ' ', 'five', '5 EUR', '1,000', undefined]) {
    expect(amount('at-least', 0, text)).toBe(false);
    expect(amount('at-most', 9_999, text)).toBe(false);
  }
});

describe('several conditions', () => {
  const yes: Condition = { type: 'device', operator: 'is', value: ['desktop'] };
  const no: Condition = { type: 'device', operator: 'is', value: ['mobile'] };
  const rules = (match: 'all' | 'any', ...conditions: Rules['conditions']) =>
    rulesHold(compileRules({ match, conditions }), FACTS);
  const group = (match: 'all' | 'any', ...conditions: Condition[]): ConditionGroup => ({
    type: 'group',
    match,
    conditions,
  });

  test('all or any must hold, and a group counts as one', () => {
    expect(rules('all', yes, yes)).toBe(true);
    expect(rules('all', yes, no)).toBe(false);
    expect(rules('any', no, yes)).toBe(true);
    expect(rules('any', no, no)).toBe(false);
    expect(rules('all', yes, group('any', no, yes))).toBe(true);
    expect(rules('any', no, group('all', no, yes))).toBe(false);
  });

  test('everything may be shown without conditions or rules', () => {
    expect(rules('all')).toBe(true);
    expect(rules('any')).toBe(true);
    expect(rulesHold(undefined, FACTS)).toBe(true);
  });
});
