// Slugs: whatever a site's name, it gets a working address.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SLUG_MAX } from './limits.ts';
import { makeSlug, RESERVED_SLUGS, slugIssue } from './slug.ts';

describe('makeSlug', () => {
  it.each([
    ['Oak & Iron', 'oak-and-iron'],
    ['  Café Zoë  ', 'cafe-zoe'],
    ['Søn & Ægir Straße', 'son-and-aegir-strasse'],
    ['ŁÓDŹ Đurđa', 'lodz-durda'],
    ['Þórður Œuvre ıİ', 'thordur-oeuvre-ii'],
    ["Ana's Shop", 'anas-shop'],
    ['A--B__C', 'a-b-c'],
    ['日本', 'my-site'],
    ['', 'my-site'],
    ['Dashboard', 'dashboard-2'],
    ['../../etc', 'etc'],
  ])('makes %j into %s', (name, slug) => {
    expect(makeSlug(name)).toBe(slug);
  });

  it('gives every name a valid, free and unreserved slug', () => {
    const reserved = fc.constantFrom(...RESERVED_SLUGS);
    const name = fc.oneof(fc.string({ unit: 'binary', maxLength: 80 }), fc.string({ maxLength: 80 }), reserved);
    fc.assert(
      fc.property(name, fc.array(name, { maxLength: 5 }), (own, others) => {
        // Worst case: the slug that the name would have become is taken.
        const taken = new Set([...others.map((each) => makeSlug(each)), makeSlug(own)]);
        taken.add(makeSlug(own, taken));
        const slug = makeSlug(own, taken);
        expect(slugIssue(slug)).toBeNull();
        expect(taken.has(slug)).toBe(false);
      }),
    );
  });

  it('stays short enough when a number is appended to the longest name', () => {
    const taken = new Set<string>();
    for (let n = 0; n < 200; n++) taken.add(makeSlug('x'.repeat(200), taken));
    expect(taken.size).toBe(200);
    expect(Math.max(...[...taken].map((slug) => slug.length))).toBeLessThanOrEqual(SLUG_MAX);
  });
});

describe('slugIssue', () => {
  it.each(['shop', 'a', '7', 'oak-and-iron', 'x'.repeat(SLUG_MAX)])('accepts %s', (slug) => {
    expect(slugIssue(slug)).toBeNull();
  });

  it.each(['', 'Shop', 'a b', '-a', 'a-', 'a--b', 'a.b', '__ui', 'ä', 'a/b', 'x'.repeat(SLUG_MAX + 1)])(
    'refuses %j',
    (slug) => {
      expect(slugIssue(slug)).toBeTypeOf('string');
    },
  );

  it('refuses the paths of all our pages and assets', () => {
    const pages =
      'register login forgot-password reset-password pricing about contact blog privacy-policy terms-of-service cookie-policy support faq payment-success sso-login dashboard analytics settings create-site testing upgrade notifications appearance behavior rules site-setup developer-tools advanced performance reports documentation push api trpc demo assets static unauthorized sandbox admin docs health metrics';
    expect(pages.split(' ').filter((page) => slugIssue(page) === null)).toEqual([]);
  });
});
