// Initials from names as people write them.
import { expect, it } from 'vitest';
import { initials } from './avatar.tsx';

it.each([
  ['Mara Reyes', 'MR'],
  ['  ana   maria de  souza ', 'AS'],
  ['Cher', 'C'],
  ['émile', 'É'],
  ['😀 Smith', '😀S'],
])('takes the first letter of the first and the last word of %j', (name, expected) => {
  expect(initials(name)).toBe(expected);
});

it.each([[null], [''], ['   ']])("says 'U' for %j", (name) => {
  expect(initials(name)).toBe('U');
});
