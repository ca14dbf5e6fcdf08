import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Rules } from '#shared/embed/rule-types.ts';
import { BUILT_IN_TEMPLATES } from '../../../../migrations/built-in-templates.ts';
import { rulesInShort } from './rules-in-short.ts';

test('without conditions there is nothing to say', () => {
  for (const rules of [null, {}, { match: 'any', conditions: [] }] as const) {
    expect(rulesInShort(rules && { ...rules, conditions: [] })).toBeNull();
  }
});

test('each built-in template says where it shows, whole in the two lines of a card', () => {
  const said = Object.fromEntries(BUILT_IN_TEMPLATES.map(({ id, rules }) => [id, rulesInShort(rules as Rules)]));
  expect(said).toEqual({
    'sales-order': 'Not at checkout or in the cart',
    'sales-city': 'For new visitors, not at checkout or in the cart',
    'sales-on-its-way': 'From the 2nd page of a visit, not at checkout or in the cart',
    'signups-joined': 'For new visitors, not at login or sign-up',
    'signups-newsletter': 'After scrolling 40%',
    'signups-account': 'For new visitors, after 15 s',
    'reviews-new': 'On product pages',
    'reviews-read': 'On product pages, after 20 s',
    'reviews-ask': 'For returning visitors, not at checkout or in the cart',
    'live-activity-viewers': 'On product pages, after 5 s',
    'live-activity-cart': 'From the 2nd page of a visit, on computers and tablets, not at checkout or in the cart',
    'live-activity-team': 'Monday to Friday, 09:00 to 17:00',
    'low-stock-left': 'On product pages, after 10 s',
    'low-stock-check': 'On product pages, when about to leave',
    'low-stock-back': 'For returning visitors',
    'announcements-arrival': 'For returning visitors or from the 3rd page of a visit',
    'announcements-delivery': 'In the cart',
    'announcements-hours': 'On phones and tablets',
    'announcements-help': 'After 60 s or in the cart',
    'discounts-welcome': 'For new visitors, after 20 s',
    'discounts-exit': 'When about to leave, on computers',
    'discounts-return': 'From the 3rd visit',
    'milestones-customers': 'From the 2nd page of a visit',
    'milestones-orders': 'After scrolling 50%',
    'milestones-birthday': 'For returning visitors or after 30 s',
  });
});

const page = (operator: 'contains' | 'matches', ...value: string[]) => ({ type: 'page' as const, operator, value });

test('an owner’s own rules are cut short, and what has no short form is said in full', () => {
  const about = (...conditions: Rules['conditions']) => rulesInShort({ match: 'all', conditions });
  expect(about(page('contains', '/a', '/b', '/c'))).toBe('On “/a”, “/b” or “/c”');
  expect(about(page('contains', '/a', '/b', '/c', '/d'))).toBe('On “/a”, “/b” or 2 more');
  expect(about(page('matches', '/a*'))).toBe('If the page matches “/a*”');
  const scroll = { type: 'scroll', operator: 'at-least', value: 5 } as const;
  const exit = { type: 'exit', operator: 'happened' } as const;
  expect(about({ type: 'group', match: 'any', conditions: [scroll, exit] }, exit)).toBe(
    'After scrolling 5% or when about to leave, when about to leave',
  );
  expect(about(scroll, exit, scroll, exit, scroll)).toMatch(/leave, after scrolling 5% and 2 more$/);
  expect(rulesInShort({ match: 'any', conditions: [scroll, exit, scroll, exit, scroll] })).toBe(
    'After scrolling 5% or when about to leave or after scrolling 5% or 2 more',
  );
});

test('ordinals are English', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999 }), (value) => {
      const text = rulesInShort({ match: 'all', conditions: [{ type: 'visits', operator: 'at-most', value }] });
      const isTeen = Math.trunc((value % 100) / 10) === 1;
      const suffix = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
      expect(text).toBe(`Up to the ${value}${suffix} visit`);
    }),
  );
});
