import { expect, it } from 'vitest';
import type { Condition } from './rule-types.ts';
import { rulesSentence } from './rules-sentence.ts';

const page: Condition = { type: 'page', operator: 'starts-with', value: ['/a'] };
const device: Condition = { type: 'device', operator: 'is', value: ['mobile'] };
const visits: Condition = { type: 'visits', operator: 'at-least', value: 2 };

it.each([
  [{ match: 'all', conditions: [] }, 'Shows on every page, to everyone.'],
  [{ match: 'any', conditions: [device] }, 'Shows when device is mobile.'],
  [
    { match: 'all', conditions: [page, device, visits] },
    'Shows when all of these hold: page starts with “/a”, device is mobile and number of visits is at least 2.',
  ],
  [
    { match: 'any', conditions: [page, device] },
    'Shows when any of these holds: page starts with “/a” or device is mobile.',
  ],
  [
    { match: 'all', conditions: [page, { type: 'group', match: 'any', conditions: [device, visits] }] },
    'Shows when all of these hold: page starts with “/a” and (device is mobile or number of visits is at least 2).',
  ],
  [
    { match: 'all', conditions: [{ type: 'group', match: 'any', conditions: [device, visits] }] },
    'Shows when device is mobile or number of visits is at least 2.',
  ],
] as const)('says %j in one sentence', (rules, sentence) => {
  expect(rulesSentence(rules as never)).toBe(sentence);
});
