import { expect, test } from 'vitest';
import { issuesOf } from './own-issues.ts';

const refused = [
  { field: 'rules.conditions.2.value', message: 'Must start with /' },
  { field: 'rulesets', message: 'Another field' },
];

test('what the server refused stands at its place within the part', () => {
  const error = { type: 'server', message: 'Must start with /' };
  expect(issuesOf('rules', error, refused)).toEqual([{ place: 'conditions.2.value', message: 'Must start with /' }]);
  // Changed since: the form has dropped it.
  expect(issuesOf('rules', undefined, refused)).toEqual([]);
});

test('what the form checked itself is found in the tree of its errors', () => {
  const message = 'Enter a color such as #3498db';
  const error = { brandColors: { textColor: { type: 'invalid_format', message, ref: { type: 'a', message: 'b' } } } };
  expect(issuesOf('appearance', error, [])).toEqual([{ place: 'brandColors.textColor', message }]);
});
