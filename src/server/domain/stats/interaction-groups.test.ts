import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isStorable } from '#shared/contract/text.ts';
import { PAGE_MAX } from '#shared/embed/protocol.ts';
import { runs } from '#tests/support/runs.ts';
import { pageGroup } from './interaction-groups.ts';

describe('pageGroup', () => {
  it.each([
    ['/products/oak-desk', '/products/oak-desk'],
    ['/products/oak-desk/', '/products/oak-desk'],
    ['/products//', '/products'],
    ['/', '/'],
    ['//', '/'],
    ['/?q=desk', '/'],
    ['/search/?q=a/b', '/search'],
    ['/faq#shipping', '/faq'],
    ['/a#b?c', '/a'],
    ['/caf%C3%A9/%2F%00', '/caf%C3%A9/%2F%00'],
    ['/Oak', '/Oak'],
    ['/index.html', '/index.html'],
    ['', 'other'],
    [undefined, 'other'],
    ['?q=1', 'other'],
    ['products', 'other'],
    ['other', 'other'],
    ['about:srcdoc', 'other'],
    ['https://shop.example/products', 'other'],
    [`/${'x'.repeat(300)}`, `/${'x'.repeat(PAGE_MAX - 1)}`],
    [`/${'x'.repeat(PAGE_MAX - 2)}/more`, `/${'x'.repeat(PAGE_MAX - 2)}`],
    [`/${'x'.repeat(PAGE_MAX - 2)}🪑`, `/${'x'.repeat(PAGE_MAX - 2)}`],
    [`/${'x'.repeat(PAGE_MAX - 3)}🪑`, `/${'x'.repeat(PAGE_MAX - 3)}🪑`],
  ])('of %j is %j', (page, group) => {
    expect(pageGroup(page)).toBe(group);
  });

  it('turns any text into a storable path within its limits, or other, and is idempotent', () => {
    const page = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.string({ unit: fc.constantFrom('/', 'a', '?', '#', '%', '🪑'), maxLength: 400 }),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          page,
          page.map((text) => `/${text}`),
        ),
        (text) => {
          if (!isStorable(text)) return;
          const group = pageGroup(text);
          expect(group === 'other' || /^\/$|^\/[^?#]*[^?#/]$/.test(group)).toBe(true);
          expect(group.length).toBeLessThanOrEqual(PAGE_MAX);
          expect(isStorable(group)).toBe(true);
          expect(pageGroup(group)).toBe(group);
        },
      ),
      { numRuns: runs(500, 5_000, 50_000) },
    );
  });
});
