// Initials from names as people write them.
import { expect, it } from 'vitest';
import { initials } from './avatar.tsx';

it.each([
  ['Mara Reyes', 'MR'],
  ['  ana   maria de  souza ', 'AS'],
  ['Cher', 'C'],
  ['émile', 'É'],
  ['😀 Smith', '😀S'],
])('takes the first letters of the first and last word of %j [spec 2.avatar.1]', (name, expected) => {
  expect(initials(name)).toBe(expected);
});

it.each([[null], [''], ['   ']])("shows 'U' for %j [spec 2.avatar.1]", (name) => {
  expect(initials(name)).toBe('U');
});
