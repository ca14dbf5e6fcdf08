// Conditions by the situation they are held against, with what must come of each. Every kind is in a list of those that
// hold and in one of those that do not, and so is every operator with one kind, as tests/rule-cases.test.ts checks; each
// pair of them is src/shared/embed/rules.property.test.ts's.
import type { Condition, Rules } from '#shared/embed/rule-types.ts';

/** What holds and what does not, in one situation. */
export type Cases = { holds: (Condition | Rules)[]; fails: (Condition | Rules)[] };

type TextOperator = 'is' | 'is-not' | 'contains' | 'starts-with' | 'ends-with' | 'matches';
type Either = 'is' | 'is-not';

const page = (operator: TextOperator, ...value: string[]): Condition => ({ type: 'page', operator, value });
const referrer = (operator: Either, ...value: string[]): Condition => ({ type: 'referrer', operator, value });
const query = (name: string, operator: Either, ...value: string[]): Condition => ({
  type: 'query',
  name,
  operator,
  value,
});
const fact = (name: string, operator: Either, ...value: string[]): Condition => ({
  type: 'fact',
  name,
  operator,
  value,
});
const factNumber = (name: string, operator: 'at-least' | 'at-most', value: number): Condition => ({
  type: 'fact',
  name,
  operator,
  value,
});
const device = (operator: Either, ...value: ('desktop' | 'tablet' | 'mobile')[]): Condition => ({
  type: 'device',
  operator,
  value,
});
const language = (operator: Either, ...value: string[]): Condition => ({ type: 'language', operator, value });
const visitor = (operator: Either, ...value: ('new' | 'returning')[]): Condition => ({
  type: 'visitor',
  operator,
  value,
});
const weekday = (operator: Either, ...value: ('mon' | 'tue' | 'sun')[]): Condition => ({
  type: 'weekday',
  operator,
  value,
});
const visits = (operator: 'at-least' | 'at-most', value: number): Condition => ({ type: 'visits', operator, value });
const pages = (operator: 'at-least' | 'at-most', value: number): Condition => ({ type: 'pages', operator, value });
const date = (first: string, last: string): Condition => ({ type: 'date', operator: 'between', value: [first, last] });
const hour = (start: string, end: string): Condition => ({ type: 'hour', operator: 'between', value: [start, end] });
const all = (...conditions: Rules['conditions']): Rules => ({ match: 'all', conditions });
const any = (...conditions: Rules['conditions']): Rules => ({ match: 'any', conditions });
const group = (match: Rules['match'], ...conditions: Condition[]) => ({ type: 'group' as const, match, conditions });

