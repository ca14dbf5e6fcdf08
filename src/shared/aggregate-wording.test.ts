import { expect, it } from 'vitest';
import { aggregateTextIssue, heldBackBecause, wordAggregate } from './aggregate-wording.ts';

const word = (measure: 'count' | 'average' | 'last', message: string, value: number | null, count = value ?? 0) =>
  wordAggregate({ measure, message, title: null }, { value, count }, 'auto');

it('writes the number into the text, and stars beside an average', () => {
  expect(word('count', '{{value}} sold', 37)).toEqual({ message: '37 sold', title: null, rating: null, count: null });
  expect(word('average', '{{ value }} stars from {{count}} reviews', 4.849, 1_220)).toMatchObject({
    message: '4.8 stars from 1,220 reviews',
    rating: 5,
  });
  expect(word('average', '{{value}}', 4.4, 3)).toMatchObject({ message: '4.4', rating: 4 });
  expect(word('average', '{{value}}', 4.5, 3)).toMatchObject({ message: '4.5', rating: 4 });
  expect(word('average', '{{value}}', 5, 3)).toMatchObject({ message: '5.0', rating: 5 });
});

it('writes numbers as the language of the widget does', () => {
  const inLanguage = (language: 'de' | 'fr' | 'auto') =>
    wordAggregate(
      { measure: 'average', message: '{{value}} / {{count}}', title: null },
      { value: 4.8, count: 12_345 },
      language,
    ).message;
  expect(inLanguage('de')).toBe('4,8 / 12.345');
  expect(inLanguage('fr')).toBe('4,8 / 12\u202f345');
  expect(inLanguage('auto')).toBe('4.8 / 12,345');
});

it('puts a number that no text has a place for into the box beside it', () => {
  expect(word('count', 'sold', 37)).toMatchObject({ message: 'sold', count: 37 });
  const titled = { measure: 'count', message: 'today', title: '{{value}} sold' } as const;
  expect(wordAggregate(titled, { value: 3, count: 3 }, 'en')).toMatchObject({ title: '3 sold', count: null });
  expect(word('last', 'Last bought', null, 3)).toEqual({
    message: 'Last bought',
    title: null,
    rating: null,
    count: null,
  });
});

it.each([
  ['count', '{{value}} sold', null],
  ['count', 'sold {curly}', null],
  ['count', '{{count}} sold', '{{count}}'],
  ['count', '{{value|some}} sold', '{{value|some}}'],
  ['count', '{{ name }} and {{value}}', '{{ name }}'],
  ['average', '{{value}} from {{count}}', null],
  ['average', '{{time}}', '{{time}}'],
  ['last', 'Last bought', null],
  ['last', 'Last bought {{time}}', '{{time}}'],
] as const)('of %s, %s: refuses %s', (measure, text, refused) => {
  const issue = aggregateTextIssue(text, { measure });
  if (refused === null) expect(issue).toBeNull();
  else expect(issue).toContain(`Leave out ${refused}`);
});

it('says how many it takes to show, and how many there are now', () => {
  expect(heldBackBecause({ measure: 'count', floor: 5 }, { count: 3 })).toBe('Shows at 5 or more; now 3');
  expect(heldBackBecause({ measure: 'average', floor: 1_000 }, { count: 3 })).toBe(
    'Shows at 1,000 ratings or more; now 3',
  );
});
