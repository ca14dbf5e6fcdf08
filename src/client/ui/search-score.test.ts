import { expect, it } from 'vitest';
import { searchScore } from './search-score.ts';

/** Labels that match, best first. */
const found = (search: string, ...labels: string[]) =>
  labels
    .filter((label) => searchScore(label, search) > 0)
    .sort((a, b) => searchScore(b, search) - searchScore(a, search));

it('finds what was typed and nothing that merely has its letters in that order', () => {
  const zones = ['Australia/Hobart', 'Australia/Melbourne', 'America/Blanc-Sablon', 'Asia/Kabul', 'Europe/Lisbon'];
  expect(found('lisb', ...zones)).toEqual(['Europe/Lisbon']);
});

it('prefers the start of the label, then the start of a word', () => {
  expect(found('or', 'Norfolk', 'America/Oregon', 'Oral')).toEqual(['Oral', 'America/Oregon', 'Norfolk']);
});

it('takes words in any order, with any separator, without accents or capitals', () => {
  expect(searchScore('America/New York', 'new york')).toBeGreaterThan(0);
  expect(searchScore('America/New York', 'york america')).toBeGreaterThan(0);
  expect(searchScore('America/New York', 'america/new_york')).toBe(1);
  expect(searchScore('America/Sao Paulo', 'São Pau')).toBeGreaterThan(0);
  expect(searchScore('America/New York', 'new lisbon')).toBe(0);
});
