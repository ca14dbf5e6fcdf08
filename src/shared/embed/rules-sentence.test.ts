import { expect, it } from 'vitest';
import type { Condition } from './rule-types.ts';
import { rulesSentence } from './rules-sentence.ts';

const page: Condition = { type: 'page', operator: 'starts-with', value: ['/a'] };
const device: Condition = { type: 'device', operator: 'is', value: ['mobile'] };
const pages: Condition = { type: 'page', operator: 'starts-with', value: ['/a', '/b'] };
const comma: Condition = { type: 'fact', name: 'city', operator: 'is', value: ['Lisbon, PT'] };
const visits: Condition = { type: 'visits', operator: 'at-least', value: 2 };

it.each([
  [{ match: 'all', conditions: [] }, 'Shows on every page, to everyone.'],
  [{ match: 'any', conditions: [device] }, 'Shows when the device is mobile.'],
  [
    { match: 'all', conditions: [page, device, visits] },
    'Shows when all of these are true: the page starts with “/a”, the device is mobile and the number of visits is at least 2.',
  ],
  [
    { match: 'any', conditions: [page, device] },
    'Shows when at least one of these is true: the page starts with “/a” or the device is mobile.',
  ],
  [
    { match: 'all', conditions: [page, { type: 'group', match: 'any', conditions: [device, visits] }] },
    'Shows when all of these are true: the page starts with “/a” and (the device is mobile or the number of visits is at least 2).',
  ],
  [
    { match: 'all', conditions: [{ type: 'group', match: 'any', conditions: [device, visits] }] },
    'Shows when at least one of these is true: the device is mobile or the number of visits is at least 2.',
  ],
  // Where a value's 'or' meets an 'and', a comma says how far each goes.
  [
    { match: 'any', conditions: [{ type: 'group', match: 'all', conditions: [pages, device] }] },
    'Shows when all of these are true: the page starts with “/a” or “/b”, and the device is mobile.',
  ],
  [
    { match: 'any', conditions: [visits, { type: 'group', match: 'all', conditions: [pages, device] }] },
    'Shows when at least one of these is true: the number of visits is at least 2; or (the page starts with “/a” or “/b”, and the device is mobile).',
  ],
  [
    { match: 'any', conditions: [pages, device] },
    'Shows when at least one of these is true: the page starts with “/a” or “/b” or the device is mobile.',
  ],
  [{ match: 'any', conditions: [pages] }, 'Shows when the page starts with “/a” or “/b”.'],
  // A value's own comma is no comma of the list.
  [
    { match: 'all', conditions: [comma, device, visits] },
    'Shows when all of these are true: the fact “city” is “Lisbon, PT”; the device is mobile; and the number of visits is at least 2.',
  ],
  [
    { match: 'all', conditions: [{ type: 'group', match: 'any', conditions: [comma] }, device] },
    'Shows when all of these are true: the fact “city” is “Lisbon, PT”; and the device is mobile.',
  ],
] as const)('says %j in one sentence', (rules, sentence) => {
  expect(rulesSentence(rules as never)).toBe(sentence);
});
