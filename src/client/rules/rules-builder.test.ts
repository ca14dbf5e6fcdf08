import { createElement } from 'react';
import { expect, test } from 'vitest';
import type { ConditionGroup } from '#shared/embed/rule-types.ts';
import { GROUP_CONDITIONS_MAX } from '#shared/limits.ts';
import { rendered, textOf } from '#tests/support/rendered.ts';
import { stateOf } from './builder-state.ts';
import { RulesBuilder } from './rules-builder.tsx';

/** @returns the markup of rules that are one group of so many conditions. */
function shown(length: number): string {
  const conditions = Array.from({ length }, () => ({ type: 'exit', operator: 'happened' }) as const);
  const group: ConditionGroup = { type: 'group', match: 'any', conditions };
  const state = stateOf({ match: 'all', conditions: [group] });
  return rendered(createElement(RulesBuilder, { state, onChange: () => {}, timezone: 'UTC' }));
}
/** @returns whether another condition can be added to the group. */
const hasRoom = (markup: string): boolean => {
  const [button = ''] = /<button[^>]*aria-label="Add condition to the group"[^>]*>/.exec(markup) ?? [];
  return button !== '' && !button.includes('disabled=""');
};

test('how many conditions a group takes is said before it is full, and then nothing can be added', () => {
  expect(textOf(shown(GROUP_CONDITIONS_MAX - 6))).not.toContain('20 conditions');
  expect(textOf(shown(GROUP_CONDITIONS_MAX - 5))).toContain('15 of 20 conditions');
  expect(textOf(shown(GROUP_CONDITIONS_MAX))).toContain('A group can have up to 20 conditions.');
  expect([shown(GROUP_CONDITIONS_MAX - 1), shown(GROUP_CONDITIONS_MAX)].map(hasRoom)).toEqual([true, false]);
});
