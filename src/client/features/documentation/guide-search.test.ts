// The search over the documents that there are.
import { expect, it } from 'vitest';
import { findDocument, guides } from '#client/content/documents.ts';
import { sections } from '#client/content/sections.ts';
import { makeSearch } from './guide-search.ts';

const faq = findDocument('pages/faq');
const find = makeSearch([...guides, ...(faq ? [faq] : [])], sections);
const firstOf = (query: string) => find(query)[0]?.entry.name;

it.each([
  ['csp', 'guides/consent-and-csp'],
  ['backup', 'guides/self-hosting'],
  ['click rate', 'guides/counting'],
  ['variable', 'guides/templates'],
  ['gdpr', 'guides/privacy'],
  ['unsubscribe', 'guides/weekly-email'],
  ['curl', 'guides/api'],
  ['exit intent', 'guides/rules'],
  ['rounded', 'guides/appearance'],
  ['core web vitals', 'guides/speed'],
  ['not showing', 'guides/why-not-shown'],
])('“%s” finds %s first or second', (query, name) => {
  expect(
    find(query)
      .slice(0, 2)
      .map(({ entry }) => entry.name),
  ).toContain(name);
});

it('finds from the first letters on, and forgives a typo only when nothing is spelled so', () => {
  expect(firstOf('postg')).toBe('guides/self-hosting');
  expect(firstOf('postgers')).toBe('guides/self-hosting');
  const marked = find('consent').flatMap(({ excerpt }) => excerpt.filter(({ isMatch }) => isMatch));
  expect(marked.filter(({ text }) => !/^consent/i.test(text))).toEqual([]);
});

it('shows the place where the words stand, and marks them', () => {
  const [found] = find('wilson');
  expect(found).toMatchObject({
    entry: { name: 'guides/counting' },
    section: { id: 'click-rate-and-how-far-to-trust-it' },
  });
  expect(found?.excerpt.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toContain("Wilson's".slice(0, 6));
  expect(found?.excerpt.map(({ text }) => text).join('').length).toBeLessThan(220);
});

it('finds each document once', () => {
  const names = find('notification').map(({ entry }) => entry.name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(5);
});

it.each(['zzqqxx', '(', '.*', '[', '\\', '<script>', ' ', '{{}}', '"'])(
  'finds nothing for %j, and breaks nothing',
  (query) => {
    expect(() => find(query)).not.toThrow();
    for (const { excerpt } of find(query)) expect(excerpt.every(({ text }) => text !== '')).toBe(true);
  },
);
