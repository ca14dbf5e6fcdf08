// Rules of a later server on an earlier, pinned widget: they hold nothing and throw nothing.
import { describe, expect, test } from 'vitest';
import { FACTS } from '#tests/support/facts.ts';
import type { CompiledCondition } from './rule-types.ts';
import { rulesHold } from './rules.ts';

describe('compiled rules that this version of the widget does not know', () => {
  const compiled = (condition: unknown) => rulesHold(condition as CompiledCondition, FACTS);

  test.each([
    ['a kind of the future', { type: 'weather', like: [['sunny']] }],
    ['a name of every object', { type: 'constructor', like: [['', '']] }],
    ['another such name', { type: '__proto__', like: [['', '']] }],
    ['neither patterns nor bounds', { type: 'device' }],
    ['one bound', { type: 'visits', from: 0 }],
    ['patterns that are no list', { type: 'page', like: 'x' }],
    ['a pattern that is no list', { type: 'page', like: [7] }],
    ['a part that is no text', { type: 'page', like: [[null]] }],
    ['a group without a list', { match: 'any', conditions: 'x' }],
    ['a group of nothing known', { match: 'any', conditions: [{}, { type: 'x' }] }],
    ['a number', 7],
    ['a text', 'page'],
    ['nothing', {}],
  ])('%s: does not hold, and does not throw', (_name, condition) => {
    expect(compiled(condition)).toBe(false);
  });

  test('what is negated does not hold either', () => {
    expect(compiled({ type: 'weather', like: [['sunny']], not: true })).toBe(false);
    expect(compiled({ type: 'page', like: 'x', not: true })).toBe(false);
  });
});
