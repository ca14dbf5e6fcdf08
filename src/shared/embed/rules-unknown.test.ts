// Rules from a later server on an earlier, pinned widget: they do not hold and do not throw.
import { describe, expect, test } from 'vitest';
import { FACTS } from '#tests/support/facts.ts';
import type { CompiledCondition } from './rule-types.ts';
import { rulesHold } from './rules.ts';

describe('compiled rules unknown to this version of the widget', () => {
  const compiled = (condition: unknown) => rulesHold(condition as CompiledCondition, FACTS);

  test.each([
    ['a type from a later version', { type: 'weather', like: [['sunny']] }],
    ['a property of every object', { type: 'constructor', like: [['', '']] }],
    ['another such property', { type: '__proto__', like: [['', '']] }],
    ['neither patterns nor bounds', { type: 'device' }],
    ['one bound', { type: 'visits', from: 0 }],
    ['patterns that are not a list', { type: 'page', like: 'x' }],
    ['a pattern that is not a list', { type: 'page', like: [7] }],
    ['a part that is not text', { type: 'page', like: [[null]] }],
    ['a group without a list', { match: 'any', conditions: 'x' }],
    ['a group of unknown conditions', { match: 'any', conditions: [{}, { type: 'x' }] }],
    ['a number', 7],
    ['a text', 'page'],
    ['nothing', {}],
  ])('%s: does not hold, and does not throw', (_name, condition) => {
    expect(compiled(condition)).toBe(false);
  });

  test('negating them does not make them hold', () => {
    expect(compiled({ type: 'weather', like: [['sunny']], not: true })).toBe(false);
    expect(compiled({ type: 'page', like: 'x', not: true })).toBe(false);
  });
});
