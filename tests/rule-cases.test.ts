// The cases of the browser test of rules cover every condition.
import { expect, test } from 'vitest';
import { CONDITION_OPERATORS, type Condition, type Rules } from '#shared/embed/rule-types.ts';
import { FIRST_VISIT, LATER, SECOND_VISIT } from './e2e/support/rule-cases.ts';

const conditionsOf = (one: Condition | Rules): Condition[] =>
  'type' in one ? [one] : one.conditions.flatMap((inner) => (inner.type === 'group' ? inner.conditions : [inner]));

test('every kind and every operator has a case that holds, and one that does not', () => {
  const first = FIRST_VISIT.casesOn('http://shop.example');
  const second = SECOND_VISIT.cases;
  const ticked = (list: (Condition | Rules)[]) =>
    new Set(list.flatMap(conditionsOf).flatMap(({ type, operator }) => [type, operator]));
  const every = new Set(Object.entries(CONDITION_OPERATORS).flatMap(([type, operators]) => [type, ...operators]));
  expect(ticked([...first.holds, ...second.holds, ...Object.values(LATER)])).toEqual(every);
  expect(ticked([...first.fails, ...second.fails])).toEqual(every);
});