/** A new visitor, from nowhere, with a mouse, in American English; the tag sets a plan and a cart. */
export const FIRST_VISIT = {
  path: '/Shop/Oak%20desks/caf%C3%A9/?color=red&tag=a&tag=B#top',
  attributes: 'data-plan="Gold" data-cart-total="49.5" data-blank=""',
  timezone: 'Asia/Tokyo',
  /** In Tokyo Monday the 4th, half past seven. */
  time: '2026-05-03T22:30:10Z',
  casesOn: (origin: string): Cases => ({
    holds: [
      page('is', '/shop/oak desks/café'),
      page('is-not', '/'),
      page('contains', 'OAK'),
      page('starts-with', '/shop'),
      page('ends-with', 'café/'),
      page('matches', '/shop/*desks*'),
      page('is', `${origin}/Shop/Oak desks/café/`),
      page('starts-with', `${origin}/shop`),
      page('matches', 'http://*/shop/*'),
      query('color', 'is', 'blue', 'RED'),
      query('tag', 'is', 'b'),
      referrer('is-not', 'google.com'),
      device('is', 'mobile', 'desktop'),
      language('is', 'en'),
      visitor('is', 'new'),
      visits('at-least', 1),
      visits('at-most', 1),
      pages('at-least', 1),
      pages('at-most', 1),
      { type: 'scroll', operator: 'at-least', value: 1 },
      date('2026-05-04', '2026-05-04'),
      date('2026-05-04', ''),
      weekday('is', 'tue', 'mon'),
      hour('07:30', '08:00'),
      hour('22:00', '08:00'),
      fact('plan', 'is', 'gold'),
      fact('missing', 'is-not', 'gold'),
      factNumber('cart-total', 'at-least', 49.5),
      factNumber('cart-total', 'at-most', 50),
      all(),
      all(page('contains', 'oak'), device('is', 'desktop')),
      any(device('is', 'mobile'), page('contains', 'oak')),
      all(device('is', 'desktop'), group('any', page('is', '/'), query('tag', 'is', 'a'))),
      any(device('is', 'mobile'), group('all', page('contains', 'oak'), query('tag', 'is', 'a'))),
    ],
    fails: [
      page('is', '/shop'),
      page('is-not', '/', '/shop/oak desks/café'),
      page('contains', 'color'),
      page('starts-with', '/oak'),
      page('ends-with', 'desks'),
      page('matches', '/shop/*desk'),
      page('is', `${origin}/`),
      page('starts-with', 'https://'),
      query('color', 'is', 'blue'),
      query('missing', 'is', 'red'),
      query('tag', 'is-not', 'a'),
      referrer('is', 'google.com'),
      device('is', 'tablet', 'mobile'),
      language('is', 'pt', 'en-GB'),
      visitor('is', 'returning'),
      visits('at-least', 2),
      visits('at-most', 0),
      pages('at-least', 2),
      pages('at-most', 0),
      { type: 'time', operator: 'at-least', value: 3000 },
      { type: 'scroll', operator: 'at-least', value: 100 },
      { type: 'exit', operator: 'happened' },
      date('2026-05-03', '2026-05-03'),
      weekday('is', 'sun'),
      hour('07:00', '07:30'),
      hour('22:00', '07:00'),
      fact('plan', 'is', 'silver'),
      fact('missing', 'is', 'gold'),
      factNumber('cart-total', 'at-least', 50),
      factNumber('cart-total', 'at-most', 49),
      factNumber('plan', 'at-most', 5),
      factNumber('blank', 'at-least', 0),
      factNumber('missing', 'at-least', 0),
      all(page('contains', 'oak'), device('is', 'mobile')),
      any(device('is', 'mobile'), page('is', '/')),
      all(device('is', 'desktop'), group('any', page('is', '/'), query('tag', 'is', 'c'))),
      any(device('is', 'mobile'), group('all', page('contains', 'oak'), query('tag', 'is', 'c'))),
    ],
  }),
};

/** The second page of the second visit, which came from another site; on a large touch screen, in Portuguese. */
export const SECOND_VISIT = {
  timezone: 'America/Los_Angeles',
  /** In Los Angeles Sunday the 3rd, half past three in the afternoon. */
  time: '2026-05-03T22:30:10Z',
  from: 'http://www.news.example/article?id=1',
  cases: {
    holds: [
      referrer('is', 'news.example'),
      referrer('is', 'WWW.news.example'),
      referrer('is-not', 'google.com'),
      device('is', 'tablet'),
      language('is', 'pt'),
      visitor('is', 'returning'),
      visits('at-least', 2),
      visits('at-most', 2),
      pages('at-least', 2),
      pages('at-most', 2),
      date('2026-05-03', '2026-05-03'),
      weekday('is', 'sun'),
      hour('15:00', '03:00'),
    ],
    fails: [
      referrer('is', 'localhost', 'example.org'),
      referrer('is-not', 'news.example'),
      device('is', 'desktop'),
      language('is', 'pt-PT'),
      visitor('is', 'new'),
      visits('at-least', 3),
      visits('at-most', 1),
      pages('at-least', 3),
      pages('at-most', 1),
      date('2026-05-04', ''),
      weekday('is', 'mon'),
      hour('22:00', '06:00'),
    ],
  } satisfies Cases,
};

/** What comes to hold while the visitor is on the page. */
export const LATER = {
  time: { type: 'time', operator: 'at-least', value: 30 },
  scroll: { type: 'scroll', operator: 'at-least', value: 90 },
  exit: { type: 'exit', operator: 'happened' },
  mobile: device('is', 'mobile'),
} satisfies Record<string, Condition>;
